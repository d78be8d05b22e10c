import type { Fingerprints } from './fingerprints.ts';
import { hasKey, isObject, type Json, type JsonObject } from './json.ts';
import type { Effort } from './shortest-edit.ts';

/** From here on two elements count as one that was changed. */
const SIMILAR = 0.4;
/** Elements that go by different names have to agree in nearly all else: one was renamed. */
const RENAMED = 0.7;
const SIMILAR_TEXT = 0.5;

/** So much of a text is looked at from either end. */
const TEXT_END = 100;

/** How many elements or characters two sequences have in common at their ends, at most `limit` at each. */
const commonEnds = (
  length: number,
  otherLength: number,
  limit: number,
  sameAt: (index: number, other: number) => boolean,
): number => {
  const shorter = Math.min(length, otherLength);
  let start = 0;
  while (start < shorter && start < limit && sameAt(start, start)) start += 1;
  let end = 0;
  while (end < shorter - start && end < limit && sameAt(length - 1 - end, otherLength - 1 - end)) end += 1;
  return start + end;
};

const textSimilarity = (before: string, after: string, effort: Effort): number => {
  const sameAt = (i: number, j: number): boolean => before.charCodeAt(i) === after.charCodeAt(j);
  const common = commonEnds(before.length, after.length, TEXT_END, sameAt);
  effort.left -= common / 4;
  const found = common / Math.min(Math.max(before.length, after.length, 1), 2 * TEXT_END);
  return found >= SIMILAR_TEXT ? found : 0;
};

const listSimilarity = (before: Json[], after: Json[], fingerprints: Fingerprints, effort: Effort): number => {
  const sameAt = (i: number, j: number): boolean => fingerprints.of(before[i]!) === fingerprints.of(after[j]!);
  const common = commonEnds(before.length, after.length, Number.POSITIVE_INFINITY, sameAt);
  effort.left -= common;
  return SIMILAR + 0.5 * (common / Math.max(before.length, after.length, 1));
};

const objectSimilarity = (
  before: JsonObject,
  after: JsonObject,
  fingerprints: Fingerprints,
  effort: Effort,
): number => {
  const keys = Object.keys(before);
  effort.left -= 2 * keys.length;
  const otherKeys = Object.keys(after).length;
  if (keys.length === 0 || otherKeys === 0) return 0.5;
  let shared = 0;
  let points = 0;
  for (const key of keys) {
    if (!hasKey(after, key)) continue;
    shared += 1;
    points += fingerprints.of(before[key]!) === fingerprints.of(after[key]!) ? 1 : 0.5;
  }
  return points / (keys.length + otherKeys - shared);
};

/**
 * How much of one element is in the other: from 0 (they have nothing to do with each other) to 1 (they are equal).
 * `renamed` says that both are known by names, and by different ones. What it costs is taken from the effort.
 */
export const similarity = (
  before: Json,
  after: Json,
  renamed: boolean,
  fingerprints: Fingerprints,
  effort: Effort,
): number => {
  effort.left -= 1;
  if (isObject(before) && isObject(after)) {
    const found = objectSimilarity(before, after, fingerprints, effort);
    return found >= (renamed ? RENAMED : SIMILAR) ? found : 0;
  }
  if (Array.isArray(before) && Array.isArray(after)) return listSimilarity(before, after, fingerprints, effort);
  return typeof before === 'string' && typeof after === 'string' ? textSimilarity(before, after, effort) : 0;
};

/** Whether both are objects or both arrays: what `similarity` can only guess where no effort is left for it. */
export const areOfOneKind = (before: Json, after: Json): boolean =>
  (isObject(before) && isObject(after)) || (Array.isArray(before) && Array.isArray(after));
