// A key names its rooms by patterns: a room id as it is, or a beginning of ids followed by `*`; `*` alone is every room.

/** What a key may see, as a test of one room id. Nothing of it takes longer for a room that exists. */
export function seesBy(patterns: readonly string[]): (roomId: string) => boolean {
  if (patterns.includes('*')) return () => true;
  const { ids, beginnings } = splitPatterns(patterns);
  const exact = new Set(ids);
  return (roomId) => exact.has(roomId) || beginnings.some((beginning) => roomId.startsWith(beginning));
}

/** The patterns as whole ids and as beginnings of ids. */
export function splitPatterns(patterns: readonly string[]): { ids: string[]; beginnings: string[] } {
  return {
    ids: patterns.filter((pattern) => !pattern.endsWith('*')),
    beginnings: patterns.filter((pattern) => pattern.endsWith('*')).map((pattern) => pattern.slice(0, -1)),
  };
}
