import { align, type Gap, gapsBetween } from './align.ts';
import { elementTokens, type Tokens } from './element-names.ts';
import type { Fingerprints } from './fingerprints.ts';
import type { Json } from './json.ts';
import type { Effort, Match } from './shortest-edit.ts';
import { areOfOneKind, similarity } from './similarity.ts';

/** An element and what became of it. `replaced`: another one stands in its place, with nothing in common. */
export interface Pair {
  before: number;
  after: number;
  replaced: boolean;
}

/** Gaps of more cells than this are paired in order, without looking for what is most alike. */
const MAX_CELLS = 40_000;

interface Lists {
  before: readonly Json[];
  after: readonly Json[];
  tokens: Tokens;
  fingerprints: Fingerprints;
  effort: Effort;
}

const bothNamed = ({ tokens }: Lists, before: number, after: number): boolean =>
  tokens.before[before]! < 0 && tokens.after[after]! < 0;

const likeness = (lists: Lists, before: number, after: number): number => {
  const [left, right] = [lists.before[before]!, lists.after[after]!];
  return similarity(left, right, bothNamed(lists, before, after), lists.fingerprints, lists.effort);
};

/** The ascending matches within a gap whose elements are most alike taken together. */
const mostAlike = (gap: Gap, lists: Lists): Match[] => {
  const rows = gap.beforeEnd - gap.before;
  const columns = gap.afterEnd - gap.after;
  if (rows * columns > MAX_CELLS || lists.effort.left < rows * columns) return [];
  const width = columns + 1;
  // best[r * width + c]: the most that the elements from r and c on can have in common.
  const best = new Float64Array((rows + 1) * width);
  const alike = new Float64Array((rows + 1) * width);
  for (let r = rows - 1; r >= 0; r -= 1) {
    for (let c = columns - 1; c >= 0; c -= 1) {
      const cell = r * width + c;
      const found = likeness(lists, gap.before + r, gap.after + c);
      alike[cell] = found;
      const paired = found > 0 ? found + best[cell + width + 1]! : 0;
      best[cell] = Math.max(paired, best[cell + width]!, best[cell + 1]!);
    }
  }
  const matches: Match[] = [];
  for (let r = 0, c = 0; r < rows && c < columns; ) {
    const cell = r * width + c;
    if (alike[cell]! > 0 && best[cell] === alike[cell]! + best[cell + width + 1]!) {
      matches.push([gap.before + r++, gap.after + c++]);
    } else if (best[cell] === best[cell + width]) r += 1;
    else c += 1;
  }
  return matches;
};

/** Whether the one became the other, as far as there is effort left to tell. */
const isStill = (lists: Lists, before: number, after: number, differentlyNamed: boolean): boolean => {
  if (lists.tokens.before[before] === lists.tokens.after[after]) return true;
  if (lists.effort.left >= 0) return likeness(lists, before, after) > 0;
  return !differentlyNamed && areOfOneKind(lists.before[before]!, lists.after[after]!);
};

/** What is left of a gap, paired in order: an element that is known by a name is never replaced by one of another name. */
const inOrder = (gap: Gap, lists: Lists): Pair[] => {
  const pairs: Pair[] = [];
  const length = Math.min(gap.beforeEnd - gap.before, gap.afterEnd - gap.after);
  for (let offset = 0; offset < length; offset += 1) {
    const [before, after] = [gap.before + offset, gap.after + offset];
    const differentlyNamed = bothNamed(lists, before, after);
    if (isStill(lists, before, after, differentlyNamed)) pairs.push({ before, after, replaced: false });
    else if (!differentlyNamed) pairs.push({ before, after, replaced: true });
  }
  return pairs;
};

const kept = ([before, after]: Match): Pair => ({ before, after, replaced: false });

/** The elements that stand for each other because they are equal or go by one name, and what else pairing them takes. */
export interface Alignment {
  lists: Lists;
  matches: Match[];
}

/** The first half of pairing two lists: cheap, and enough to tell how much they differ. `pairElements` does the rest. */
export const alignElements = (
  before: readonly Json[],
  after: readonly Json[],
  fingerprints: Fingerprints,
  effort: Effort,
): Alignment => {
  const tokens = elementTokens(before, after, fingerprints);
  const matches = align(tokens.before, tokens.after, effort);
  return { lists: { before, after, tokens, fingerprints, effort }, matches };
};

/** Which element of one list became which of the other, ascending on both sides. What is in no pair came or went. */
export const pairElements = ({ lists, matches }: Alignment): Pair[] => {
  const pairs = matches.map(kept);
  const whole: Gap = { before: 0, beforeEnd: lists.before.length, after: 0, afterEnd: lists.after.length };
  for (const gap of gapsBetween(whole, matches)) {
    if (gap.before === gap.beforeEnd || gap.after === gap.afterEnd) continue;
    const alike = mostAlike(gap, lists);
    for (const match of alike) pairs.push(kept(match));
    for (const rest of gapsBetween(gap, alike)) for (const pair of inOrder(rest, lists)) pairs.push(pair);
  }
  return pairs.sort((left, right) => left.before - right.before);
};
