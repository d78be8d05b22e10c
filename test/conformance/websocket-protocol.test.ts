import WebSocket from 'ws';
import { keyedServer } from '../attack/keyed-server.ts';
import { FOLLOW, NOTHING_OPEN, testServer, until, WRITE } from '../support/server.ts';
import { openSubscriber } from '../support/subscriber.ts';

// graphql-ws's PROTOCOL.md, sentence by sentence.

const server = testServer({ pace: { tick: 20, initWait: 700 } });
const keyed = keyedServer();
const open = (init = true) => openSubscriber(server.url, { init });
const closeOf = async ({ closed }: { closed: Promise<{ code: number; reason: string }> }) => (await closed).code;
const TYPENAME = '{ __typename }';

afterEach(() => until(() => server.server.counts(), NOTHING_OPEN));

describe('ConnectionInit', () => {
  it('is acknowledged, whatever its payload is', async () => {
    for (const payload of [undefined, null, {}, { any: [1, { a: 'b' }] }]) {
      const subscriber = await open(false);
      subscriber.tell({ type: 'connection_init', payload });
      expect(await subscriber.next()).toEqual({ type: 'connection_ack' });
      subscriber.socket.close();
    }
  });

  it('that does not come in time is 4408', async () => {
    const subscriber = await open(false);
    subscriber.tell({ type: 'ping' });
    expect(await subscriber.closed).toEqual({ code: 4408, reason: 'Connection initialisation timeout' });
  });

  it('that comes twice is 4429, also before the first is acknowledged', async () => {
    const subscriber = await open(false);
    subscriber.tell({ type: 'connection_init' });
    subscriber.tell({ type: 'connection_init' });
    expect(await subscriber.closed).toEqual({ code: 4429, reason: 'Too many initialisation requests' });
  });

  it('that names no key of the server is 4403, and so is one without a key', async () => {
    for (const payload of [undefined, {}, { authorization: 'Bearer nonsense' }, { authorization: { toString: 1 } }]) {
      const subscriber = await openSubscriber(keyed.url, { init: false });
      subscriber.tell({ type: 'connection_init', payload });
      expect(await closeOf(subscriber)).toBe(4403);
    }
  });

  it('takes the key of its payload before that of the handshake', async () => {
    const { text } = await keyed.makeKey({ role: 'reader', rooms: ['r'] });
    for (const [headers, payload] of [
      [{ authorization: `Bearer ${text}` }, undefined],
      [{ authorization: 'Bearer nonsense' }, { authorization: `Bearer ${text}` }],
      [{}, { Authorization: `Bearer ${text}` }],
    ] as const) {
      const subscriber = await openSubscriber(keyed.url, { init: false, headers });
      subscriber.tell({ type: 'connection_init', payload });
      expect(await subscriber.next()).toEqual({ type: 'connection_ack' });
      subscriber.socket.close();
    }
  });
});

describe('Subscribe', () => {
  it('before the acknowledgement is 4401', async () => {
    const subscriber = await open(false);
    subscriber.subscribe('1', TYPENAME);
    expect(await subscriber.closed).toEqual({ code: 4401, reason: 'Unauthorized' });
  });

  it('with an id that is in use is 4409 and says which', async () => {
    const subscriber = await open();
    subscriber.subscribe('twice', FOLLOW, { roomId: 'r' });
    subscriber.subscribe('twice', FOLLOW, { roomId: 'r' });
    expect(await subscriber.closed).toEqual({ code: 4409, reason: 'Subscriber for twice already exists' });
  });

  it('with an id that was in use is fine, after complete from either side', async () => {
    const subscriber = await open();
    subscriber.subscribe('1', TYPENAME);
    expect(await subscriber.next()).toMatchObject({ id: '1', type: 'next' });
    expect(await subscriber.next()).toEqual({ id: '1', type: 'complete' });
    subscriber.subscribe('1', FOLLOW, { roomId: 'r' });
    await until(() => server.server.counts().subscriptions, 1);
    subscriber.tell({ id: '1', type: 'complete' });
    // The server has not ended the subscription yet: its end must not end this query.
    subscriber.subscribe('1', TYPENAME);
    expect(await subscriber.next()).toMatchObject({
      id: '1',
      type: 'next',
      payload: { data: { __typename: 'Query' } },
    });
    subscriber.socket.close();
  });

  it.each([
    ['the document does not parse', { query: '{' }],
    ['the document does not validate', { query: '{ nope }' }],
    ['there is no such operation', { query: 'query A { __typename }', operationName: 'B' }],
  ])('where %s ends with one error and no complete, and the socket lives', async (_what, payload) => {
    const subscriber = await open();
    subscriber.tell({ id: '1', type: 'subscribe', payload });
    const { id, type, payload: errors } = await subscriber.next();
    expect({ id, type, errors }).toMatchObject({ id: '1', type: 'error', errors: [{ message: expect.any(String) }] });
    subscriber.subscribe('1', TYPENAME);
    expect(await subscriber.next()).toMatchObject({ id: '1', type: 'next' });
    subscriber.socket.close();
  });
});

