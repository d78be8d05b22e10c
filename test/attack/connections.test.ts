import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { post, testServer } from '../support/server.ts';
import { bearer, keyedServer } from './keyed-server.ts';
import { codeOf, faultsOf } from './manners.ts';
import { heldBytes } from './memory.ts';

// What comes over the wire before there is a GraphQL request: half, slow, huge, packed and forged.

const server = testServer();
const closed = testServer({ introspection: false, graphiql: false });
const keyed = keyedServer();
const MIB = 1024 * 1024;

const portOf = (url: string): number => Number(new URL(url).port);

/** Writes these parts to a connection of its own; resolves with all that came back when the server closes it, or after `ms`. */
function speak(parts: (string | Buffer)[], ms = 3_000): Promise<string> {
  const socket = connect(portOf(server.url), '127.0.0.1');
  let came = '';
  return new Promise((resolve) => {
    const timer = setTimeout(() => socket.destroy(), ms);
    socket.on('data', (chunk) => {
      came += chunk;
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(came);
    });
    socket.on('connect', () => void feed(socket, parts));
  });
}

async function feed(socket: Socket, parts: (string | Buffer)[]): Promise<void> {
  for (const part of parts) {
    if (socket.destroyed) return;
    if (socket.write(part)) continue;
    const stop = new AbortController();
    await Promise.race([once(socket, 'drain', stop), once(socket, 'close', stop)]).catch(() => undefined);
    stop.abort();
  }
}

const head = (...lines: string[]): string =>
  [
    'POST /graphql HTTP/1.1',
    'host: 127.0.0.1',
    'content-type: application/json',
    'accept: application/json',
    ...lines,
    '',
    '',
  ].join('\r\n');
const QUERY = '{"query":"{ __typename }"}';
const lives = async () => expect((await server.ask('{ __typename }')).data).toEqual({ __typename: 'Query' });
const bodyOf = (answer: string): string => answer.slice(answer.indexOf('\r\n\r\n') + 4);

it('30 MB without a length are 413, and are not kept', async () => {
  const before = await heldBytes();
  let most = 0;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage().arrayBuffers);
  }, 5);
  const chunk = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(65_536, 32), Buffer.from('\r\n')]);
  const answer = await speak(
    [head('transfer-encoding: chunked', 'connection: close'), ...Array<Buffer>(480).fill(chunk), '0\r\n\r\n'],
    20_000,
  );
  clearInterval(timer);
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  expect(faultsOf(bodyOf(answer))).toEqual([]);
  expect(codeOf(bodyOf(answer))).toBe('LIMIT_EXCEEDED');
  expect((await heldBytes()) - before).toBeLessThan(10 * MIB);
  expect(most).toBeLessThan(60 * MIB);
  await lives();
});

it('a body that never ends is cut', async () => {
  const chunk = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(65_536, 32), Buffer.from('\r\n')]);
  await speak([head('transfer-encoding: chunked'), ...Array<Buffer>(1_600).fill(chunk)], 30_000);
  await lives();
});

it.each(['gzip', 'br', 'deflate', 'x-gzip', 'gzip, gzip', 'zstd'])(
  'a body in %s is 415, however small it is packed',
  async (encoding) => {
    const bomb = gzipSync(Buffer.alloc(20 * MIB, 32));
    const answer = await post(server.url, bomb, { 'content-encoding': encoding });
    expect(answer.status).toBe(415);
    expect(faultsOf(answer.text)).toEqual([]);
  },
);

it.each([
  ['half a request line', ['POST /gra']],
  ['half a head', ['POST /graphql HTTP/1.1\r\nhost: a\r\ncontent-le']],
  ['half a body', [head('content-length: 1000'), '{"query":"{']],
  ['no HTTP', ['\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03']],
  ['a length that is none', [head('content-length: -5'), QUERY]],
  ['two lengths', [head('content-length: 5', 'content-length: 26'), QUERY]],
  ['a length and chunks', [head('content-length: 5', 'transfer-encoding: chunked'), '1a\r\n', QUERY, '\r\n0\r\n\r\n']],
  ['a space before the colon', [head('transfer-encoding : chunked'), QUERY]],
  ['a head of 64 KB', [head(`x-large: ${'x'.repeat(65_536)}`), QUERY]],
  ['5,000 header lines', [head(...Array.from({ length: 5_000 }, (_, n) => `x-${n}: 1`), 'content-length: 26'), QUERY]],
  ['a NUL in a header', [head('x-a: a\0b', 'content-length: 26'), QUERY]],
])('%s harms nobody', async (_what, parts) => {
  const answer = await speak(parts, 400);
  expect(answer).not.toMatch(/\n\s+at |node_modules|Error:/);
  if (answer.startsWith('HTTP/1.1 200')) expect(faultsOf(bodyOf(answer).replace(/\r\nHTTP[\s\S]*/, ''))).toEqual([]);
  await lives();
});

