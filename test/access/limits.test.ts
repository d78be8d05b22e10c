import { RateLimits } from '../../src/access/rate-limits.ts';
import { ALIASES, DEPTH, DIRECTIVES, TOKENS } from '../../src/graphql/document-limits.ts';
import { bearer, keyedServer } from '../attack/keyed-server.ts';
import { openSubscriber } from '../support/subscriber.ts';

const server = keyedServer({ requestsPerMinute: 40, writesPerMinute: 5 }, { pace: { operationsPerSocket: 3 } });
const free = keyedServer();

const writer = () => server.makeKey({ role: 'writer', rooms: ['*'] });
const openSocket = async (of: typeof server, key: string) => {
  const socket = await openSubscriber(of.url, { init: false });
  socket.tell({ type: 'connection_init', payload: { authorization: key } });
  expect(await socket.next()).toEqual({ type: 'connection_ack' });
  return socket;
};
const writes = (count: number): string =>
  `mutation { ${Array.from({ length: count }, (_, at) => `w${at}: writeContext(input: { roomId: "r", author: "a", type: note, summary: "s", consumingAgents: [], payload: { text: "t" } }) { entry { id } }`).join(' ')} }`;

describe('a minute', () => {
  it('of requests: 40 are answered with what is left, the next is 429 with when to come back', async () => {
    const { text } = await writer();
    for (let left = 39; left >= 0; left--) {
      const { status, headers } = await server.ask(text, '{ __typename }');
      expect([status, headers.get('ratelimit-limit'), headers.get('ratelimit-remaining')]).toEqual([
        200,
        '40',
        `${left}`,
      ]);
      expect(Number(headers.get('ratelimit-reset'))).toBeGreaterThan(0);
    }
    const refused = await server.ask(text, '{ __typename }');
    expect(refused.status).toBe(429);
    const { code, retryable, retryAfter } = refused.errors![0]!.extensions;
    expect({ code, retryable }).toEqual({ code: 'RATE_LIMITED', retryable: true });
    expect(retryAfter).toBeLessThanOrEqual(60);
    expect(refused.headers.get('retry-after')).toBe(String(retryAfter));
    expect(refused.headers.get('ratelimit-remaining')).toBe('0');
    expect((await server.ask((await writer()).text, '{ __typename }')).status).toBe(200);
  });

  it('of writes: each field of a mutation counts; what is over is refused before any is done', async () => {
    const { text } = await writer();
    expect((await server.ask(text, writes(3))).errors).toBeUndefined();
    const refused = await server.ask(text, writes(3));
    expect(refused.status).toBe(429);
    expect(refused.errors![0]!.extensions).toMatchObject({ code: 'RATE_LIMITED', limit: 5 });
    expect((await server.ask(text, '{ contexts(roomId: "r") { totalCount } }')).data).toEqual({
      contexts: { totalCount: 3 },
    });
  });

  it('on a websocket: the operation is refused, the socket stays', async () => {
    const { text } = await writer();
    const socket = await openSocket(server, text);
    socket.subscribe('1', writes(6));
    expect(await socket.next()).toMatchObject({
      id: '1',
      type: 'error',
      payload: [{ extensions: { code: 'RATE_LIMITED' } }],
    });
    socket.subscribe('2', '{ __typename }');
    expect(await socket.next()).toMatchObject({ id: '2', type: 'next' });
    socket.socket.close();
  });

  it('over Redis is one minute for all servers; without one each server counts by itself', async () => {
    const caller = { id: `test-${Date.now()}`, role: 'reader' as const, agent: undefined, rooms: [], sees: () => true };
    const url = process.env.REDIS_URL ?? 'redis://127.0.0.1:6379';
    for (const [redis, together] of [
      [url, true],
      ['redis://127.0.0.1:1', false],
    ] as const) {
      const servers = [1, 2].map(() => new RateLimits({ requests: 2, writes: 0 }, redis));
      await new Promise((wake) => setTimeout(wake, 300));
      const id = `${caller.id}-${together}`;
      await servers[0]!.count({ ...caller, id }, 'requests', 2);
      const other = servers[1]!.count({ ...caller, id }, 'requests');
      if (together) await expect(other).rejects.toMatchObject({ code: 'RATE_LIMITED' });
      else expect(await other).toMatchObject({ limit: 2, remaining: 1 });
      for (const limits of servers) await limits.close();
    }
  });
});

