import fc from 'fast-check';
import { RawJson, stringify } from '../../src/json/raw-json.ts';

describe('stringify', () => {
  it('writes a text as it is, digits and spaces included', () => {
    const text = '{"b":1.50,"a":[1e2, "x"],"10":0,"2":0}';
    expect(stringify({ first: new RawJson(text), second: [new RawJson('null')] })).toBe(
      `{"first":${text},"second":[null]}`,
    );
  });

  it('takes no string of a caller for a text', () => {
    const marks = stringify({ a: 'raw:00000000-0000-4000-8000-000000000000', b: new RawJson('"raw:"'), c: 'raw:' });
    expect(JSON.parse(marks)).toEqual({ a: 'raw:00000000-0000-4000-8000-000000000000', b: 'raw:', c: 'raw:' });
  });

  it('leaves no line break that a reader of server-sent events could split at', () => {
    const value = { text: 'a\u2028b\u2029c\u0085d', raw: new RawJson('"\u2028"') };
    expect(stringify(value)).toBe('{"text":"a\\u2028b\\u2029c\\u0085d","raw":"\\u2028"}');
  });

  it('gives the value back, whatever it is and wherever the texts stand', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue({ stringUnit: 'binary' })), (values) => {
        const mixed = values.map((value, index) => (index % 2 ? new RawJson(JSON.stringify(value)) : value));
        expect(stringify({ mixed })).toBe(stringify({ mixed: values }));
        expect(JSON.parse(stringify({ mixed }))).toEqual(JSON.parse(JSON.stringify({ mixed: values })));
      }),
    );
  });

  it('nests: a text that was written by it is a text again', () => {
    const inner = new RawJson(stringify({ data: new RawJson('{"__proto__":1}') }));
    expect(stringify({ id: '1', payload: inner })).toBe('{"id":"1","payload":{"data":{"__proto__":1}}}');
  });
});

it('plain JSON.stringify writes the value', () => {
  expect(JSON.stringify({ a: new RawJson('{"b": [1]}') })).toBe('{"a":{"b":[1]}}');
});

it('a value that cannot be written leaves the next one unharmed', () => {
  const loop: unknown[] = [new RawJson('1')];
  loop.push(loop);
  expect(() => stringify(loop)).toThrow();
  expect(JSON.stringify(new RawJson('[2]'))).toBe('[2]');
});
