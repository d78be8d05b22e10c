import { inspect } from 'node:util';
import fc from 'fast-check';
import { findUnkeepable } from '../../src/json/fidelity.ts';
import { InexactNumber, isInexact } from '../../src/json/numbers.ts';
import { parseJson } from '../../src/json/parse-json.ts';
import { json } from './arbitrary.ts';

const find = (value: unknown, maxIssues = 50) => findUnkeepable(value, { maxIssues });
const nestedText = (depth: number, leaf = ''): string => '['.repeat(depth) + leaf + ']'.repeat(depth);

describe('numbers', () => {
  it.each([
    ...['0', '-0', '1.0', '1e2', '0.10', '2.5e-7', '5e-324', '1e308', '1.7976931348623157e308', '0.92156863212585449'],
    ...[
      '9007199254740991',
      '-9007199254740991',
      '9007199254740991.0',
      '4294967296',
      '1e21',
      '1E+21',
      '0e400',
      '0.0e-999',
    ],
    ...['123456789012345000000000', '1.23456789012345e300', '-1.7976931348623157E+308', '9.007199254740991e15'],
    ...['0.1000000000000000055511151231257827', `0.${'0'.repeat(300)}1`],
  ])('%s is kept', (literal) => {
    expect(isInexact(literal)).toBe(false);
    expect(parseJson(`[${literal}]`)).toEqual([Number(literal)]);
  });

  it.each([
    ...['9007199254740992', '9007199254740993', '-9007199254740993', '9007199254740993.0', '12345678901234567890'],
    ...['1e20', '9.007199254740993e15', '9007199254740.993e3', '90071992547409930e-1', '999999999999999999999'],
    ...['1234567890123456000000', '1.23456789012345678e300', '9007199254740993.5', '1.0000000000000000000001e25'],
  ])('%s would be another number, and is refused', (literal) => {
    expect(isInexact(literal)).toBe('integer');
    expect(find(parseJson(`{"n":${literal}}`)).issues).toEqual([
      {
        path: ['payload', 'n'],
        pointer: '/n',
        message: `The number ${literal} cannot be kept exactly; send it as a string`,
        expected: 'an integer within ±9007199254740991',
        received: literal,
      },
    ]);
  });

  it.each(['1e400', '-1e400', '1.8e308', '1e-400', '-1e-324', '1'.repeat(400), `0.${'0'.repeat(400)}1`])(
    '%s is out of range',
    (literal) => {
      expect(isInexact(literal)).toBe('range');
      expect(find(parseJson(`{"n":${literal}}`)).issues[0]!.message).toMatch(/beyond the range of a double/);
    },
  );

  it('that are kept come back as they were written, and pass once more when they are read again', () => {
    const literal = fc
      .tuple(
        fc.constantFrom('', '-'),
        fc.bigInt({ min: 0n, max: 10n ** 24n }),
        fc.nat(400),
        fc.constantFrom('', 'e', 'E-'),
      )
      .map(([sign, digits, power, e]) => `${sign}${digits}${e === '' ? '' : `${e}${power}`}`);
    fc.assert(
      fc.property(literal, (text) => {
        if (isInexact(text)) return true;
        const value = Number(text);
        const isInteger = !text.includes('-', 1);
        if (isInteger && BigInt(Math.abs(value)) <= 2n ** 53n && !text.includes('E')) {
          const [digits, power = '0'] = text.split('e');
          if (BigInt(digits!) * 10n ** BigInt(power) !== BigInt(value)) return false;
        }
        return !isInexact(JSON.stringify(value)) && find(value).issueCount === 0;
      }),
      { numRuns: 2_000 },
    );
  });

  it('that were parsed already are checked as far as can be told', () => {
    expect(find([2 ** 53, -(2 ** 60), Number.POSITIVE_INFINITY, Number.NaN]).issueCount).toBe(4);
    expect(find([2 ** 53 - 1, 1e21, 1.5, 5e-324, -0]).issueCount).toBe(0);
  });
});

