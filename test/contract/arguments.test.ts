import {
  checkAgentId,
  checkAll,
  checkConsumingAgents,
  checkFirst,
  checkIdempotencyKey,
  checkPointer,
  checkRoomId,
  checkSearch,
  checkSummary,
  parseVersionLabel,
} from '../../src/contract/arguments.ts';
import { ContextError } from '../../src/contract/errors.ts';
import { checkPayload } from '../../src/payloads/validate.ts';

const refusalOf = (run: () => unknown) => {
  try {
    run();
  } catch (error) {
    if (error instanceof ContextError) return { code: error.code, message: error.message, ...error.extensions };
    throw error;
  }
  throw new Error('nothing was refused');
};
/** The whole of a refusal with one issue. */
const one = (
  code: string,
  path: (string | number)[],
  message: string,
  expected: string,
  received: string,
  more = {},
) => ({
  code,
  message,
  issues: [{ path, message, expected, received }],
  issueCount: 1,
  ...more,
});
const rocket = '\u{1F680}';

describe('ids', () => {
  it.each(['heron', 'a b', 'équipe/é', rocket.repeat(128), '\u{1F469}\u200d\u{1F4BB}', 'a'.repeat(128), '0'])(
    'are accepted: %j',
    (id) => {
      expect(checkRoomId(id)).toBe(id);
      expect(checkAgentId('author', id)).toBe(id);
    },
  );

  it('have at most 128 code points', () => {
    for (const id of ['a'.repeat(129), rocket.repeat(129)])
      expect(refusalOf(() => checkRoomId(id))).toEqual(
        one(
          'LIMIT_EXCEEDED',
          ['roomId'],
          'roomId must be at most 128 code points; got 129.',
          'at most 128 code points',
          '129',
          {
            limit: 128,
            found: 129,
          },
        ),
      );
  });

  it('are not empty', () => {
    expect(refusalOf(() => checkAgentId('author', ''))).toEqual(
      one('BAD_USER_INPUT', ['author'], 'author must not be empty.', 'an id', '""'),
    );
  });

  it.each([' heron', 'heron ', '\u2003heron', 'heron\u00a0', '\ufeffheron', ' '])(
    'have no white space at either end: %j',
    (id) => {
      const shown = JSON.stringify(id);
      expect(refusalOf(() => checkAgentId('agentId', id))).toEqual(
        one(
          'BAD_USER_INPUT',
          ['agentId'],
          `agentId must not begin or end with white space; got ${shown}.`,
          'an id without white space at either end',
          shown,
        ),
      );
    },
  );

  it.each([
    ['her\u0007on', 'U+0007', '\\u0007'],
    ['her\u009bon', 'U+009B', '\\u009b'],
    ['her\u2028on', 'U+2028', '\\u2028'],
    ['her\u202eon', 'U+202E', '\\u202e'],
    ['her\u200fon', 'U+200F', '\\u200f'],
  ])('hold no control characters: %j', (id, name, shown) => {
    expect(refusalOf(() => checkRoomId(id))).toEqual(
      one(
        'BAD_USER_INPUT',
        ['roomId'],
        `roomId must not hold control characters; "her${shown}on" holds ${name}.`,
        'an id without control characters',
        name,
      ),
    );
  });

  it('are well-formed Unicode', () => {
    expect(refusalOf(() => checkRoomId('a\ud83d'))).toMatchObject({
      code: 'BAD_USER_INPUT',
      issues: [{ received: 'a lone surrogate' }],
    });
  });
});

