import fc from 'fast-check';
import { deepEqual } from '../../src/json/equal.ts';
import type { Json } from '../../src/json/json.ts';
import { applyPatch } from '../../src/json/patch.ts';
import { PatchError } from '../../src/json/patch-error.ts';
import { json } from './arbitrary.ts';

const refusal = (document: Json, operations: Json): PatchError => {
  try {
    applyPatch(document, operations);
  } catch (error) {
    if (error instanceof PatchError) return error;
    throw error;
  }
  throw new Error('the patch was applied');
};

describe('the examples of RFC 6902, appendix A', () => {
  const add = (path: string, value: Json): Json => [{ op: 'add', path, value }];
  it.each<[string, Json, Json, Json]>([
    ['A.1', { foo: 'bar' }, add('/baz', 'qux'), { baz: 'qux', foo: 'bar' }],
    ['A.2', { foo: ['bar', 'baz'] }, add('/foo/1', 'qux'), { foo: ['bar', 'qux', 'baz'] }],
    ['A.3', { baz: 'qux', foo: 'bar' }, [{ op: 'remove', path: '/baz' }], { foo: 'bar' }],
    ['A.4', { foo: ['bar', 'qux', 'baz'] }, [{ op: 'remove', path: '/foo/1' }], { foo: ['bar', 'baz'] }],
    ['A.5', { baz: 'qux' }, [{ op: 'replace', path: '/baz', value: 'boo' }], { baz: 'boo' }],
    [
      'A.6',
      { foo: { bar: 'baz', waldo: 'fred' }, qux: { corge: 'grault' } },
      [{ op: 'move', from: '/foo/waldo', path: '/qux/thud' }],
      { foo: { bar: 'baz' }, qux: { corge: 'grault', thud: 'fred' } },
    ],
    ['A.7', { foo: [1, 2, 3, 4] }, [{ op: 'move', from: '/foo/1', path: '/foo/3' }], { foo: [1, 3, 4, 2] }],
    ['A.8', { baz: 'qux', foo: ['a', 2] }, [{ op: 'test', path: '/foo/1', value: 2 }], { baz: 'qux', foo: ['a', 2] }],
    ['A.10', { foo: 'bar' }, add('/child', { grandchild: {} }), { foo: 'bar', child: { grandchild: {} } }],
    ['A.11', { foo: 'bar' }, [{ op: 'add', path: '/baz', value: 1, xyz: 123 }], { foo: 'bar', baz: 1 }],
    ['A.14', { '/': 9, '~1': 10 }, [{ op: 'test', path: '/~01', value: 10 }], { '/': 9, '~1': 10 }],
    ['A.16', { foo: ['bar'] }, add('/foo/-', ['abc', 'def']), { foo: ['bar', ['abc', 'def']] }],
  ])('%s applies', (_, document, patch, result) => {
    expect(applyPatch(document, patch)).toEqual(result);
  });

  it.each<[string, Json, Json]>([
    ['A.9', { baz: 'qux' }, [{ op: 'test', path: '/baz', value: 'bar' }]],
    ['A.12', { foo: 'bar' }, add('/baz/bat', 'qux')],
    ['A.15', { '/': 9, '~1': 10 }, [{ op: 'test', path: '/~01', value: '10' }]],
  ])('%s does not', (_, document, patch) => {
    expect(refusal(document, patch).reason).toBe('inapplicable');
  });
});

describe('a patch', () => {
  it('changes neither the document nor its operations', () => {
    const document = { list: [{ n: 1 }], other: { deep: true } };
    const value = { inner: [] };
    const operations: Json[] = [
      { op: 'add', path: '/new', value },
      { op: 'add', path: '/new/inner/-', value: 1 },
      { op: 'copy', from: '/new', path: '/copy' },
      { op: 'add', path: '/new/inner/-', value: 2 },
      { op: 'replace', path: '/list/0/n', value: 2 },
      { op: 'move', from: '/list', path: '/moved' },
    ];
    const texts = JSON.stringify([document, operations]);
    const result = applyPatch(document, operations) as { other: object };
    expect(result).toEqual({ other: { deep: true }, new: { inner: [1, 2] }, copy: { inner: [1] }, moved: [{ n: 2 }] });
    expect(JSON.stringify([document, operations])).toBe(texts);
    expect(result.other).toBe(document.other);
  });

  it('holds every key for an ordinary one', () => {
    const result = applyPatch({}, [
      { op: 'add', path: '/__proto__', value: { a: 1 } },
      { op: 'add', path: '/__proto__/b', value: 2 },
      { op: 'add', path: '/constructor', value: null },
    ]);
    expect(JSON.stringify(result)).toBe('{"__proto__":{"a":1,"b":2},"constructor":null}');
    expect(Object.getPrototypeOf(result)).toBe(Object.prototype);
    expect(refusal({}, [{ op: 'remove', path: '/toString' }]).message).toContain('nothing at /toString');
    expect(refusal({}, [{ op: 'add', path: '/__proto__/x', value: 1 }]).message).toContain('add /__proto__ first');
    expect(refusal({ a: [] }, [{ op: 'replace', path: '/a/length', value: 1 }]).path).toEqual(['payloadJsonPatch', 0]);
  });

  it('tests equality whatever the order of keys', () => {
    fc.assert(fc.property(json, (value) => deepEqual(applyPatch(value, [{ op: 'test', path: '', value }]), value)));
    expect(applyPatch({ a: 1, b: [2] }, [{ op: 'test', path: '', value: { b: [2.0], a: 1 } }])).toBeTruthy();
  });

  it('may replace, test, add and move the root in place, but not remove it', () => {
    expect(applyPatch({ a: 1 }, [{ op: 'replace', path: '', value: { b: 1 } }])).toEqual({ b: 1 });
    expect(applyPatch({ a: 1 }, [{ op: 'move', from: '', path: '' }])).toEqual({ a: 1 });
    expect(refusal({ a: 1 }, [{ op: 'remove', path: '' }]).message).toContain('cannot be removed');
  });
});

