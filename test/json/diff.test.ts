import fc from 'fast-check';
import { diff, type JsonDiff } from '../../src/json/diff.ts';
import { deepEqual } from '../../src/json/equal.ts';
import type { Json } from '../../src/json/json.ts';
import { applyPatch } from '../../src/json/patch.ts';
import { parsePointer, valueAt } from '../../src/json/pointer.ts';
import { editedList, json } from './arbitrary.ts';

/** The first thing that is untrue about a diff, by the words of its contract. */
const untruth = (before: Json, after: Json, { changes, jsonPatch }: JsonDiff): string | undefined => {
  const patched = applyPatch(before, jsonPatch);
  if (!deepEqual(patched, after)) return `the patch gives ${JSON.stringify(patched)}`;
  if ((changes.length === 0) !== deepEqual(before, after)) return `${changes.length} rows`;
  for (const row of changes) {
    const old = valueAt(before, parsePointer(row.pointer));
    const now = valueAt(after, parsePointer(row.pointer));
    const isTrue = {
      added: now !== undefined && deepEqual(now, row.after) && row.before === null,
      removed: old !== undefined && deepEqual(old, row.before) && row.after === null,
      changed: now !== undefined && deepEqual(now, row.after) && !deepEqual(row.before, row.after),
    }[row.kind];
    if (!isTrue) return `untrue: ${JSON.stringify(row)}`;
  }
  return undefined;
};

const trueDiff = (before: Json, after: Json): JsonDiff => {
  const found = diff(before, after);
  expect(untruth(before, after, found)).toBeUndefined();
  return found;
};

const rowsOf = (before: Json, after: Json): string[] =>
  trueDiff(before, after).changes.map(({ kind, pointer }) => `${kind} ${pointer}`);

const range = (length: number): number[] => Array.from({ length }, (_, index) => index);

const endpoint = (index: number, more: object = {}): Json => ({
  method: index % 2 ? 'POST' : 'GET',
  path: `/api/r${index >> 1}`,
  response: { id: 'string', n: index },
  auth_required: false,
  description: `No. ${index}`,
  ...more,
});

describe('any two values', () => {
  it('are led from one to the other by the patch, and every row is true', () => {
    fc.assert(
      fc.property(json, json, (before, after) => untruth(before, after, diff(before, after)) === undefined),
      { numRuns: 1_000 },
    );
  });

  it('of which one is an edited list of the other, too', () => {
    fc.assert(
      fc.property(editedList, ([before, after]) => untruth(before, after, diff(before, after)) === undefined),
      { numRuns: 1_000 },
    );
  });

  it('stay as they are', () => {
    fc.assert(
      fc.property(editedList, ([before, after]) => {
        const texts = [JSON.stringify(before), JSON.stringify(after)];
        applyPatch(before, diff(before, after).jsonPatch);
        return texts[0] === JSON.stringify(before) && texts[1] === JSON.stringify(after);
      }),
    );
  });
});

describe('objects', () => {
  it('are compared whatever the order of their keys', () => {
    expect(diff({ a: 1, b: { x: 1, y: 2 } }, { b: { y: 2, x: 1 }, a: 1 })).toEqual({ changes: [], jsonPatch: [] });
  });

  it('tell null from absent', () => {
    expect(diff({}, { owner: null })).toEqual({
      changes: [{ kind: 'added', pointer: '/owner', before: null, after: null }],
      jsonPatch: [{ op: 'add', path: '/owner', value: null }],
    });
    expect(diff({ owner: null }, {}).changes).toEqual([
      { kind: 'removed', pointer: '/owner', before: null, after: null },
    ]);
    expect(rowsOf({ owner: null }, { owner: 'otter' })).toEqual(['changed /owner']);
  });

  it('have no special keys', () => {
    const keys = ['__proto__', 'constructor', 'hasOwnProperty', 'toString', 'valueOf', 'length', 'then', 'toJSON'];
    const after = JSON.parse(`{${keys.map((key) => `${JSON.stringify(key)}:1`).join()}}`);
    expect(rowsOf({}, after)).toEqual(keys.map((key) => `added /${key}`));
    expect(rowsOf(after, {})).toEqual(keys.map((key) => `removed /${key}`));
  });

  it('escape keys in pointers', () => {
    expect(rowsOf({ '/a': { x: 1 }, 'a~b': 1, '~1': 1 }, { '/a': { x: 2 }, 'a~b': 2, '~1': 2 })).toEqual([
      'changed /~1a/x',
      'changed /a~0b',
      'changed /~01',
    ]);
  });

  it('give rows in document order', () => {
    expect(rowsOf({ a: 1, b: 1, c: 1 }, { a: 2, n: 1, c: 2, z: 1 })).toEqual([
      'changed /a',
      'added /n',
      'removed /b',
      'changed /c',
      'added /z',
    ]);
  });

  it('take two spellings of one number for one', () => {
    expect(diff(JSON.parse('{"a":1.0,"b":1e2,"c":-0}'), JSON.parse('{"a":1,"b":100,"c":0}')).changes).toEqual([]);
  });
});