it.each(['7', 'a"b\\c', '\u2028', 'é😀', '__proto__', 'x'.repeat(5_000)])(
  'events and answers bear the id %j',
  async (id) => {
    const subscriber = await open();
    subscriber.subscribe('first', TYPENAME);
    expect([(await subscriber.next()).id, (await subscriber.next()).id]).toEqual(['first', 'first']);
    subscriber.subscribe(id, FOLLOW, { roomId: 'ids' });
    await until(() => server.server.counts().subscriptions, 1);
    await server.ask(WRITE, { roomId: 'ids', text: 't' });
    expect(await subscriber.next()).toMatchObject({ id, type: 'next', payload: { data: { contextEvents: {} } } });
    subscriber.subscribe(id, TYPENAME);
    expect(await closeOf(subscriber)).toBe(4409);
  },
);

describe('Complete', () => {
  it('of an id that is not there is no error', async () => {
    const subscriber = await open();
    for (const id of ['1', 'x', '__proto__', 'toString']) subscriber.tell({ id, type: 'complete' });
    subscriber.subscribe('1', TYPENAME);
    expect(await subscriber.next()).toMatchObject({ id: '1', type: 'next' });
    subscriber.socket.close();
  });

  it('right behind subscribe ends it: no event comes afterwards', async () => {
    const subscriber = await open();
    for (let n = 0; n < 20; n += 1) {
      subscriber.subscribe(`${n}`, FOLLOW, { roomId: 'ended' });
      subscriber.tell({ id: `${n}`, type: 'complete' });
    }
    subscriber.subscribe('last', TYPENAME);
    await until(() => server.server.counts().subscriptions, 0);
    await server.ask(WRITE, { roomId: 'ended', text: 't' });
    await until(() => subscriber.waiting.length, 2);
    expect(subscriber.waiting.map(({ id }) => id)).toEqual(['last', 'last']);
    subscriber.socket.close();
  });
});

describe('an invalid message', () => {
  it.each([
    ['no JSON', '{'],
    ['an empty message', ''],
    ['a list', '[]'],
    ['null', 'null'],
    ['a text', '"ping"'],
    ['no type', '{"id":"1"}'],
    ['an unknown type', '{"type":"start","id":"1","payload":{"query":"{__typename}"}}'],
    ['a type of the prototype', '{"type":"__proto__"}'],
    ['a type that is no text', '{"type":5}'],
    ['a payload of connection_init that is no object', '{"type":"connection_init","payload":"x"}'],
    ['a payload of ping that is no object', '{"type":"ping","payload":"x"}'],
    ['subscribe without id', '{"type":"subscribe","payload":{"query":"{__typename}"}}'],
    ['subscribe with an empty id', '{"type":"subscribe","id":"","payload":{"query":"{__typename}"}}'],
    ['subscribe with an id that is no text', '{"type":"subscribe","id":1,"payload":{"query":"{__typename}"}}'],
    ['subscribe without payload', '{"type":"subscribe","id":"1"}'],
    ['complete without id', '{"type":"complete"}'],
    ['next', '{"type":"next","id":"1","payload":{}}'],
    ['error', '{"type":"error","id":"1","payload":[{"message":"m"}]}'],
    ['connection_ack', '{"type":"connection_ack"}'],
  ])('%s is 4400', async (_what, message) => {
    const subscriber = await open();
    subscriber.tell(message);
    expect(await closeOf(subscriber)).toBe(4400);
    expect(server.logged.filter((line) => line.includes('"level":50'))).toEqual([]);
  });

  it('a binary frame is 4400', async () => {
    const subscriber = await open();
    subscriber.socket.send(Buffer.from('{"type":"ping"}'));
    expect(await closeOf(subscriber)).toBe(4400);
  });

  it('text that is not UTF-8 is 1007, as RFC 6455 has it', async () => {
    const subscriber = await open();
    subscriber.socket.send(Buffer.from([0xff, 0xfe, 0xfd]), { binary: false });
    expect(await closeOf(subscriber)).toBe(1007);
  });
});

it('what comes behind an invalid message begins nothing that would stay', async () => {
  const subscriber = await open();
  subscriber.tell('{');
  for (let n = 0; n < 50; n += 1) subscriber.subscribe(`${n}`, FOLLOW, { roomId: 'r' });
  expect(await closeOf(subscriber)).toBe(4400);
  await new Promise((wake) => setTimeout(wake, 300));
  expect(server.server.counts()).toEqual(NOTHING_OPEN);
});

it('ping is answered with pong before the acknowledgement too; pong is not answered', async () => {
  const subscriber = await open(false);
  subscriber.tell({ type: 'pong' });
  subscriber.tell({ type: 'ping' });
  expect(await subscriber.next()).toEqual({ type: 'pong' });
  expect(subscriber.waiting).toEqual([]);
  subscriber.socket.close();
});

it.each([['graphql-ws'], ['soap'], [undefined]])(
  'the subprotocol %s gets no operation: 4406, or no handshake',
  async (protocol) => {
    const socket = new WebSocket(server.url.replace('http', 'ws'), protocol ? [protocol] : []);
    const end = await new Promise((resolve) => {
      socket.on('close', (code) => resolve(code));
      socket.on('error', (error) => resolve(error.message));
    });
    expect([4406, 'Server sent no subprotocol']).toContain(end);
  },
);