it('2,000 connections that say nothing do not keep the others out', async () => {
  const sockets = await Promise.all(
    Array.from(
      { length: 2_000 },
      () =>
        new Promise<Socket>((resolve) => {
          const socket = connect(portOf(server.url), '127.0.0.1', () => resolve(socket));
          socket.on('error', () => resolve(socket));
        }),
    ),
  );
  for (const socket of sockets.slice(0, 500)) socket.write('POST /graphql HTTP/1.1\r\nhost: 127.0.0.1\r\nx-slow: ');
  const began = performance.now();
  await lives();
  expect(performance.now() - began).toBeLessThan(3_000);
  for (const socket of sockets) socket.destroy();
});

it('a head that comes drop by drop is cut', async () => {
  const began = performance.now();
  const socket = connect(portOf(server.url), '127.0.0.1');
  socket.on('error', () => undefined);
  const ended = new Promise((resolve) => socket.once('close', resolve));
  socket.write('POST /graphql HTTP/1.1\r\nhost: 127.0.0.1\r\n');
  const drops = setInterval(() => socket.write('x-a: 1\r\n'), 500);
  socket.resume();
  await ended;
  clearInterval(drops);
  expect(performance.now() - began).toBeLessThan(20_000);
}, 60_000);

describe('line breaks in what callers send', () => {
  it.each(['a\r\nset-cookie: x=1', 'a\nb', 'a\rb', 'a\u2028b', 'a\u0085b'])('%j reaches no header', async (text) => {
    for (const query of [
      'query($x: ID!) { contexts(roomId: $x) { totalCount } }',
      'query($x: ID!) { context(roomId: "r", id: $x) { id } }',
    ]) {
      const { headers, text: answer } = await server.ask(query, { x: text });
      expect(headers.has('set-cookie')).toBe(false);
      expect(answer).not.toMatch(/[\r\n\u2028\u0085]/);
    }
  });

  it('an id is quoted on one line, with nothing invisible', async () => {
    const { errors } = await server.ask('query($x: ID!) { context(roomId: "r", id: $x) { id } }', {
      x: 'a\n\u202eb\0',
    });
    expect(errors![0]!.message).toContain('"a\\n\\u202eb\\u0000"');
  });

  it('a forged origin is not repeated', async () => {
    for (const origin of [
      'https://evil.example',
      'null',
      'https://127.0.0.1.evil.example',
      `http://127.0.0.1:${portOf(server.url)}@evil.example`,
      'http://localhost:1',
    ]) {
      const { status, headers } = await post(server.url, QUERY, { origin });
      expect([origin, status]).toEqual([origin, 403]);
      expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });

  it('a key is taken by its form alone', async () => {
    for (const authorization of [
      '',
      'Bearer',
      'Bearer ',
      'Basic YTpi',
      `Bearer ${'x'.repeat(8_000)}`,
      'Bearer roomd_',
      "Bearer ' OR 1=1 --",
      'Bearer __proto__',
    ]) {
      const { status, text } = await post(keyed.url, QUERY, { authorization });
      expect([authorization, status, codeOf(text)]).toEqual([authorization, 401, 'UNAUTHENTICATED']);
      expect(faultsOf(text)).toEqual([]);
    }
    const { text } = await keyed.makeKey({ role: 'reader', rooms: ['r'] });
    for (const authorization of [`Bearer ${text}`, `bearer ${text}`, `Bearer  ${text} `])
      expect((await post(keyed.url, QUERY, { authorization })).status).toBe(200);
    for (const changed of [text.slice(0, -1), `${text}x`, text.toUpperCase(), text.replace('roomd', 'Roomd')])
      expect((await post(keyed.url, QUERY, bearer(changed))).status).toBe(401);
  });
});

it('an empty operation name is none', async () => {
  const { data } = await post(server.url, '{"query":"{ __typename }","operationName":""}');
  expect(data).toEqual({ __typename: 'Query' });
});

it('a pointer that is none is named as what is wrong', async () => {
  const write =
    'mutation { writeContext(input: { roomId: "r", type: note, author: "a", summary: "s", consumingAgents: [], payload: { text: "t" } }) { entry { payload(pointer: "text") } } }';
  const { errors } = await server.ask(write);
  expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', issues: [{ path: ['pointer'] }] } }]);
});

describe('browsers', () => {
  it.each([
    ['a form', 'application/x-www-form-urlencoded', 'query=mutation%7Bx%7D'],
    [
      'a multipart form',
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="operations"\r\n\r\n{"query":"{__typename}"}\r\n--x--',
    ],
    ['plain text', 'text/plain', QUERY],
    ['JSON that calls itself text', 'text/plain; application/json', QUERY],
    ['nothing', '', QUERY],
  ])('%s is 415: no page can make a browser send an operation', async (_what, type, body) => {
    const { status, text } = await post(server.url, body, { 'content-type': type });
    expect(status).toBe(415);
    expect(faultsOf(text)).toEqual([]);
  });

  it('a mutation by GET is refused, by JSON and by events', async () => {
    const query = new URLSearchParams({
      query:
        'mutation { writeContext(input: { roomId: "get", type: note, author: "a", summary: "s", consumingAgents: [], payload: { text: "t" } }) { entry { id } } }',
    });
    for (const accept of ['application/json', 'text/event-stream', '*/*']) {
      const response = await fetch(`${server.url}?${query}`, { headers: { accept } });
      expect([accept, response.status]).toEqual([accept, 405]);
      expect(response.headers.get('allow')).toContain('POST');
    }
    expect((await server.ask('{ room(roomId: "get") { id } }')).data).toEqual({ room: null });
  });

  it.each(['HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PATCH', 'TRACE'])('%s does nothing', async (method) => {
    const answer = await speak([
      `${method} /graphql HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\ncontent-length: 26\r\ncontent-type: application/json\r\n\r\n${QUERY}`,
    ]);
    expect(answer).toMatch(/^HTTP\/1\.1 (?:204|4\d\d) /);
    expect(answer).not.toContain('"data"');
    expect(answer.toLowerCase()).not.toContain('access-control-allow-origin');
  });
});

describe('prototypes', () => {
  const WRITE = 'mutation($i: WriteContextInput!) { writeContext(input: $i) { entry { id payload } } }';
  const input = (more: string) =>
    `{"roomId":"p","type":"note","author":"a","summary":"s","consumingAgents":[],"payload":{"text":"t"}${more}}`;
  it.each([
    ['the request', `{"query":"{ __typename }","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}`],
    ['variables', `{"query":${JSON.stringify(WRITE)},"variables":{"__proto__":{"polluted":1},"i":${input('')}}}`],
    ['an input', `{"query":${JSON.stringify(WRITE)},"variables":{"i":${input(',"__proto__":{"polluted":1}')}}}`],
    ['an input in a prototype', `{"query":${JSON.stringify(WRITE)},"variables":{"__proto__":{"i":${input('')}}}}`],
    [
      'a payload',
      `{"query":${JSON.stringify(WRITE)},"variables":{"i":${input('').replace('{"text":"t"}', '{"text":"t","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}')}}}`,
    ],
    [
      'a payload whose text is inherited',
      `{"query":${JSON.stringify(WRITE)},"variables":{"i":${input('').replace('{"text":"t"}', '{"__proto__":{"text":"t"}}')}}}`,
    ],
    ['extensions', `{"query":"{ __typename }","extensions":{"__proto__":{"polluted":1}}}`],
  ])('of %s stay what they are', async (_what, body) => {
    const { text } = await post(server.url, body);
    expect(faultsOf(text)).toEqual([]);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    if (body.includes('"__proto__":{"text"')) expect(codeOf(text)).toBe('PAYLOAD_INVALID');
    if (body.includes('"t","__proto__"')) expect(text).toContain('"__proto__":{"polluted":1},"constructor"');
  });
});

describe('where introspection is off', () => {
  it.each([
    '{ __schema { types { name } } }',
    '{ __type(name: "Query") { name } }',
    'query { a: __schema { queryType { name } } }',
    '{ ...f } fragment f on Query { __schema { types { name } } }',
  ])('%s tells nothing', async (query) => {
    const { text } = await closed.ask(query);
    expect(codeOf(text)).toBe('GRAPHQL_VALIDATION_FAILED');
    expect(text).not.toContain('ContextEntry');
    const byGet = await fetch(`${closed.url}?${new URLSearchParams({ query })}`, {
      headers: { accept: 'application/json' },
    });
    expect(await byGet.text()).not.toContain('ContextEntry');
  });

  it('there is no page either', async () => {
    const response = await fetch(closed.url, { headers: { accept: 'text/html' } });
    expect(await response.text()).not.toContain('<html');
  });
});

it('nothing of it was a fault of the server', () => {
  expect([...server.logged, ...keyed.logged, ...closed.logged].filter((line) => line.includes('"level":50'))).toEqual(
    [],
  );
});
