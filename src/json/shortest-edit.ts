/** Indexes of two elements that stand for each other: before, after. */
export type Match = [before: number, after: number];

/** Steps of comparing that are left. Shared by all alignments of one diff, so that no pair of values takes long. */
export interface Effort {
  left: number;
}

/** Beyond so many insertions and deletions the search gives up: its cost grows with their square. */
const MAX_EDITS = 400;

/** Walks back through the rounds and collects the matches of the path that was found. */
const backtrack = (n: number, m: number, rounds: readonly Int32Array[]): Match[] => {
  const matches: Match[] = [];
  let x = n;
  let y = m;
  for (let edits = rounds.length - 1; edits > 0; edits -= 1) {
    const furthest = rounds[edits]!;
    const at = (diagonal: number): number => furthest[diagonal + edits + 1]!;
    const diagonal = x - y;
    const down = diagonal === -edits || (diagonal !== edits && at(diagonal - 1) < at(diagonal + 1));
    const from = down ? diagonal + 1 : diagonal - 1;
    const fromX = at(from);
    const fromY = fromX - from;
    while (x > fromX && y > fromY) matches.push([--x, --y]);
    x = fromX;
    y = fromY;
  }
  while (x > 0 && y > 0) matches.push([--x, --y]);
  return matches.reverse();
};

/**
 * Myers' shortest edit script: the longest list of matches, undefined where it takes more than 400 edits or more than
 * the effort that is left.
 */
export const shortestEdit = (
  before: readonly number[],
  after: readonly number[],
  effort: Effort,
): Match[] | undefined => {
  const n = before.length;
  const m = after.length;
  // No common subsequence is long enough to bridge a greater difference in length.
  if (Math.abs(n - m) > MAX_EDITS) return undefined;
  const mostEdits = Math.min(MAX_EDITS, n + m);
  const middle = mostEdits + 2;
  const furthest = new Int32Array(2 * middle + 1);
  const rounds: Int32Array[] = [];
  for (let edits = 0; edits <= mostEdits && effort.left > 0; edits += 1) {
    rounds.push(furthest.slice(middle - edits - 1, middle + edits + 2));
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const below = furthest[middle + diagonal + 1]!;
      const right = furthest[middle + diagonal - 1]!;
      const start = diagonal === -edits || (diagonal !== edits && right < below) ? below : right + 1;
      let x = start;
      while (x < n && x - diagonal < m && before[x] === after[x - diagonal]) x += 1;
      furthest[middle + diagonal] = x;
      effort.left -= 1 + x - start;
      if (x >= n && x - diagonal >= m) return backtrack(n, m, rounds);
    }
  }
  return undefined;
};
