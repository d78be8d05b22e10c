import { NOTHING_OPEN, testServer, until, WRITE } from '../support/server.ts';
import { openSubscriber } from '../support/subscriber.ts';

// One websocket that has much to send, or to be sent.

const KIB = 1024;
const server = testServer({ pace: { tick: 20, highWater: 64 * KIB, unsentBytes: 512 * KIB, unsentFor: 400 } });
const patient = testServer();

const EVENTS = 100;
const OPERATIONS = 30;
const CATCH_UP =
  'subscription { contextEvents(roomId: "full", agentId: "otter", resume: true) { version entry { payload } } }';

beforeAll(async () => {
  for (let n = 0; n < EVENTS; n += 1)
    for (const { ask } of [server, patient]) await ask(WRITE, { roomId: 'full', text: `${n} `.padEnd(20_000, 'x') });
});

it('many subscriptions that catch up on one websocket are not too much for a client that reads on', async () => {
  const { socket, subscribe, closed } = await openSubscriber(server.url);
  const seen = new Map<string, number[]>();
  let bytes = 0;
  const all = new Promise<void>((resolve) => {
    socket.on('message', (data) => {
      const { id, payload } = JSON.parse(String(data));
      const numbers = seen.get(id) ?? [];
      numbers.push(Number.parseInt(payload.data.contextEvents.entry.payload.text, 10));
      seen.set(id, numbers);
      // Some 25 MB a second.
      bytes += (data as Buffer).length;
      if (bytes > 512 * KIB) {
        bytes = 0;
        socket.pause();
        setTimeout(() => socket.resume(), 20);
      }
      if (numbers.length === EVENTS && [...seen.values()].flat().length === EVENTS * OPERATIONS) resolve();
    });
  });
  for (let id = 0; id < OPERATIONS; id += 1) subscribe(`${id}`, CATCH_UP);
  expect(await Promise.race([all, closed])).toBeUndefined();
  const order = Array.from({ length: EVENTS }, (_, n) => n);
  expect([...seen.values()]).toEqual(Array.from({ length: OPERATIONS }, () => order));
  socket.close();
  await until(() => server.server.counts(), NOTHING_OPEN);
});

it('a client that sends on without reading is not read on either, and gets every answer once it reads', async () => {
  const { socket, tell, next } = await openSubscriber(patient.url);
  socket.pause();
  const payload = { pad: 'x'.repeat(500_000) };
  for (let n = 0; n < 100; n += 1) tell({ type: 'ping', payload: { n, ...payload } });
  let left = -1;
  for (; left !== socket.bufferedAmount; await new Promise((wake) => setTimeout(wake, 500)))
    left = socket.bufferedAmount;
  expect(left).toBeGreaterThan(10_000_000);
  socket.resume();
  for (let n = 0; n < 100; n += 1) expect(await next()).toEqual({ type: 'pong', payload: { n, ...payload } });
  socket.close();
});

it('what a client subscribed to ends when it closes without reading what waits for it', async () => {
  const { socket, subscribe } = await openSubscriber(patient.url);
  socket.pause();
  for (let id = 0; id < OPERATIONS; id += 1) subscribe(`${id}`, CATCH_UP);
  await until(() => patient.server.counts().subscriptions, OPERATIONS);
  socket.close();
  await until(() => patient.server.counts(), NOTHING_OPEN, 8_000);
  socket.terminate();
});
