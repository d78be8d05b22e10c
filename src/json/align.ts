import { type Effort, type Match, shortestEdit } from './shortest-edit.ts';
import { uniqueAnchors } from './unique-anchors.ts';

/** A stretch of both sequences, ends excluded, that is still to be aligned. */
export interface Gap {
  before: number;
  beforeEnd: number;
  after: number;
  afterEnd: number;
}

/** Takes equal elements off both ends of the gap. */
const trim = (gap: Gap, before: readonly number[], after: readonly number[], matches: Match[]): Gap => {
  let { before: b, beforeEnd: bEnd, after: a, afterEnd: aEnd } = gap;
  while (b < bEnd && a < aEnd && before[b] === after[a]) matches.push([b++, a++]);
  while (b < bEnd && a < aEnd && before[bEnd - 1] === after[aEnd - 1]) matches.push([--bEnd, --aEnd]);
  return { before: b, beforeEnd: bEnd, after: a, afterEnd: aEnd };
};

/** The gaps before, between and behind matches in ascending order. */
export const gapsBetween = (gap: Gap, matches: readonly Match[]): Gap[] => {
  const gaps: Gap[] = [];
  let { before, after } = gap;
  for (const [b, a] of matches) {
    if (b > before || a > after) gaps.push({ before, beforeEnd: b, after, afterEnd: a });
    before = b + 1;
    after = a + 1;
  }
  if (before < gap.beforeEnd || after < gap.afterEnd) gaps.push({ ...gap, before, after });
  return gaps;
};

/** Matches within a gap whose ends differ. `complete`: between them there is nothing more to find. */
const matchesWithin = (
  gap: Gap,
  before: readonly number[],
  after: readonly number[],
  effort: Effort,
): { found: Match[]; complete: boolean } => {
  const b = before.slice(gap.before, gap.beforeEnd);
  const a = after.slice(gap.after, gap.afterEnd);
  effort.left -= b.length + a.length;
  if (effort.left < 0) return { found: [], complete: true };
  const longest = shortestEdit(b, a, effort);
  const found = (longest ?? uniqueAnchors(b, a)).map(([i, j]): Match => [i + gap.before, j + gap.after]);
  return { found, complete: longest !== undefined || found.length === 0 };
};

/**
 * Which elements of two sequences of tokens stand for each other: pairs of indexes with equal tokens, ascending on both
 * sides. The longest such list where few elements differ; where many do, what stands once on both sides guides it. It
 * spends at most `effort`, and then aligns less.
 */
export const align = (before: readonly number[], after: readonly number[], effort: Effort): Match[] => {
  const matches: Match[] = [];
  const pending: Gap[] = [{ before: 0, beforeEnd: before.length, after: 0, afterEnd: after.length }];
  for (let gap = pending.pop(); gap; gap = pending.pop()) {
    const rest = trim(gap, before, after, matches);
    if (rest.before === rest.beforeEnd || rest.after === rest.afterEnd) continue;
    const { found, complete } = matchesWithin(rest, before, after, effort);
    for (const match of found) matches.push(match);
    if (complete) continue;
    for (const next of gapsBetween(rest, found)) pending.push(next);
  }
  return matches.sort(([left], [right]) => left - right);
};