describe('a document', () => {
  /** The one type of the schema that holds itself is a description of the schema. */
  const nested = (levels: number): string =>
    `{ __type(name: "Query") { ${'ofType { '.repeat(levels - 2)} name ${'} '.repeat(levels - 2)} } }`;
  const rooms = (count: number): string =>
    Array.from({ length: count }, (_, at) => `a${at}: room(roomId: "r") { id }`).join(' ');
  const LIMITS: [string, number, (count: number) => string][] = [
    [
      'tokens',
      TOKENS,
      (count) => `{ contextEvents(roomId: "r" types: [${'context_deleted '.repeat(count - 18)}]) { nodes { type } } }`,
    ],
    ['levels of fields', DEPTH, nested],
    ['aliases', ALIASES, (count) => `{ ${rooms(count)} }`],
    ['aliases in fragments', ALIASES, (count) => `{ ...F } fragment F on Query { ${rooms(count)} }`],
    ['directives', DIRECTIVES, (count) => `{ ${'__typename @include(if: true) '.repeat(count)} }`],
  ];

  it.each(LIMITS)('may have as many %s as the limit, and not one more', async (name, limit, document) => {
    const { text } = await free.makeKey({ role: 'reader', rooms: ['*'] });
    const socket = await openSocket(free, text);
    for (const accept of ['application/json', 'text/event-stream']) {
      const within = await free.ask(text, document(limit), {}, { accept });
      expect(within.text).not.toContain('"errors"');
      const over = await free.ask(text, document(limit + 1), {}, { accept });
      expect(over.text).toMatch(
        new RegExp(`"code":"LIMIT_EXCEEDED","retryable":false,"limit":${limit},"found":${limit + 1}`),
      );
    }
    socket.subscribe('over', document(limit + 1));
    const error = { extensions: { code: 'LIMIT_EXCEEDED', limit, found: limit + 1 } };
    expect(await socket.next()).toMatchObject({ id: 'over', type: 'error', payload: [error] });
    socket.subscribe('within', document(limit));
    expect(await socket.next()).toMatchObject({ id: 'within', type: 'next' });
    socket.socket.close();
    if (name === 'tokens') return;
    const byGet = await fetch(`${free.url}?query=${encodeURIComponent(document(limit + 1))}`, {
      headers: bearer(text),
    });
    expect(await byGet.text()).toContain('LIMIT_EXCEEDED');
  });

  it('is counted by the pages that it asks for, wherever their sizes stand', async () => {
    const { text } = await free.makeKey({ role: 'reader', rooms: ['*'] });
    const page = 'id type author version summary payload cursor deleted timestamp roomId';
    const list = (name: string, first: string) =>
      `${name}: contexts(roomId: "r", first: ${first}) { nodes { ${page} } }`;
    const five = (first: string) => Array.from({ length: 20 }, (_, at) => list(`p${at}`, first)).join(' ');
    const code = async (query: string, variables: unknown = {}) =>
      (await free.ask(text, query, variables)).errors?.[0]?.extensions.code;
    expect(await code(`{ ${five('100')} }`)).toBeUndefined();
    expect(await code(`{ ${five('200')} }`)).toBe('LIMIT_EXCEEDED');
    const byVariable = `query($n: Int = 200, $b: Boolean = true) { ${five('$n')} ... @include(if: $b) { a: ${list('x', '1').slice(3)} } }`;
    expect(await code(byVariable, { n: 'wrong' })).toBe('BAD_USER_INPUT');
    expect(await code(byVariable, { n: 100 })).toBeUndefined();
    expect(await code(byVariable)).toBe('LIMIT_EXCEEDED');
    expect(await code(byVariable, { n: 200 })).toBe('LIMIT_EXCEEDED');
    expect(await code(byVariable, { n: 50, b: false })).toBeUndefined();
  });

  it('whose fragments would unfold without end is refused, at once', async () => {
    const { text } = await free.makeKey({ role: 'reader', rooms: ['*'] });
    const fragments = Array.from(
      { length: 12 },
      (_, at) => `fragment F${at} on __Type { a: ofType { ...F${at + 1} } b: ofType { ...F${at + 1} } }`,
    );
    const document = `{ __type(name: "Query") { ...F0 } } ${fragments.join(' ')} fragment F12 on __Type { name }`;
    const started = Date.now();
    expect((await free.ask(text, document)).errors![0]!.extensions.code).toBe('LIMIT_EXCEEDED');
    expect(Date.now() - started).toBeLessThan(2_000);
  });
});

it('a websocket may have 3 operations under way here, and one more is refused until one is complete', async () => {
  const { text } = await writer();
  const socket = await openSocket(server, text);
  const follow = (id: string) => socket.subscribe(id, 'subscription { contextChanges(roomId: "r") { type } }');
  for (const id of ['1', '2', '3', '4']) follow(id);
  expect(await socket.next()).toMatchObject({
    id: '4',
    type: 'error',
    payload: [{ extensions: { code: 'LIMIT_EXCEEDED', limit: 3 } }],
  });
  socket.tell({ id: '1', type: 'complete' });
  socket.subscribe('5', '{ __typename }');
  expect(await socket.next()).toMatchObject({ id: '5', type: 'next' });
  socket.socket.close();
});
