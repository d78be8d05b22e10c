import fc from 'fast-check';
import type { Json } from '../../src/json/json.ts';
import { setKey } from '../../src/json/json.ts';

const KEYS = ['a', 'b', 'id', 'name', 'method', 'path', '__proto__', 'constructor', 'toString', 'length', 'toJSON'];
const AWKWARD = ['', '/', '~', '~1', 'a/b', '0', '01', '-', '*', 'é', '😀'];

const key = fc.oneof(fc.constantFrom(...KEYS), fc.constantFrom(...AWKWARD), fc.string({ maxLength: 3 }));
const scalar = fc.oneof(
  fc.constantFrom<Json>(null, true, false, 0, -0, 1, 2, 'a', 'b', ''),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.string({ maxLength: 8 }),
);

const objectOf = (members: [string, Json][]): Json => {
  const object = {};
  for (const [name, value] of members) setKey(object, name, value);
  return object;
};

/** Any JSON value, with few enough different scalars and keys that two of them have something in common. */
export const json: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: 'medium' },
    scalar,
    fc.array(tie('value'), { maxLength: 7 }),
    fc.array(fc.tuple(key, tie('value')), { maxLength: 6 }).map(objectOf),
  ),
})).value;

/** A value and what became of it by a few edits of lists: elements come, go, move and change. */
export const editedList: fc.Arbitrary<[Json, Json]> = fc
  .tuple(
    fc.array(json, { maxLength: 12 }),
    fc.array(fc.tuple(fc.nat(12), fc.constantFrom('insert', 'remove', 'change', 'move'), json), { maxLength: 5 }),
  )
  .map(([list, edits]) => {
    const after = [...list];
    for (const [at, edit, value] of edits) {
      const index = Math.min(at, after.length);
      if (edit === 'insert') after.splice(index, 0, value);
      else if (edit === 'change') after.splice(index, 1, value);
      else if (edit === 'remove') after.splice(index, 1);
      else after.push(...after.splice(index, 1));
    }
    return [list, after];
  });
