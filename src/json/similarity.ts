import type { Fingerprints } from './fingerprints.ts';
import { hasKey, isObject, type Json, type JsonObject } from './json.ts';

/** From here on two elements count as one that was changed. */
const SIMILAR = 0.4;
/** Elements that go by different names have to agree in nearly all else: one was renamed. */
const RENAMED = 0.7;
const SIMILAR_TEXT = 0.5;

/** How far two lists agree from both ends: characters, or elements. */
const commonEnds = (length: number, otherLength: number, sameAt: (index: number, other: number) => boolean): number => {
  const shorter = Math.min(length, otherLength);
  let start = 0;
  while (start < shorter && sameAt(start, start)) start += 1;
  let end = 0;
  while (end < shorter - start && sameAt(length - 1 - end, otherLength - 1 - end)) end += 1;
  return (start + end) / Math.max(length, otherLength, 1);
};

const objectSimilarity = (before: JsonObject, after: JsonObject, fingerprints: Fingerprints): number => {
  const keys = Object.keys(before);
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
 * `renamed` says that both are known by names, and by different ones.
 */
export const similarity = (before: Json, after: Json, renamed: boolean, fingerprints: Fingerprints): number => {
  if (isObject(before) && isObject(after)) {
    const found = objectSimilarity(before, after, fingerprints);
    return found >= (renamed ? RENAMED : SIMILAR) ? found : 0;
  }
  if (Array.isArray(before) && Array.isArray(after)) {
    const sameAt = (i: number, j: number): boolean => fingerprints.of(before[i]!) === fingerprints.of(after[j]!);
    return 0.4 + 0.5 * commonEnds(before.length, after.length, sameAt);
  }
  if (typeof before === 'string' && typeof after === 'string') {
    const sameAt = (i: number, j: number): boolean => before.charCodeAt(i) === after.charCodeAt(j);
    const found = commonEnds(before.length, after.length, sameAt);
    return found >= SIMILAR_TEXT ? found : 0;
  }
  return 0;
};

/** About how many steps `similarity` takes. */
export const similarityCost = (before: Json, after: Json): number => {
  if (isObject(before) && isObject(after)) return 2 * Object.keys(before).length + 2;
  if (typeof before === 'string' && typeof after === 'string') return 1 + Math.min(before.length, after.length) / 2;
  return Array.isArray(before) && Array.isArray(after) ? Math.min(before.length, after.length) + 1 : 1;
};
