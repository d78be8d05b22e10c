import { ContextError } from '../../src/contract/errors.ts';
import { checkPayload, validatePayload } from '../../src/payloads/validate.ts';
import { samples } from './samples.ts';

const [endpoint] = samples.api_contract.endpoints;
const contract = (...endpoints: unknown[]) => ({ service: 's', version: '1', endpoints });
const onlyIssue = (type: Parameters<typeof validatePayload>[0], value: unknown) => {
  const { issues, issueCount } = validatePayload(type, value);
  expect(issueCount).toBe(1);
  return issues[0];
};
const refusalOf = (run: () => unknown): ContextError => {
  try {
    run();
  } catch (error) {
    if (error instanceof ContextError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
};
const noteOf = (bytes: number) => ({ text: 'x'.repeat(bytes - '{"text":""}'.length) });

describe('what the issues of a payload say', () => {
  it('a method in another case: the allowed ones, what came and what was meant', () => {
    expect(onlyIssue('api_contract', contract(endpoint, { ...endpoint, method: 'get' }))).toEqual({
      path: ['payload', 'endpoints', 1, 'method'],
      pointer: '/endpoints/1/method',
      message:
        'payload.endpoints[1].method must be one of GET, POST, PUT, DELETE, PATCH (upper case); got "get". Did you mean "GET"?',
      expected: 'one of GET, POST, PUT, DELETE, PATCH (upper case)',
      received: '"get"',
    });
  });

  it('a missing field', () => {
    expect(onlyIssue('task', { task_id: 'T-9', acceptance_criteria: ['works'] })).toEqual({
      path: ['payload', 'technical_notes'],
      pointer: '/technical_notes',
      message: 'payload.technical_notes is required and missing: it must be a string.',
      expected: 'string',
      received: 'nothing',
    });
  });

  it('null for an optional field: leave it out', () => {
    expect(onlyIssue('note', { text: 't', references: null })).toEqual({
      path: ['payload', 'references'],
      pointer: '/references',
      message: 'payload.references must be an array; got null. It is optional: leave it out instead.',
      expected: 'array',
      received: 'null',
    });
    expect(onlyIssue('api_contract', contract({ ...endpoint, request: null }))?.message).toBe(
      'payload.endpoints[0].request must be an object; got null. It is optional: leave it out instead.',
    );
  });

  it('null for a required field is only of the wrong type', () => {
    expect(onlyIssue('note', { text: null })?.message).toBe('payload.text must be a string; got null.');
  });

  it('an endpoint given as a string', () => {
    expect(onlyIssue('api_contract', contract(endpoint, 'GET /api/polls'))).toEqual({
      path: ['payload', 'endpoints', 1],
      pointer: '/endpoints/1',
      message: 'payload.endpoints[1] must be an object; got the string "GET /api/polls".',
      expected: 'object',
      received: 'string',
    });
  });

  it('blank text and an empty list', () => {
    expect(onlyIssue('note', { text: ' \n' })).toEqual({
      path: ['payload', 'text'],
      pointer: '/text',
      message: 'payload.text must hold something other than white space; got " \\n".',
      expected: 'something other than white space',
      received: '" \\n"',
    });
    expect(onlyIssue('api_contract', contract())?.message).toBe(
      'payload.endpoints must have at least one element; got an empty array.',
    );
  });

  it.each([
    [{ text: 5 }, 'payload.text must be a string; got the number 5. Did you mean "5"?'],
    [{ text: 't', references: 'a' }, 'payload.references must be an array; got the string "a". Did you mean ["a"]?'],
    [
      { text: 't', references: '["a"]' },
      'payload.references must be an array; got the string "[\\"a\\"]". Send it as an array, not as JSON text.',
    ],
  ])('the likely slip is named: %j', (payload, message) => {
    expect(onlyIssue('note', payload)?.message).toBe(message);
  });

  it('a boolean in quotes', () => {
    expect(onlyIssue('api_contract', contract({ ...endpoint, auth_required: 'False' }))?.message).toBe(
      'payload.endpoints[0].auth_required must be a boolean; got the string "False". Did you mean false, without quotes?',
    );
  });

  it('long values are cut, never within a surrogate pair', () => {
    const { message } = onlyIssue('note', { text: 't', references: `x${'\u{1F680}'.repeat(5_000)}` })!;
    expect(message.length).toBeLessThan(260);
    expect(message.isWellFormed()).toBe(true);
    expect(message).toContain('\u{1F680}…');
  });

  it('all problems are told at once', () => {
    const payload = { service: ' ', endpoints: [{ method: 'HEAD', path: 5, auth_required: 'no' }, 7], base_url: null };
    expect(validatePayload('api_contract', payload).issues.map(({ pointer }) => pointer)).toEqual([
      '/service',
      '/version',
      '/endpoints/0/method',
      '/endpoints/0/path',
      '/endpoints/0/response',
      '/endpoints/0/auth_required',
      '/endpoints/0/description',
      '/endpoints/1',
      '/base_url',
    ]);
  });

  it('what breaks the schema and what cannot be kept are told together', () => {
    const { issues, issueCount } = validatePayload('task', { task_id: 'T\0', technical_notes: 'cut \ud83c' });
    expect(issues.map(({ pointer }) => pointer)).toEqual(['/acceptance_criteria', '/task_id', '/technical_notes']);
    expect(issueCount).toBe(3);
    expect(issues[1]?.message).toMatch(/^payload\.task_id: .*U\+0000/);
  });
});

describe('a payload that is no object', () => {
  it('as JSON text: send the object itself', () => {
    expect(onlyIssue('note', '{"text":"hello"}')).toEqual({
      path: ['payload'],
      pointer: '',
      message:
        'payload must be an object; got the string "{\\"text\\":\\"hello\\"}". Send the object itself, not JSON text.',
      expected: 'object',
      received: 'string',
    });
  });

  it.each([null, undefined, [], 5, true])('is refused as PAYLOAD_INVALID: %j', (value) => {
    const { code, extensions } = refusalOf(() => checkPayload('note', value));
    expect({ code, count: extensions.issueCount }).toEqual({ code: 'PAYLOAD_INVALID', count: 1 });
    expect(extensions.issues).toMatchObject([{ path: ['payload'], pointer: '', expected: 'object' }]);
  });
});

describe('odd keys', () => {
  const parsed = (text: string) => JSON.parse(text);

  it('a payload may hold __proto__, constructor and toString, at every level', () => {
    const text = '{"text":"t","__proto__":{"text":5},"constructor":1,"a":{"__proto__":null,"toString":[]}}';
    expect(checkPayload('note', parsed(text))).toEqual({ text, bytes: Buffer.byteLength(text) });
  });

  it('a required field that only __proto__ holds is missing', () => {
    expect(onlyIssue('note', parsed('{"__proto__":{"text":"t"}}'))?.pointer).toBe('/text');
  });
});

describe('the size of a payload', () => {
  it('65,536 bytes are accepted, with their text', () => {
    const value = noteOf(65_536);
    expect(checkPayload('note', value)).toEqual({ text: JSON.stringify(value), bytes: 65_536 });
  });

  it('65,537 bytes are refused with the limit and the size', () => {
    const { code, message, extensions } = refusalOf(() => checkPayload('note', noteOf(65_537)));
    const told =
      'payload must be at most 65,536 bytes of compact UTF-8 JSON; this one is 65,537. Shorten it, or spread it over several entries.';
    expect({ code, message, extensions }).toEqual({
      code: 'LIMIT_EXCEEDED',
      message: told,
      extensions: {
        limit: 65_536,
        found: 65_537,
        issueCount: 1,
        issues: [
          {
            path: ['payload'],
            pointer: '',
            message: told,
            expected: 'at most 65,536 bytes of compact UTF-8 JSON',
            received: '65,537 bytes',
          },
        ],
      },
    });
  });

  it('counts bytes, not characters', () => {
    const { extensions } = refusalOf(() => checkPayload('note', { text: '\u6c7a'.repeat(30_000) }));
    expect(extensions).toMatchObject({ limit: 65_536, found: 90_011 });
  });

  it('a payload that is both too large and invalid is too large', () => {
    const { code, extensions } = refusalOf(() => checkPayload('note', { text: 5, more: 'x'.repeat(65_536) }));
    expect({ code, count: extensions.issueCount }).toEqual({ code: 'LIMIT_EXCEEDED', count: 1 });
  });
});

describe('nesting', () => {
  /** A note of so many levels: itself, and arrays within. */
  const nested = (levels: number) => JSON.parse(`{"text":"t","n":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`);

  it('100 levels are accepted, 101 are not', () => {
    expect(validatePayload('note', nested(100))).toEqual({ issues: [], issueCount: 0 });
    expect(refusalOf(() => checkPayload('note', nested(101))).code).toBe('PAYLOAD_INVALID');
  });

  it('no depth overflows the stack', () => {
    for (const levels of [5_000, 30_000, 400_000])
      expect(['PAYLOAD_INVALID', 'LIMIT_EXCEEDED']).toContain(
        refusalOf(() => checkPayload('note', nested(levels))).code,
      );
  });
});
