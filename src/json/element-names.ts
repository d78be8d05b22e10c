import type { Fingerprints } from './fingerprints.ts';
import { hasKey, isObject, type Json } from './json.ts';

/** What an element of a list may be known by, the best first: an endpoint by its method and path. */
const NAMING_FIELDS: readonly (readonly string[])[] = [
  ['method', 'path'],
  ['id'],
  ['_id'],
  ['uuid'],
  ['task_id'],
  ['key'],
  ['name'],
  ['slug'],
  ['path'],
  ['code'],
  ['title'],
];
const REFERENCE = /(?:_id|Id)$/;
const MAX_REFERENCES = 4;

/** Tokens of the elements of two lists: equal tokens stand for each other. Negative where an element is known by name. */
export interface Tokens {
  before: number[];
  after: number[];
}

const nameOf = (element: Json, fields: readonly string[]): string | undefined => {
  if (!isObject(element)) return undefined;
  const parts: string[] = [];
  for (const field of fields) {
    const part = hasKey(element, field) ? element[field] : undefined;
    if (typeof part !== 'string' && typeof part !== 'number') return undefined;
    parts.push(`${typeof part}:${part}`);
  }
  return parts.join('\n');
};

const namesOf = (elements: readonly Json[], fields: readonly string[]): Map<string, number> => {
  const names = new Map<string, number>();
  for (const element of elements) {
    const name = nameOf(element, fields);
    if (name !== undefined) names.set(name, (names.get(name) ?? 0) + 1);
  }
  return names;
};

/** The names by these fields that stand at most once in either list; undefined where they do not name most elements. */
const uniqueNames = (
  before: readonly Json[],
  after: readonly Json[],
  fields: readonly string[],
): Map<string, number> | undefined => {
  const counts = [namesOf(before, fields), namesOf(after, fields)] as const;
  const unique = new Map<string, number>();
  for (const names of counts) {
    for (const name of names.keys()) {
      const isUnique = counts.every((other) => (other.get(name) ?? 0) <= 1);
      if (isUnique && !unique.has(name)) unique.set(name, -1 - unique.size);
    }
  }
  const namesMost = [before, after].every((elements, side) => {
    let named = 0;
    for (const name of counts[side]!.keys()) if (unique.has(name)) named += 1;
    return named * 2 > elements.length;
  });
  return namesMost ? unique : undefined;
};

/** Each element's token: its name where it has one of its own, else what it is equal to. */
export const elementTokens = (before: readonly Json[], after: readonly Json[], fingerprints: Fingerprints): Tokens => {
  const first = before.find(isObject);
  const references = first ? Object.keys(first).filter((key) => REFERENCE.test(key)) : [];
  const candidates = [...NAMING_FIELDS, ...references.slice(0, MAX_REFERENCES).map((key) => [key])];
  for (const fields of candidates) {
    if (!first || nameOf(first, fields) === undefined) continue;
    const names = uniqueNames(before, after, fields);
    if (!names) continue;
    const token = (element: Json): number => names.get(nameOf(element, fields) ?? '') ?? fingerprints.of(element);
    return { before: before.map(token), after: after.map(token) };
  }
  const token = (element: Json): number => fingerprints.of(element);
  return { before: before.map(token), after: after.map(token) };
};