describe('parseJson', () => {
  it('gives what JSON.parse gives, where every number is kept', () => {
    fc.assert(
      fc.property(json, fc.constantFrom(undefined, 1, '\t'), (value, space) => {
        const text = JSON.stringify(value, undefined, space);
        const parsed = parseJson(text);
        return find(parsed).issues.some((issue) => issue.message.startsWith('The number'))
          ? find(JSON.parse(text)).issueCount > 0
          : JSON.stringify(parsed) === JSON.stringify(JSON.parse(text));
      }),
    );
  });

  it('finds numbers in the text and nothing in strings or keys', () => {
    const text = '{"a":"1e400","1e400":1e400,"b\\\\":12345678901234567890,"c\\"1e400":[-1e400,"\\\\\\"1e400", 1e5]}';
    const parsed = parseJson(text) as Record<string, unknown>;
    expect(parsed.a).toBe('1e400');
    expect(parsed['1e400']).toEqual(new InexactNumber('1e400', 'range'));
    expect(parsed['b\\']).toEqual(new InexactNumber('12345678901234567890', 'integer'));
    expect(parsed['c"1e400']).toEqual([new InexactNumber('-1e400', 'range'), '\\"1e400', 1e5]);
    expect(Object.keys(parsed)).toEqual(['a', '1e400', 'b\\', 'c"1e400']);
  });

  it('gives a number at the root, and below keys of any name', () => {
    expect(parseJson(' 1e400 ')).toEqual(new InexactNumber('1e400', 'range'));
    const parsed = parseJson('{"__proto__":1e400}') as object;
    expect(Object.getOwnPropertyDescriptor(parsed, '__proto__')?.value).toBeInstanceOf(InexactNumber);
    expect(parseJson('{"a":1e400,"a":1}')).toEqual({ a: 1 });
  });

  it('refuses what JSON.parse refuses', () => {
    for (const text of ['{12345678901234567890:1}', '[01e400]', '[1e400', '[1e400e400]', '[-]', '', '1e400 x']) {
      expect(() => parseJson(text)).toThrow(SyntaxError);
    }
  });

  it('reads a mebibyte of anything', () => {
    const size = 2 ** 20;
    const texts = [
      `"${'\\'.repeat(size)}"`,
      `"${'\\"'.repeat(size / 2)}",1e400`,
      `["${'\\\\'.repeat(size / 2)}",1e400]`,
      '1'.repeat(size),
      `"${'1234567890'.repeat(size / 10)}"`,
      `[${'1e5,'.repeat(size / 4)}1]`,
      `[${'"1e5",'.repeat(size / 8)}1e400]`,
      nestedText(size / 2, '1e400'),
    ];
    for (const text of texts) {
      let expected: unknown = SyntaxError;
      try {
        expected = typeof JSON.parse(text);
      } catch {}
      if (expected === SyntaxError) expect(() => parseJson(text)).toThrow(SyntaxError);
      else expect(find(parseJson(text)).issueCount).toBeLessThan(3);
    }
  });

  it('an inexact number prints as it was written', () => {
    const number = new InexactNumber('1e400', 'range');
    expect([String(number), inspect(number), number.toJSON()]).toEqual(['1e400', '1e400', '1e400']);
    expect(String(new InexactNumber('1'.repeat(5_000), 'range')).length).toBeLessThan(70);
  });
});

describe('findUnkeepable', () => {
  it('finds U+0000 and half a surrogate pair in texts and in keys, in document order', () => {
    const value = JSON.parse(
      '{"text":"a\\u0000","log":{"k\\u0000":1},"cut":["\\ud83c x","\\ud83d\\ude00"],"\\udc00":{}}',
    );
    const { issues, issueCount } = find(value);
    expect(issueCount).toBe(4);
    expect(issues.map(({ path, pointer }) => [path, pointer])).toEqual([
      [['payload', 'text'], '/text'],
      [['payload', 'log'], '/log'],
      [['payload', 'cut', 0], '/cut/0'],
      [['payload'], ''],
    ]);
    expect(issues[0]!.message).toMatch(/U\+0000/);
    expect(issues[2]!.message).toMatch(/surrogate.*\\ud83c at index 0.*Unicode/);
    expect(issues.every(({ expected, received }) => expected && received)).toBe(true);
  });

  it('lets 100 levels pass and refuses the 101st at its place', () => {
    expect(find(JSON.parse(nestedText(100, '1'))).issueCount).toBe(0);
    const { issues, issueCount } = find(JSON.parse(nestedText(103)));
    expect(issueCount).toBe(1);
    expect(issues[0]!.path).toEqual(['payload', ...Array(100).fill(0)]);
    expect(issues[0]!.message).toMatch(/100 levels \(103 found\)/);
    expect(find(JSON.parse(nestedText(500_000))).issues[0]!.received).toBe('500000 levels');
  });

  it('lists so many issues and counts all', () => {
    const { issues, issueCount } = find(Array(30_000).fill('\0'), 50);
    expect([issues.length, issueCount]).toEqual([50, 30_000]);
  });

  it('stays small below long keys', () => {
    const long = (index: number) => [`${index}${'k'.repeat(20_000)}`, { a: '\0' }];
    const { issues, issueCount } = find(Object.fromEntries(Array.from({ length: 50 }, (_, index) => long(index))));
    expect(issueCount).toBe(50);
    expect(JSON.stringify(issues).length).toBeLessThan(16_000);
    expect(issues[0]).toMatchObject({ path: ['payload'], pointer: '' });
  });
});
