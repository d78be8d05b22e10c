import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { pino } from 'pino';
import { type RunningServer, startServer } from '../../src/server.ts';
import { testDatabase } from '../support/database.ts';
import { FOLLOW, NOTHING_OPEN, until } from '../support/server.ts';
import { openSse } from '../support/sse.ts';
import { openSubscriber } from '../support/subscriber.ts';

const db = testDatabase();
const start = (): Promise<RunningServer> =>
  startServer(
    { host: '127.0.0.1', port: 0 },
    { database: db.database, logger: pino({ level: 'silent' }), pace: { closeSpread: 100, grace: 3_000 } },
  );

it('stop answers what is in flight, ends streams without complete, closes sockets with 1012 and takes nothing new', async () => {
  const server = await start();
  const stream = await openSse(server.url, FOLLOW, { roomId: 'r' });
  const subscriber = await openSubscriber(server.url);
  subscriber.subscribe('1', FOLLOW, { roomId: 'r' });
  await until(() => server.counts().subscriptions, 2);
  const sending = request(server.url, { method: 'POST', headers: { 'content-type': 'application/json' } });
  sending.write('{"query":');
  await until(() => server.counts().requests, 1);
  const stopped = server.stop();
  sending.end('"{__typename}"}');
  const [response] = (await once(sending, 'response')) as [IncomingMessage];
  expect(response.statusCode).toBe(200);
  response.resume();
  expect((await subscriber.closed).code).toBe(1012);
  await stream.ended;
  expect(stream.text()).not.toContain('complete');
  await stopped;
  expect(server.counts()).toEqual(NOTHING_OPEN);
  await expect(fetch(server.url)).rejects.toThrow();
});

it('stop does not wait longer than its grace for a client that never ends its request', async () => {
  const server = await start();
  const body = new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode('{')) });
  const init = { method: 'POST', body, duplex: 'half', headers: { 'content-type': 'application/json' } } as RequestInit;
  const hanging = fetch(server.url, init).catch(() => 'cut');
  await until(() => server.counts().requests, 1);
  const began = Date.now();
  await server.stop();
  expect(Date.now() - began).toBeLessThan(4_000);
  expect(await hanging).toBe('cut');
});

it('a port that is taken rejects', async () => {
  const server = await start();
  const port = Number(new URL(server.url).port);
  const parts = { database: db.database, logger: pino({ level: 'silent' }) };
  await expect(startServer({ host: '127.0.0.1', port }, parts)).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await server.stop();
});
