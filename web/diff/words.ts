export interface Segment {
  text: string;
  changed: boolean;
}

/** More words than this are compared by their ends only. */
const MOST_WORDS = 400;

/** Two texts as what they share and what they do not, word by word. */
export function compareWords(before: string, after: string): { before: Segment[]; after: Segment[] } {
  const old = split(before);
  const now = split(after);
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head++;
  let tail = 0;
  while (tail < old.length - head && tail < now.length - head && old.at(-1 - tail) === now.at(-1 - tail)) tail++;
  const oldMiddle = old.slice(head, old.length - tail);
  const nowMiddle = now.slice(head, now.length - tail);
  const shared = oldMiddle.length * nowMiddle.length <= MOST_WORDS ** 2 ? sharedWords(oldMiddle, nowMiddle) : undefined;
  const segments = (words: string[], middle: string[], common: Set<number> | undefined): Segment[] =>
    joined(
      words.map((text, index) => ({
        text,
        changed: index >= head && index < head + middle.length && !common?.has(index - head),
      })),
    );
  return { before: segments(old, oldMiddle, shared?.old), after: segments(now, nowMiddle, shared?.now) };
}

const split = (text: string): string[] => text.match(/[\p{L}\p{N}_]+|\s+|./gsu) ?? [];

/** The places of a longest common subsequence in both lists. */
function sharedWords(old: string[], now: string[]): { old: Set<number>; now: Set<number> } {
  const lengths = Array.from({ length: old.length + 1 }, () => new Uint16Array(now.length + 1));
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = now.length - 1; j >= 0; j--)
      lengths[i]![j] =
        old[i] === now[j] ? lengths[i + 1]![j + 1]! + 1 : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!);
  const places = { old: new Set<number>(), now: new Set<number>() };
  for (let i = 0, j = 0; i < old.length && j < now.length; ) {
    if (old[i] === now[j]) {
      places.old.add(i++);
      places.now.add(j++);
    } else if (lengths[i + 1]![j]! >= lengths[i]![j + 1]!) i++;
    else j++;
  }
  return places;
}

function joined(segments: Segment[]): Segment[] {
  const result: Segment[] = [];
  for (const segment of segments) {
    const last = result.at(-1);
    if (last && last.changed === segment.changed) last.text += segment.text;
    else result.push({ ...segment });
  }
  return result;
}
