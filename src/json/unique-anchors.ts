import type { Match } from './shortest-edit.ts';

/** Marks a token that stands more than once. */
const SEVERAL = -1;

const placesOf = (tokens: readonly number[]): Map<number, number> => {
  const places = new Map<number, number>();
  for (const [index, token] of tokens.entries()) places.set(token, places.has(token) ? SEVERAL : index);
  return places;
};

/** The longest run of matches that ascend on the after side too; they come ascending on the before side. */
const longestAscending = (matches: readonly Match[]): Match[] => {
  // ends[n] is the match with the smallest `after` that ends an ascending run of n + 1 matches.
  const ends: number[] = [];
  const previous: number[] = [];
  for (const [index, [, after]] of matches.entries()) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (matches[ends[middle]!]![1] < after) low = middle + 1;
      else high = middle;
    }
    previous.push(low > 0 ? ends[low - 1]! : -1);
    ends[low] = index;
  }
  const run: Match[] = [];
  for (let index = ends.at(-1) ?? -1; index !== -1; index = previous[index]!) run.push(matches[index]!);
  return run.reverse();
};

/** Matches of tokens that stand exactly once on both sides (patience diff): the most of them that keep their order. */
export const uniqueAnchors = (before: readonly number[], after: readonly number[]): Match[] => {
  const places = placesOf(after);
  const matches: Match[] = [];
  for (const [token, index] of placesOf(before)) {
    const place = places.get(token);
    if (index !== SEVERAL && place !== undefined && place !== SEVERAL) matches.push([index, place]);
  }
  return longestAscending(matches.sort(([left], [right]) => left - right));
};
