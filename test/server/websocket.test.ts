import { FOLLOW, NOTHING_OPEN, testServer, until, WRITE } from '../support/server.ts';
import { openSubscriber } from '../support/subscriber.ts';

const server = testServer({ pace: { tick: 20, ping: 400, initWait: 500, noProgress: 800 } });
const write = (roomId: string, text = 't') => server.ask(WRITE, { roomId, text });
const open = (options = {}) => openSubscriber(server.url, options);

/** Resolves when the server has begun every subscription that it was told of. */
const begun = (subscriptions: number) => until(() => server.server.counts().subscriptions, subscriptions);

it('a subscription gives its events, queries and mutations their one answer and complete', async () => {
  const subscriber = await open();
  subscriber.subscribe('1', FOLLOW, { roomId: 'events' });
  await begun(1);
  subscriber.subscribe('2', WRITE, { roomId: 'events', text: 'a\u2028b "quoted" \\ back' });
  const messages = [await subscriber.next(), await subscriber.next(), await subscriber.next()];
  expect(messages.filter((message) => message.id === '2')).toEqual([
    { id: '2', type: 'next', payload: { data: { writeContext: { entry: { id: expect.any(String) } } } } },
    { id: '2', type: 'complete' },
  ]);
  const payload = {
    data: { contextEvents: { version: '1.0', entry: { payload: { text: 'a\u2028b "quoted" \\ back' } } } },
  };
  expect(messages.find((message) => message.id === '1')).toEqual({ id: '1', type: 'next', payload });
  subscriber.socket.close();
  await begun(0);
});

it.each([
  ['an unknown field', { query: 'subscription { nope }' }, 'GRAPHQL_VALIDATION_FAILED'],
  ['a syntax error', { query: 'subscription {' }, 'GRAPHQL_PARSE_FAILED'],
  ['no such operation', { query: 'query A { __typename }', operationName: 'B' }, 'BAD_USER_INPUT'],
  ['a part that GraphQL does not know', { query: '{ __typename }', vars: {} }, 'BAD_USER_INPUT'],
  ['a document that is nested too deeply', { query: '{a'.repeat(100_000) }, 'LIMIT_EXCEEDED'],
])('%s: its operation gets an error, the socket stays open', async (_what, payload, code) => {
  const subscriber = await open();
  subscriber.tell({ id: '1', type: 'subscribe', payload });
  const { payload: errors, ...message } = await subscriber.next();
  expect(message).toEqual({ id: '1', type: 'error' });
  expect(errors).toMatchObject([{ message: expect.any(String), extensions: { code, retryable: false } }]);
  expect(Object.keys((errors as [{ extensions: object }])[0].extensions)).not.toContain('http');
  subscriber.subscribe('1', '{ __typename }');
  expect(await subscriber.next()).toMatchObject({ id: '1', type: 'next', payload: { data: { __typename: 'Query' } } });
  subscriber.socket.close();
});

it('a subscription that cannot begin answers with its error and completes', async () => {
  const subscriber = await open();
  subscriber.subscribe('1', 'subscription { contextChanges(roomId: "r", after: "x") { type } }');
  expect(await subscriber.next()).toMatchObject({ payload: { errors: [{ extensions: { code: 'CURSOR_INVALID' } }] } });
  expect(await subscriber.next()).toEqual({ id: '1', type: 'complete' });
  subscriber.socket.close();
});

it('a number that cannot be kept is refused over a websocket too', async () => {
  const subscriber = await open();
  const query = WRITE.replace('$text: String!', '$payload: JSONObject!').replace('{ text: $text }', '$payload');
  const text = JSON.stringify({
    id: '1',
    type: 'subscribe',
    payload: { query, variables: { roomId: 'r', payload: { text: 't', n: 0 } } },
  });
  subscriber.tell(text.replace('"n":0', '"n":9007199254740993'));
  const { payload } = await subscriber.next();
  expect(payload).toMatchObject({ errors: [{ extensions: { issues: [{ pointer: '/n' }] } }] });
  subscriber.socket.close();
});