describe('summaries', () => {
  it.each(['s', ' two\nlines\t\u0007 ', 'a'.repeat(4_000), rocket.repeat(4_000)])('are accepted', (summary) => {
    expect(checkSummary(summary)).toBe(summary);
  });

  it('have at most 4,000 code points', () => {
    for (const summary of ['a'.repeat(4_001), rocket.repeat(4_001)])
      expect(refusalOf(() => checkSummary(summary))).toEqual(
        one(
          'LIMIT_EXCEEDED',
          ['summary'],
          'summary must be at most 4,000 code points; got 4,001.',
          'at most 4,000 code points',
          '4,001',
          { limit: 4_000, found: 4_001 },
        ),
      );
  });

  it.each(['', '   ', '\u00a0\u2003', '\n\t'])('are not blank: %j', (summary) => {
    expect(refusalOf(() => checkSummary(summary))).toMatchObject({
      code: 'BAD_USER_INPUT',
      issues: [{ path: ['summary'], expected: 'text that is not blank' }],
    });
  });

  it('hold nothing that cannot be kept', () => {
    const { code, issues } = refusalOf(() => checkSummary('a\0b \ud83c')) as { code: string; issues?: unknown };
    expect(code).toBe('BAD_USER_INPUT');
    expect(issues).toEqual([
      {
        path: ['summary'],
        message:
          'summary must be well-formed Unicode; "a\\u0000b \\ud83c" holds half a surrogate pair. Cut text between characters.',
        expected: 'well-formed Unicode',
        received: 'a lone surrogate',
      },
      {
        path: ['summary'],
        message: 'summary must not hold U+0000; got "a\\u0000b \\ud83c". Remove it.',
        expected: 'text without U+0000',
        received: 'U+0000',
      },
    ]);
  });

  it.each(['x', ' ', '\0', rocket, '\ud83d'])('1 MB of %j is refused soon and briefly', (character) => {
    const summary = character.repeat(1_048_576 / character.length);
    const started = performance.now();
    const refusal = refusalOf(() => checkSummary(summary));
    expect(performance.now() - started).toBeLessThan(500);
    expect(JSON.stringify(refusal).length).toBeLessThan(4_000);
  });
});

describe('consuming agents', () => {
  const agents = (count: number) => Array.from({ length: count }, (_, i) => `agent-${i}`);

  it('lose repeats and keep their order', () => {
    expect(checkConsumingAgents(['b', 'a', 'b', 'c', 'a'])).toEqual(['b', 'a', 'c']);
    expect(checkConsumingAgents([])).toEqual([]);
  });

  it('are 50 distinct ones at most', () => {
    expect(checkConsumingAgents([...agents(50), ...agents(50)])).toEqual(agents(50));
    expect(refusalOf(() => checkConsumingAgents(agents(51)))).toEqual(
      one(
        'LIMIT_EXCEEDED',
        ['consumingAgents'],
        'consumingAgents must be at most 50 distinct agents; got 51.',
        'at most 50 distinct agents',
        '51',
        { limit: 50, found: 51 },
      ),
    );
  });

  it('are all checked, each under its place in the list as it was sent', () => {
    const refusal = refusalOf(() => checkConsumingAgents(['otter', 'otter', ' ', 'heron', 'x\ty']));
    expect(refusal).toMatchObject({ code: 'BAD_USER_INPUT', issueCount: 2 });
    expect(refusal).toHaveProperty('issues.0.path', ['consumingAgents', 2]);
    expect(refusal).toHaveProperty('issues.1.path', ['consumingAgents', 4]);
  });

  it('one that is too long is a matter of limits', () => {
    expect(refusalOf(() => checkConsumingAgents(['otter', 'a'.repeat(129)]))).toMatchObject({
      code: 'LIMIT_EXCEEDED',
      limit: 128,
      found: 129,
      issues: [{ path: ['consumingAgents', 1] }],
    });
  });
});

describe('idempotency keys', () => {
  it('have at most 256 bytes', () => {
    for (const key of ['k'.repeat(256), rocket.repeat(64)]) expect(checkIdempotencyKey(key)).toBe(key);
    expect(refusalOf(() => checkIdempotencyKey(`${rocket.repeat(64)}k`))).toEqual(
      one(
        'LIMIT_EXCEEDED',
        ['idempotencyKey'],
        'idempotencyKey must be at most 256 bytes; got 257.',
        'at most 256 bytes',
        '257',
        {
          limit: 256,
          found: 257,
        },
      ),
    );
  });

  it('are not empty and hold nothing that cannot be kept', () => {
    for (const key of ['', 'a\0', '\udc00'])
      expect(refusalOf(() => checkIdempotencyKey(key)).code).toBe('BAD_USER_INPUT');
  });
});

