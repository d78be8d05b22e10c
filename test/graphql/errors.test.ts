import { GraphQLError, parse } from 'graphql';
import { ContextError } from '../../src/contract/errors.ts';
import { formatErrors, toErrorList } from '../../src/graphql/error-list.ts';
import { toGraphQLError } from '../../src/graphql/errors.ts';

const reported: unknown[] = [];
const sink = { requestId: 'r-1', report: (error: unknown) => void reported.push(error) };
const extensionsOf = (error: unknown) => toGraphQLError(error, sink).extensions;

beforeEach(() => {
  reported.length = 0;
});

describe('an error that crosses the wire', () => {
  it('keeps code, message and extensions of a ContextError, however often it is wrapped', () => {
    const error = new ContextError('VERSION_CONFLICT', 'It is 1.2 by now.', { currentVersion: '1.2' });
    const wrapped = new GraphQLError('x', {
      path: ['a'],
      originalError: new GraphQLError('y', { originalError: error }),
    });
    expect(toGraphQLError(wrapped, sink).toJSON()).toMatchObject({
      message: 'It is 1.2 by now.',
      path: ['a'],
      extensions: { code: 'VERSION_CONFLICT', retryable: false, currentVersion: '1.2' },
    });
    expect(extensionsOf(new ContextError('OVERLOADED', 'Later.'))).toMatchObject({ retryable: true });
    expect(reported).toEqual([]);
  });

  it('says nothing of what went wrong inside, and is reported once', () => {
    const error = new Error('connect ECONNREFUSED 10.0.0.7');
    const first = toGraphQLError(new GraphQLError(error.message, { path: ['room'], originalError: error }), sink);
    expect(JSON.stringify(first)).not.toMatch(/ECONN|10\.0|stack/);
    expect(first.toJSON()).toMatchObject({
      path: ['room'],
      extensions: { code: 'INTERNAL', retryable: false, requestId: 'r-1' },
    });
    expect(toGraphQLError(first, sink)).toBe(first);
    expect(reported).toEqual([error]);
  });

  it('tells the mistakes of a document from faults of a resolver', () => {
    let syntaxError: unknown;
    try {
      parse('{ a(');
    } catch (error) {
      syntaxError = error;
    }
    expect(extensionsOf(syntaxError)).toEqual({ code: 'GRAPHQL_PARSE_FAILED', retryable: false });
    const ofSerialize = new GraphQLError('Enum cannot represent', {
      path: ['a'],
      originalError: new GraphQLError('x'),
    });
    expect(extensionsOf(ofSerialize)).toMatchObject({ code: 'INTERNAL' });
    expect(extensionsOf('a thrown text')).toMatchObject({ code: 'INTERNAL' });
  });

  it('cuts what graphql-js quotes, never within a surrogate pair, and keeps the reason', () => {
    for (const shift of ['', 'x']) {
      const quoting = `Variable "$v" got "${shift}${'🚀'.repeat(99_999)}"; it is no number.`;
      const { message } = toGraphQLError(new GraphQLError(quoting), sink);
      expect(message.length).toBeLessThanOrEqual(502);
      expect(message.isWellFormed()).toBe(true);
      expect(message).toMatch(/^Variable "\$v" got .*it is no number\.$/);
    }
  });
});

describe('the errors of one answer', () => {
  const issue = { path: ['payload', 'k'.repeat(200)], pointer: '/k', message: 'm'.repeat(200) };
  const invalid = () =>
    new ContextError('PAYLOAD_INVALID', 'Bad.', { issues: Array.from({ length: 50 }, () => issue), issueCount: 50 });

  it.each([
    ['many errors', Array.from({ length: 500 }, () => new GraphQLError('漢'.repeat(400)))],
    ['many issues', Array.from({ length: 10 }, invalid)],
    [
      'a long path',
      [new GraphQLError('x', { path: ['p'.repeat(50_000)], originalError: new ContextError('NOT_FOUND', 'n') })],
    ],
    ['large extensions', [new ContextError('VERSION_CONFLICT', 'x', { jsonPatch: 'y'.repeat(50_000) })]],
  ])('stay under 16 KiB with %s', (_, errors) => {
    const formatted = formatErrors(errors, sink);
    expect(Buffer.byteLength(JSON.stringify({ data: null, errors: formatted }))).toBeLessThan(16 * 1024);
    expect(formatted.length).toBeGreaterThan(0);
    expect(formatted.length).toBeLessThanOrEqual(20);
    for (const { extensions } of formatted)
      expect(extensions).toMatchObject({ code: expect.any(String), retryable: false });
  });

  it('count those that are left out, and come back as they are from a second bounding', () => {
    const list = toErrorList(
      Array.from({ length: 25 }, () => new GraphQLError('x')),
      sink,
    );
    expect(list).toHaveLength(20);
    expect(list[19]!.message).toContain('6 more');
    expect(toErrorList(list, sink)).toEqual(list);
  });

  it('list as many issues as fit, and still tell how many there are', () => {
    const [first] = formatErrors([invalid()], sink);
    expect(first!.extensions!.issueCount).toBe(50);
    expect((first!.extensions!.issues as unknown[]).length).toBeGreaterThan(20);
  });

  it('do not carry the HTTP status that Yoga notes in them', () => {
    const [error] = formatErrors([new GraphQLError('x', { extensions: { http: { status: 400 } } })], sink);
    expect(error!.extensions).toEqual({ code: 'BAD_USER_INPUT', retryable: false });
  });
});