describe('a patch that does not apply says where and what to do', () => {
  const document = { endpoints: [{ path: '/a' }], text: 'x' };
  it.each<[Json, string]>([
    [{ op: 'replace', path: '/endpoints/9', value: 1 }, '[0]: there is nothing at /endpoints/9 to replace; read'],
    [{ op: 'remove', path: '/endpoints/01' }, 'nothing at /endpoints/01 to remove'],
    [{ op: 'remove', path: '/endpoints/-' }, 'nothing at /endpoints/- to remove'],
    [{ op: 'add', path: '/endpoints/2', value: 1 }, 'use an index from 0 to 1, or "-" for the end'],
    [{ op: 'add', path: '/text/x', value: 1 }, '/text is the string "x", so nothing can be put at /text/x'],
    [{ op: 'add', path: '/a/b/c', value: 1 }, 'there is nothing at /a to put /a/b/c into; add /a first'],
    [{ op: 'move', from: '/endpoints', path: '/endpoints/0' }, 'cannot be moved into itself'],
    [{ op: 'copy', from: '/none', path: '/a' }, 'nothing at /none to copy'],
    [{ op: 'test', path: '/text', value: 'y' }, 'the test of /text failed: the string "x" stands there'],
    [{ op: 'add', path: '/a' }, '[0].value: "value" is missing'],
    [
      { op: 'ad', path: '/a', value: 1 },
      '[0].op: "op" is one of add, remove, replace, move, copy, test, not the string "ad"',
    ],
    [{ op: 'add', value: 1 }, '[0].path: "path" has to be a JSON Pointer such as "/endpoints/0", but is nothing'],
    [{ op: 'add', path: 'a', value: 1 }, 'is no JSON Pointer: it has to be empty'],
    [{ op: 'add', path: '/a~2', value: 1 }, 'write "~" in a key as "~0"'],
    [{ op: 'move', path: '/a' }, '[0].from: "from" has to be'],
    [null, 'an operation is an object such as'],
  ])('%j', (operation, message) => {
    const error = refusal(document, [operation]);
    expect(error.message).toContain(message);
    expect(error.message).toMatch(/^payloadJsonPatch\[0\]/);
    expect(error.path.slice(0, 2)).toEqual(['payloadJsonPatch', 0]);
  });

  it('names the operation by its index', () => {
    const good = { op: 'add', path: '/n', value: 1 };
    expect(refusal(document, [good, good, { op: 'remove', path: '/m' }]).path).toEqual(['payloadJsonPatch', 2]);
    expect(refusal(document, { op: 'add' }).path).toEqual(['payloadJsonPatch']);
  });

  it('stays short whatever it names', () => {
    const error = refusal(document, [{ op: 'remove', path: `/${'x'.repeat(100_000)}` }]);
    expect(error.message.length).toBeLessThan(500);
  });
});

describe('a patch cannot do harm', () => {
  it('by copies of copies', () => {
    const bomb = Array.from({ length: 60 }, () => ({ op: 'copy', from: '', path: '/a' }));
    expect(refusal({ text: 'x'.repeat(1_000) }, bomb).reason).toBe('too-large');
  });

  it('by its depth', () => {
    let deep: Json = 1;
    for (let level = 0; level < 100_000; level += 1) deep = [deep];
    const path = `/a${'/0'.repeat(50_000)}`;
    const operations: Json[] = [
      { op: 'add', path: '/a', value: deep },
      { op: 'test', path: '/a', value: deep },
      { op: 'copy', from: path, path: '/b' },
      { op: 'replace', path, value: 1 },
    ];
    expect(applyPatch({}, operations)).toHaveProperty('b');
  });

  it('by the number of its operations', () => {
    const operations = Array.from({ length: 20_001 }, () => ({ op: 'test', path: '', value: {} }));
    expect(refusal({}, operations).message).toContain('at most 20000 operations');
  });
});
