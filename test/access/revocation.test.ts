import { revokeKey } from '../../src/access/keys.ts';
import { bearer, keyedServer } from '../attack/keyed-server.ts';
import { FOLLOW, NOTHING_OPEN, until } from '../support/server.ts';
import { openSubscriber } from '../support/subscriber.ts';

const server = keyedServer({ connectionsPerKey: 3 });

/** Revokes behind the back of this server, as the command line or another server does. */
const revokeElsewhere = (id: string) =>
  server.database.query({ name: 'test-revoke', text: 'UPDATE api_keys SET revoked_at = now() WHERE id = $1' }, [id]);

const openStream = async (key: string, abort = new AbortController()) => {
  const response = await fetch(server.url, {
    method: 'POST',
    body: JSON.stringify({ query: FOLLOW, variables: { roomId: 'r' } }),
    headers: { ...bearer(key), 'content-type': 'application/json', accept: 'text/event-stream' },
    signal: abort.signal,
  });
  return { response, text: response.text().catch(() => 'aborted'), abort };
};

const openSocket = async (key: string | undefined, as = 'authorization', bearerOrNot = 'Bearer ') => {
  const subscriber = await openSubscriber(server.url, { init: false });
  subscriber.tell({ type: 'connection_init', payload: key === undefined ? {} : { [as]: `${bearerOrNot}${key}` } });
  return subscriber;
};

afterEach(() => until(() => server.server.counts(), NOTHING_OPEN));

describe.each([
  ['on this server', (id: string) => revokeKey(server.database, 'test', id)],
  ['elsewhere', revokeElsewhere],
])('a key that is revoked %s', (_where, revoke) => {
  it('ends its streams within 5 s, with the reason', async () => {
    const { key, text } = await server.makeKey({ role: 'reader', rooms: ['r'] });
    const stream = await openStream(text);
    expect(stream.response.headers.get('content-type')).toMatch(/event-stream/);
    const started = Date.now();
    await revoke(key.id);
    const sent = await stream.text;
    expect(Date.now() - started).toBeLessThan(5_000);
    expect(sent).toMatch(/UNAUTHENTICATED/);
    expect(sent).toMatch(/event: complete/);
  });

  it('ends its websockets within 5 s, with the reason', async () => {
    const { key, text } = await server.makeKey({ role: 'reader', rooms: ['r'] });
    const socket = await openSocket(text);
    expect(await socket.next()).toEqual({ type: 'connection_ack' });
    socket.subscribe('1', FOLLOW, { roomId: 'r' });
    await until(() => server.server.counts().subscriptions, 1);
    const started = Date.now();
    await revoke(key.id);
    expect(await socket.closed).toMatchObject({ code: 4403, reason: expect.stringMatching(/revoked/) });
    expect(Date.now() - started).toBeLessThan(5_000);
  });
});

it('a key that expires ends what lives by it', async () => {
  const { text } = await server.makeKey({ role: 'reader', rooms: ['r'], expiresAt: new Date(Date.now() + 1_000) });
  const stream = await openStream(text);
  expect(await stream.text).toMatch(/UNAUTHENTICATED/);
});

it('another key lives on', async () => {
  const [one, other] = [
    await server.makeKey({ role: 'reader', rooms: ['r'] }),
    await server.makeKey({ role: 'reader', rooms: ['r'] }),
  ];
  const stream = await openStream(other.text);
  await revokeKey(server.database, 'test', one.key.id);
  await new Promise((wake) => setTimeout(wake, 2_000));
  expect(server.server.counts().streams).toBe(1);
  stream.abort.abort();
});

it.each([
  ['authorization', 'Bearer '],
  ['authorization', ''],
  ['Authorization', 'Bearer '],
  ['Authorization', ''],
])('a websocket takes its key as %s, "%s" before it', async (name, before) => {
  const { text } = await server.makeKey({ role: 'reader', rooms: ['r'] });
  const socket = await openSocket(text, name, before);
  expect(await socket.next()).toEqual({ type: 'connection_ack' });
  socket.socket.close();
});

it.each([
  ['without a key', undefined],
  ['with a wrong key', 'wrong'],
])('a websocket %s is closed with 4403', async (_what, key) => {
  expect(await (await openSocket(key)).closed).toMatchObject({ code: 4403 });
});

it('so many streams and websockets live by one key, and one more is refused until one is closed', async () => {
  const { text } = await server.makeKey({ role: 'reader', rooms: ['r'] });
  const streams = [await openStream(text), await openStream(text)];
  const socket = await openSocket(text);
  expect(await socket.next()).toEqual({ type: 'connection_ack' });
  const refused = await openStream(text);
  expect(JSON.parse(await refused.text).errors[0].extensions).toMatchObject({
    code: 'LIMIT_EXCEEDED',
    limit: 3,
    found: 4,
  });
  expect(await (await openSocket(text)).closed).toMatchObject({ code: 4403 });
  socket.socket.close();
  await until(() => server.server.counts().sockets, 0);
  streams.push(await openStream(text));
  expect(streams[2]!.response.status).toBe(200);
  for (const { abort } of streams) abort.abort();
});
