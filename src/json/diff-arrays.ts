import { type DiffRows, type Place, ROW_CHARACTERS } from './diff-rows.ts';
import type { Fingerprints } from './fingerprints.ts';
import type { Json } from './json.ts';
import { alignElements, pairElements } from './pair-elements.ts';
import type { Effort } from './shortest-edit.ts';

export interface Diffing {
  rows: DiffRows;
  fingerprints: Fingerprints;
  effort: Effort;
}

/** So few rows are always worth telling apart. */
const FEW_ROWS = 16;
/** More rows than this are not read one by one where the whole list is shorter. */
const MANY_ROWS = 2_000;

/**
 * Writes what differs between two arrays, with `diffPlace` for what differs within an element. Where nearly nothing
 * could be aligned and the rows would take more than both arrays, one row replaces the whole.
 */
export const diffArrays = (
  before: readonly Json[],
  after: readonly Json[],
  place: Place,
  { rows, fingerprints, effort }: Diffing,
  diffPlace: (before: Json, after: Json, place: Place) => void,
): void => {
  const mark = rows.mark();
  const [old, now] = [before as Json[], after as Json[]];
  const alignment = alignElements(before, after, fingerprints, effort);
  const length = Math.max(before.length, after.length);
  const fewestRows = length - alignment.matches.length;
  const wholeCharacters = rows.replacementCharacters(place, old, now);
  if (fewestRows >= MANY_ROWS && fewestRows * ROW_CHARACTERS > wholeCharacters) {
    rows.replaced(place.after, old, now);
    return;
  }
  let b = 0;
  let a = 0;
  let aligned = 0;
  const catchUp = (beforeEnd: number, afterEnd: number): void => {
    // To the left of the index `a` the patched array already is the new one.
    for (; b < beforeEnd; b += 1) rows.removed(`${place.before}/${b}`, `${place.after}/${a}`, before[b]!);
    for (; a < afterEnd; a += 1) rows.added(`${place.after}/${a}`, after[a]!);
  };
  for (const pair of pairElements(alignment)) {
    catchUp(pair.before, pair.after);
    if (!pair.replaced) aligned += 1;
    if (pair.replaced) rows.replaced(`${place.after}/${a}`, before[b]!, after[a]!);
    else if (fingerprints.of(before[b]!) !== fingerprints.of(after[a]!)) {
      diffPlace(before[b]!, after[a]!, { before: `${place.before}/${b}`, after: `${place.after}/${a}` });
    }
    b += 1;
    a += 1;
  }
  catchUp(before.length, after.length);
  const found = rows.since(mark);
  const isWorthTelling = found.rows < FEW_ROWS || (aligned * 2 >= length && found.rows < MANY_ROWS);
  if (!isWorthTelling && found.characters > wholeCharacters) rows.replaceSince(mark, place, old, now);
};
