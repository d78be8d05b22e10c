import fc from 'fast-check';
import { ContextError, type Issue } from '../../src/contract/errors.ts';
import { type ContextType, payloadTypes } from '../../src/payloads/types.ts';
import { checkPayload, validatePayload } from '../../src/payloads/validate.ts';
import { samples } from './samples.ts';

const anyType = fc.constantFrom(...(Object.keys(payloadTypes) as ContextType[]));
const oddKeys = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'a/b', 'm~n', ''];
const key = fc.oneof(fc.constantFrom(...oddKeys), fc.string({ unit: 'grapheme' }));
const scalar = fc.oneof(fc.string({ unit: 'grapheme' }), fc.integer(), fc.boolean(), fc.constant(null));
const { any } = fc.letrec<{ any: unknown }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3 },
    scalar,
    fc.array(tie('any'), { maxLength: 3 }),
    fc.array(fc.tuple(key, tie('any')), { maxLength: 3 }).map((entries) => objectOf(entries)),
  ),
}));

/** As JSON.parse makes objects: every key an own key. */
function objectOf(entries: [string, unknown][]): object {
  return JSON.parse(
    `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',')}}`,
  );
}

/** Any object, often one with fields of the type, some of them wrong. */
const anyPayload = anyType.chain((type) =>
  fc.tuple(
    fc.constant(type),
    fc
      .array(fc.tuple(fc.oneof(fc.constantFrom(...Object.keys(samples[type])), key), any), { maxLength: 8 })
      .map((entries) => objectOf([...Object.entries(samples[type]).slice(0, 4), ...entries])),
  ),
);

const pointedAt = (root: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((value: unknown, token) => {
      expect(value).toBeInstanceOf(Object);
      return Object.getOwnPropertyDescriptor(value, token)?.value;
    }, root);

const reached = (root: unknown, path: Issue['path']): unknown =>
  path.slice(1).reduce((value: unknown, token) => Object.getOwnPropertyDescriptor(value, token)?.value, root);

const answerOf = (type: ContextType, value: unknown): string => {
  try {
    return JSON.stringify(checkPayload(type, value));
  } catch (error) {
    if (!(error instanceof ContextError)) throw error;
    return JSON.stringify({ message: error.message, extensions: { code: error.code, ...error.extensions } });
  }
};

describe('any payload', () => {
  it('with extra fields is accepted and stays as it is', () => {
    const extras = fc.array(fc.tuple(key, any), { maxLength: 6 });
    fc.assert(
      fc.property(anyType, extras, (type, entries) => {
        const own = new Set(Object.keys(samples[type]));
        const value = objectOf([...Object.entries(samples[type]), ...entries.filter(([name]) => !own.has(name))]);
        const before = JSON.stringify(value);
        expect(checkPayload(type, value)).toEqual({ text: before, bytes: Buffer.byteLength(before) });
        expect(JSON.stringify(value)).toBe(before);
      }),
    );
  });

  it('is accepted without a change, or has issues whose pointers point where their paths say', () => {
    fc.assert(
      fc.property(anyPayload, ([type, value]) => {
        const before = JSON.stringify(value);
        const { issues, issueCount } = validatePayload(type, value);
        expect(issues).toHaveLength(Math.min(50, issueCount));
        for (const { path, pointer, message, expected, received } of issues) {
          expect(path[0]).toBe('payload');
          expect(pointedAt(value, pointer!)).toBe(reached(value, path));
          expect([message, expected, received].every((text) => typeof text === 'string' && text !== '')).toBe(true);
        }
        expect(JSON.stringify(value)).toBe(before);
      }),
      { numRuns: 300 },
    );
  });

  // The schema is run by an inner way of zod: a version of zod that changes it is noticed here.
  it('has the problems that safeParse of zod finds, in its order', () => {
    fc.assert(
      fc.property(anyPayload, ([type, value]) => {
        const { error } = payloadTypes[type].safeParse(value);
        const expected = (error?.issues ?? []).map(({ path }) => ['payload', ...path]);
        const { issues, issueCount } = validatePayload(type, value);
        expect(issues.slice(0, expected.length).map(({ path }) => path)).toEqual(expected.slice(0, issues.length));
        expect(issueCount).toBeGreaterThanOrEqual(expected.length);
      }),
      { numRuns: 300 },
    );
  });

  it('is answered in less than 16 KiB', () => {
    fc.assert(fc.property(anyPayload, ([type, value]) => expect(answerOf(type, value).length).toBeLessThan(16_384)));
  });
});

describe('payloads made to hurt', () => {
  const list = (length: number, element: unknown) => Array.from({ length }, () => element);
  const contract = (endpoints: unknown) => ({ service: 's', version: '1', endpoints });
  const payloads: [string, ContextType, object][] = [
    ['30,000 endpoints that are numbers', 'api_contract', contract(list(30_000, 0))],
    ['20,000 empty endpoints', 'api_contract', contract(list(20_000, {}))],
    ['30,000 references that are numbers', 'note', { text: 't', references: list(30_000, 0) }],
    ['long values of escapes', 'note', { text: 't', references: list(50, { '\u0001': '\u0001'.repeat(200) }) }],
    ['50 long texts in place of lists', 'api_contract', contract(list(50, '\u0001'.repeat(210)))],
    ['a key of 60 KB that cannot be kept', 'note', { text: 't', [`${'k'.repeat(60_000)}\0`]: 1 }],
    ['keys that double when escaped', 'note', { text: 't', ['~/"'.repeat(9_000)]: { ['\u0002'.repeat(900)]: '\0' } }],
    [
      '250 long keys that cannot be kept',
      'note',
      { text: 't', ...Object.fromEntries(list(250, 0).map((_, i) => [`${i}\0${'\u{1F680}'.repeat(50)}`, 1])) },
    ],
  ];

  it.each(payloads)('%s: a small answer with the whole count, soon', (_, type, value) => {
    // Of this process: a busy machine must not fail it.
    const before = process.cpuUsage();
    const answer = answerOf(type, value);
    const { user, system } = process.cpuUsage(before);
    const ms = (user + system) / 1_000;
    expect(Buffer.byteLength(answer)).toBeLessThan(15_000);
    const { issues, issueCount } = JSON.parse(answer).extensions;
    expect(issues.length).toBeGreaterThan(0);
    expect(issues.length).toBeLessThanOrEqual(50);
    expect(issueCount).toBe(validatePayload(type, value).issueCount);
    expect(ms).toBeLessThan(1_000);
  });
});