it('complete ends one subscription and leaves the other', async () => {
  const subscriber = await open();
  subscriber.subscribe('1', FOLLOW, { roomId: 'one' });
  subscriber.subscribe('2', FOLLOW, { roomId: 'two' });
  await begun(2);
  subscriber.tell({ id: '1', type: 'complete' });
  await begun(1);
  await write('one');
  await write('two');
  expect(await subscriber.next()).toMatchObject({ id: '2', type: 'next' });
  expect(subscriber.waiting).toEqual([]);
  subscriber.socket.close();
});

describe('close codes', () => {
  it('subscribe before connection_init is 4401', async () => {
    const subscriber = await open({ init: false });
    subscriber.subscribe('1', FOLLOW, { roomId: 'r' });
    expect((await subscriber.closed).code).toBe(4401);
  });

  it('no connection_init in time is 4408', async () => {
    expect((await (await open({ init: false })).closed).code).toBe(4408);
  });

  it('another subprotocol is 4406', async () => {
    await expect(open({ protocol: 'graphql-ws', init: false })).rejects.toThrow(/subprotocol/);
  });

  it('a second connection_init is 4429', async () => {
    const subscriber = await open();
    subscriber.tell({ type: 'connection_init' });
    expect((await subscriber.closed).code).toBe(4429);
  });

  it('an id that is in use is 4409', async () => {
    const subscriber = await open();
    subscriber.subscribe('1', FOLLOW, { roomId: 'r' });
    subscriber.subscribe('1', FOLLOW, { roomId: 'r' });
    expect((await subscriber.closed).code).toBe(4409);
    await until(() => server.server.counts(), NOTHING_OPEN);
  });

  it.each([
    '{',
    '[]',
    '1',
    '{"type":"nope"}',
    '{"type":"subscribe","id":"1"}',
    '{"type":"next","id":"1","payload":{}}',
    '{"type":"error","id":"1","payload":[{"message":"m"}]}',
    '{"type":"connection_ack"}',
  ])('the message %s is 4400', async (message) => {
    const subscriber = await open();
    subscriber.tell(message);
    expect((await subscriber.closed).code).toBe(4400);
  });

  it('a message over the limit is 1009', async () => {
    const subscriber = await open();
    subscriber.tell(`{"type":"ping","payload":{"pad":"${'x'.repeat(1_100_000)}"}}`);
    expect((await subscriber.closed).code).toBe(1009);
  });
});

it('another path or a foreign origin gets no socket', async () => {
  await expect(openSubscriber(server.url.replace('/graphql', '/other'))).rejects.toThrow(/404/);
  await expect(open({ headers: { origin: 'https://elsewhere.example' } })).rejects.toThrow(/403/);
});

it('ping is answered with pong', async () => {
  const subscriber = await open();
  subscriber.tell({ type: 'ping', payload: { n: 1 } });
  expect(await subscriber.next()).toEqual({ type: 'pong', payload: { n: 1 } });
  subscriber.socket.close();
});

it.each<[string, (socket: import('ws').WebSocket) => void]>([
  ['closed', (socket) => socket.close()],
  ['cut', (socket) => socket.terminate()],
])('50 sockets that are %s leave nothing behind', async (_how, end) => {
  await until(() => server.server.counts(), NOTHING_OPEN);
  const subscribers = await Promise.all(Array.from({ length: 50 }, () => open()));
  for (const subscriber of subscribers) subscriber.subscribe('1', FOLLOW, { roomId: 'leaving' });
  await begun(50);
  for (const subscriber of subscribers) end(subscriber.socket);
  await until(() => server.server.counts(), NOTHING_OPEN);
});

it('50 sockets that are cut while they subscribe leave nothing behind', async () => {
  const subscribers = await Promise.all(Array.from({ length: 50 }, () => open()));
  for (const [n, { subscribe, socket }] of subscribers.entries()) {
    subscribe('1', FOLLOW, { roomId: 'leaving' });
    setTimeout(() => socket.terminate(), n / 5);
  }
  await until(() => server.server.counts(), NOTHING_OPEN);
});

it('a peer that does not answer pings is found', async () => {
  const subscriber = await open();
  subscriber.socket.removeAllListeners('ping');
  (subscriber.socket as unknown as { _autoPong: boolean })._autoPong = false;
  expect((await subscriber.closed).code).toBe(1006);
  await until(() => server.server.counts(), NOTHING_OPEN);
});