describe('other arguments', () => {
  it('first is 1 to 200, and 50 where it is left out', () => {
    expect([undefined, null, 1, 200].map(checkFirst)).toEqual([50, 50, 1, 200]);
    for (const first of [0, -1, 1.5, Number.NaN])
      expect(refusalOf(() => checkFirst(first))).toEqual(
        one(
          'BAD_USER_INPUT',
          ['first'],
          `first must be a whole number from 1 to 200; got ${first}.`,
          'a whole number from 1 to 200',
          String(first),
        ),
      );
    expect(refusalOf(() => checkFirst(201))).toEqual(
      one(
        'LIMIT_EXCEEDED',
        ['first'],
        'first must be at most 200 nodes a page; got 201.',
        'at most 200 nodes a page',
        '201',
        {
          limit: 200,
          found: 201,
        },
      ),
    );
  });

  it('words to search for are not blank, can be kept, and have at most 1,000 code points', () => {
    expect(checkSearch(rocket.repeat(1_000))).toBe(rocket.repeat(1_000));
    const issues = [{ path: ['filter', 'search'] }];
    for (const search of ['', ' \n', 'a\0', '\ud83d'])
      expect(refusalOf(() => checkSearch(search))).toMatchObject({ code: 'BAD_USER_INPUT', issues });
    expect(refusalOf(() => checkSearch('a'.repeat(1_001)))).toMatchObject({ code: 'LIMIT_EXCEEDED', issues });
  });

  it('an argument of a filter is named with the filter', () => {
    expect(refusalOf(() => checkAgentId('filter.author', ' a'))).toMatchObject({
      message: 'filter.author must not begin or end with white space; got " a".',
      issues: [{ path: ['filter', 'author'] }],
    });
  });

  it('a pointer is an RFC 6901 pointer, and what was meant is said', () => {
    expect(checkPointer('/a~1b/0')).toEqual(['a/b', '0']);
    expect(checkPointer('')).toEqual([]);
    expect(refusalOf(() => checkPointer('text'))).toMatchObject({
      code: 'BAD_USER_INPUT',
      message: expect.stringContaining('Did you mean "/text"?'),
      issues: [{ path: ['pointer'], received: '"text"' }],
    });
  });

  it('a version label is two integers', () => {
    expect(parseVersionLabel('version', '1.10')).toEqual({ major: 1, minor: 10 });
    expect(parseVersionLabel('version', '0.0')).toEqual({ major: 0, minor: 0 });
    for (const label of ['1', '1.', '1.01', '01.1', 'v1.2', '1.2.3', ' 1.2', '1.2\n', '-1.2', '1.2e3', '', '\u0661.2'])
      expect(refusalOf(() => parseVersionLabel('againstVersion', label))).toEqual(
        one(
          'BAD_USER_INPUT',
          ['againstVersion'],
          `againstVersion must be a version as entries show it, such as "1.0" or "1.12"; got ${JSON.stringify(label)}.`,
          'major.minor',
          JSON.stringify(label),
        ),
      );
  });
});

describe('all checks of a call', () => {
  it('give their results by name', () => {
    expect(checkAll({ roomId: () => checkRoomId('atlas'), agents: () => checkConsumingAgents(['a', 'a']) })).toEqual({
      roomId: 'atlas',
      agents: ['a'],
    });
  });

  it('refuse once, with the issues of all, under the code of the first', () => {
    const refusal = refusalOf(() =>
      checkAll({
        author: () => checkAgentId('author', ''),
        summary: () => checkSummary('s'),
        agents: () => checkConsumingAgents([' ']),
        payload: () => checkPayload('note', {}),
      }),
    ) as { code: string; issues?: { path: unknown }[]; issueCount?: number };
    expect({ code: refusal.code, count: refusal.issueCount }).toEqual({ code: 'BAD_USER_INPUT', count: 3 });
    expect(refusal.issues?.map(({ path }) => path)).toEqual([['author'], ['consumingAgents', 0], ['payload', 'text']]);
  });

  it('let other errors through', () => {
    const broken = () => {
      throw new TypeError('broken');
    };
    expect(() => checkAll({ author: () => checkAgentId('author', ''), broken })).toThrow('broken');
  });
});
