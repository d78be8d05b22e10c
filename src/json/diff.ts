import { depthOf } from './depth.ts';
import { type Diffing, diffArrays } from './diff-arrays.ts';
import { DiffRows, type PayloadChange, type Place } from './diff-rows.ts';
import { deepEqual } from './equal.ts';
import { Fingerprints } from './fingerprints.ts';
import { hasKey, isObject, type Json, type JsonObject } from './json.ts';
import { childPointer } from './pointer.ts';

export interface JsonDiff {
  /** One row for each place that differs, in document order. */
  changes: PayloadChange[];
  /** RFC 6902: applied to the old value it gives the new one, the order of keys apart. */
  jsonPatch: Json[];
}

/** Steps that aligning arrays may take in all, some 10 ns each: beyond them it aligns less. */
const EFFORT = 1_000_000;
/** Values that nest deeper are not looked into; none that was checked does. */
const MAX_DEPTH = 200;
/** A diff that takes more characters than this is told by larger parts: long keys make long pointers. */
const MAX_CHARACTERS = 2_097_152;

const below = (place: Place, key: string): Place => ({
  before: childPointer(place.before, key),
  after: childPointer(place.after, key),
});

/** Keys of the new object in its order; what is gone is told where it stood, in front of the key that followed it. */
const diffObjects = (before: JsonObject, after: JsonObject, place: Place, diffing: Diffing): void => {
  const { rows, fingerprints } = diffing;
  const mark = rows.mark();
  const oldKeys = Object.keys(before);
  const indexes = new Map(oldKeys.map((key, index) => [key, index]));
  let passed = 0;
  const passTo = (end: number): void => {
    for (; passed < end; passed += 1) {
      const key = oldKeys[passed]!;
      if (hasKey(after, key)) continue;
      const { before: pointer, after: path } = below(place, key);
      rows.removed(pointer, path, before[key]!);
    }
  };
  for (const key of Object.keys(after)) {
    const index = indexes.get(key);
    if (index === undefined) {
      rows.added(childPointer(place.after, key), after[key]!);
    } else {
      passTo(index);
      if (fingerprints.of(before[key]!) !== fingerprints.of(after[key]!)) {
        diffPlace(before[key]!, after[key]!, below(place, key), diffing);
      }
    }
  }
  passTo(oldKeys.length);
  const { characters } = rows.since(mark);
  if (characters > MAX_CHARACTERS && characters > rows.replacementCharacters(place, before, after)) {
    rows.replaceSince(mark, place, before, after);
  }
};

/** The two values are known to differ. */
const diffPlace = (before: Json, after: Json, place: Place, diffing: Diffing): void => {
  if (isObject(before) && isObject(after)) diffObjects(before, after, place, diffing);
  else if (Array.isArray(before) && Array.isArray(after)) {
    diffArrays(before, after, place, diffing, (old, now, at) => diffPlace(old, now, at, diffing));
  } else diffing.rows.replaced(place.after, before, after);
};

/**
 * What differs between two JSON values. Arrays are aligned first: by what names their elements (an endpoint by its
 * method and path, others by id, name and the like), else by what is equal and by what is most alike, so that an
 * insertion is one row and a change within an element points into it. A moved element is removed and added.
 * The order of keys is not looked at. Rows and operations share values with the arguments.
 */
export const diff = (before: Json, after: Json): JsonDiff => {
  if (depthOf(before) > MAX_DEPTH || depthOf(after) > MAX_DEPTH) return shallowDiff(before, after);
  const fingerprints = new Fingerprints();
  const rows = new DiffRows(fingerprints);
  if (fingerprints.of(before) !== fingerprints.of(after)) {
    diffPlace(before, after, { before: '', after: '' }, { rows, fingerprints, effort: { left: EFFORT } });
  }
  return { changes: rows.changes, jsonPatch: rows.jsonPatch };
};

const shallowDiff = (before: Json, after: Json): JsonDiff =>
  deepEqual(before, after)
    ? { changes: [], jsonPatch: [] }
    : {
        changes: [{ kind: 'changed', pointer: '', before, after }],
        jsonPatch: [{ op: 'replace', path: '', value: after }],
      };
