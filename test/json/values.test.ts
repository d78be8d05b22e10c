import fc from 'fast-check';
import { depthOf } from '../../src/json/depth.ts';
import { canonicalText, deepEqual } from '../../src/json/equal.ts';
import type { Json } from '../../src/json/json.ts';
import { applyMergePatch } from '../../src/json/merge-patch.ts';
import { formatPointer, PointerError, parsePointer, valueAt } from '../../src/json/pointer.ts';
import { json } from './arbitrary.ts';

const nested = (depth: number): Json => {
  let value: Json = {};
  for (let level = 1; level < depth; level += 1) value = { k: value };
  return value;
};

describe('pointers', () => {
  const document = { foo: ['bar', 'baz'], '': 0, 'a/b': 1, 'c%d': 2, ' ': 7, 'm~n': 8, '~1': 9 };
  it.each<[string, Json | undefined]>([
    ['', document],
    ['/foo', ['bar', 'baz']],
    ['/foo/0', 'bar'],
    ['/', 0],
    ['/a~1b', 1],
    ['/c%d', 2],
    ['/ ', 7],
    ['/m~0n', 8],
    ['/~01', 9],
    ['/~1', undefined],
    ['/foo/00', undefined],
    ['/foo/-1', undefined],
    ['/foo/-', undefined],
    ['/foo/2', undefined],
    ['/foo/length', undefined],
    ['/toString', undefined],
    ['/__proto__', undefined],
  ])('%j leads where RFC 6901 says', (pointer, value) => {
    expect(valueAt(document, parsePointer(pointer))).toEqual(value);
  });

  it('that are ill-formed are refused', () => {
    for (const text of ['foo', '~', '/~', '/~2', '/a~', '#/a']) expect(() => parsePointer(text)).toThrow(PointerError);
  });

  it('of any path lead back to it', () => {
    fc.assert(fc.property(fc.array(fc.string()), (path) => deepEqual(parsePointer(formatPointer(path)), path)));
  });
});

describe('equality', () => {
  it('is the same question as having one canonical text', () => {
    fc.assert(fc.property(json, json, (a, b) => deepEqual(a, b) === (canonicalText(a) === canonicalText(b))));
  });

  it('ignores the order of keys, and nothing else', () => {
    expect(deepEqual({ a: 1, b: [1, { c: -0 }] }, { b: [1.0, { c: 0 }], a: 1 })).toBe(true);
    expect(deepEqual({ a: null }, {})).toBe(false);
    expect(deepEqual({ a: 1 }, JSON.parse('{"__proto__":1}'))).toBe(false);
    expect(deepEqual({ toString: 1 }, { valueOf: 1 })).toBe(false);
    expect(deepEqual([1, 2], [2, 1])).toBe(false);
    expect(deepEqual([], {})).toBe(false);
    expect(deepEqual('1', 1)).toBe(false);
  });

  it('canonical text is compact JSON with sorted keys', () => {
    expect(canonicalText({ b: [1, {}, []], a: { d: null, c: 'é' } })).toBe('{"a":{"c":"é","d":null},"b":[1,{},[]]}');
    fc.assert(fc.property(json, (value) => deepEqual(JSON.parse(canonicalText(value)), value)));
  });

  it('stands any depth', () => {
    expect(deepEqual(nested(100_000), nested(100_000))).toBe(true);
    expect(canonicalText(nested(100_000))).toHaveLength(6 * 100_000 - 4);
    expect(depthOf(nested(100_000))).toBe(100_000);
  });
});

describe('merge patches', () => {
  it.each<[Json, Json, Json]>([
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
    [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
    [{ a: 'b' }, { a: null }, {}],
    [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
    [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
    [
      ['a', 'b'],
      ['c', 'd'],
      ['c', 'd'],
    ],
    [{ a: 'b' }, ['c'], ['c']],
    [{ a: 'foo' }, null, null],
    [{ a: 'foo' }, 'bar', 'bar'],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [[1, 2], { a: 'b', c: null }, { a: 'b' }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ])('%j with %j gives %j (RFC 7396, appendix A)', (target, patch, result) => {
    const texts = JSON.stringify([target, patch]);
    expect(applyMergePatch(target, patch)).toEqual(result);
    expect(JSON.stringify([target, patch])).toBe(texts);
  });

  it('agree with the recursive definition of the RFC', () => {
    const merge = (target: Json, patch: Json): Json => {
      if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) return patch;
      const isObject = typeof target === 'object' && target !== null && !Array.isArray(target);
      const result = new Map<string, Json>(isObject ? Object.entries(target) : []);
      for (const [key, value] of Object.entries(patch)) {
        if (value === null) result.delete(key);
        else result.set(key, merge(result.get(key) ?? null, value));
      }
      return Object.fromEntries(result);
    };
    fc.assert(
      fc.property(json, json, (target, patch) => deepEqual(applyMergePatch(target, patch), merge(target, patch))),
    );
  });

  it('hold every key for an ordinary one, at any depth', () => {
    const result = applyMergePatch({}, JSON.parse('{"__proto__":{"a":1},"toString":{"b":2}}'));
    expect(JSON.stringify(result)).toBe('{"__proto__":{"a":1},"toString":{"b":2}}');
    expect(depthOf(applyMergePatch(nested(50_000), nested(50_000)))).toBe(50_000);
  });
});