describe('arrays', () => {
  it('carry the indexes that hold when the operation has its turn', () => {
    expect(trueDiff(['a', 'b', 'c', 'd'], ['a', 'd']).jsonPatch).toEqual([
      { op: 'remove', path: '/1' },
      { op: 'remove', path: '/1' },
    ]);
  });

  it('show a changed scalar at its place as one row', () => {
    expect(rowsOf([1, 2, 3], [1, 5, 3])).toEqual(['changed /1']);
    expect(rowsOf(['retry', 'retry', 'log'], ['retry', 'log', 'log'])).toEqual(['changed /1']);
    expect(rowsOf(['1', '2', '2'], ['1'])).toEqual(['removed /1', 'removed /2']);
  });

  it('keep null elements', () => {
    expect(rowsOf([1, null, 3, { k: null }], [1, 3, {}])).toEqual(['removed /1', 'removed /3/k']);
  });

  it('compare similar elements field by field', () => {
    expect(rowsOf([{ b: 'c' }], [{ b: 'd' }])).toEqual(['changed /0/b']);
    const list = range(5).map((n) => ({ text: `t${n}`, tags: ['x'], n }));
    const after = [{ other: true }, ...list.map((item) => (item.n === 3 ? { ...item, text: 'new' } : item))];
    expect(rowsOf(list, after)).toEqual(['added /0', 'changed /4/text']);
  });

  it('of arrays are compared row by row', () => {
    expect(
      rowsOf(
        [
          [1, 2, 3],
          [4, 5, 6],
        ],
        [
          [0, 0, 0],
          [1, 2, 3],
          [4, 9, 6],
        ],
      ),
    ).toEqual(['added /0', 'changed /2/1']);
  });
});

describe('elements with a name', () => {
  const endpoints = range(242).map((index) => endpoint(index));

  it('one endpoint inserted before 242 is one row', () => {
    const { changes, jsonPatch } = trueDiff({ endpoints }, { endpoints: [endpoint(900), ...endpoints] });
    expect(changes).toEqual([{ kind: 'added', pointer: '/endpoints/0', before: null, after: endpoint(900) }]);
    expect(jsonPatch).toEqual([{ op: 'add', path: '/endpoints/0', value: endpoint(900) }]);
  });

  it('an endpoint is known by method and path whatever else of it changed', () => {
    const changed = { method: 'GET', path: '/api/r1', response: 5, summary: 'all else is new' };
    expect(rowsOf([endpoint(1), endpoint(2)], [endpoint(1), endpoint(8), changed])).toEqual([
      'added /1',
      'changed /2/response',
      'added /2/summary',
      'removed /1/auth_required',
      'removed /1/description',
    ]);
  });

  it('a moved endpoint is removed and added, and the others are not touched', () => {
    const [first, ...others] = endpoints;
    expect(rowsOf(endpoints, [...others, first!])).toEqual(['removed /0', 'added /241']);
  });

  it('a renamed endpoint is one changed field', () => {
    expect(rowsOf(endpoints, endpoints.with(7, { ...(endpoints[7] as object), path: '/api/new' }))).toEqual([
      'changed /7/path',
    ]);
  });

  it('another element in the place of a named one is not that element changed', () => {
    expect(rowsOf([{ id: 1, name: 'x', of: 1 }], [{ id: 2, name: 'y', of: 2 }])).toEqual(['removed /0', 'added /0']);
  });

  it('names that stand twice do not name', () => {
    const twice = [endpoint(1), endpoint(1), endpoint(2), endpoint(3)];
    expect(rowsOf(twice, [endpoint(7), ...twice])).toEqual(['added /0']);
    expect(rowsOf(twice, twice.toSpliced(1, 1))).toHaveLength(1);
  });

  it('objects are known by the first field that names them', () => {
    const tasks = ['a', 'b', 'c'].map((name) => ({ task_id: name, done: false, by: 'x' }));
    const after = [{ task_id: 'z' }, ...tasks].map((task) => (task.task_id === 'b' ? { task_id: 'b', done: 1 } : task));
    expect(rowsOf(tasks, after as Json)).toEqual(['added /0', 'changed /2/done', 'removed /1/by']);
  });
});

describe('the worst values', () => {
  const strings = range(5_000).map((n) => `string${n}`);
  const digits = range(32_000).map((n) => (n * n * 7) % 10);

  it('lists with nothing in common are one row', () => {
    expect(rowsOf(strings, strings.toReversed())).toEqual(['changed ']);
    expect(rowsOf({ a: digits }, { a: digits.map((_, n) => (n * n * 3 + n) % 10) })).toEqual(['changed /a']);
    expect(
      rowsOf(
        range(2_000).map(() => []),
        range(2_000).map(() => ({})),
      ),
    ).toEqual(['changed ']);
  });

  it('a few edits in a long list of few different elements stay a few rows', () => {
    const edited = digits.toSpliced(30_000, 1).toSpliced(12, 0, 11);
    expect(rowsOf(digits, edited)).toEqual(['added /12', 'removed /30000']);
  });

  it('thousands of changed keys are a row each', () => {
    const objectOf = (add: number): Json => Object.fromEntries(range(6_000).map((n) => [`k${n}`, n + add]));
    expect(trueDiff(objectOf(0), objectOf(1)).changes).toHaveLength(6_000);
  });

  it('a change below a very long key does not repeat the key thousands of times', () => {
    const objectOf = (add: number): Json => ({
      ['k'.repeat(25_000)]: Object.fromEntries(range(2_500).map((n) => [`k${n}`, n + add])),
    });
    expect(trueDiff(objectOf(0), objectOf(1)).changes).toHaveLength(1);
  });

  it('deep values are compared to the bottom, and ones that nobody could store are still compared', () => {
    const nested = (depth: number, leaf: Json): Json => {
      let value = leaf;
      for (let level = 0; level < depth; level += 1) value = level % 2 ? { k: value } : [value];
      return value;
    };
    expect(rowsOf(nested(100, 'a'), nested(100, 'b'))).toEqual([`changed ${'/k/0'.repeat(50)}`]);
    expect(rowsOf(nested(50_000, 'a'), nested(50_000, 'b'))).toEqual(['changed ']);
  });
});
