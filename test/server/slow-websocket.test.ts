import { FOLLOW, testServer, until, WRITE } from '../support/server.ts';
import { openSubscriber } from '../support/subscriber.ts';

const server = testServer({ pace: { tick: 20, noProgress: 800 } });

it('a reader that stops is closed with 1013, while another gets everything', async () => {
  const [stopped, reading] = [await openSubscriber(server.url), await openSubscriber(server.url)];
  for (const { subscribe } of [stopped, reading]) subscribe('1', FOLLOW, { roomId: 'slow' });
  await until(() => server.server.counts().subscriptions, 2);
  stopped.socket.pause();
  for (let n = 0; n < 150; n += 1) await server.ask(WRITE, { roomId: 'slow', text: 'x'.repeat(60_000) });
  for (let n = 0; n < 150; n += 1) expect((await reading.next()).type).toBe('next');
  await until(() => server.server.counts(), { requests: 0, streams: 0, sockets: 1, subscriptions: 1 });
  stopped.socket.resume();
  expect((await stopped.closed).code).toBe(1013);
  reading.socket.close();
});
