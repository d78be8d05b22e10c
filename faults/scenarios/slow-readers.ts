import { now, quantile, sleep } from '../clock.ts';
import { type Cluster, openCluster } from '../cluster.ts';
import { delays, inMs, type Scenario, summary } from '../scenario.ts';
import { openEventStream } from '../streams/event-stream.ts';
import { openSocket } from '../streams/socket.ts';
import type { Stream } from '../subscriber.ts';

/** It asks for payloads, so that what it leaves unread soon fills every buffer. */
const GREEDY =
  'subscription ($room: ID!) { contextEvents(roomId: $room) { cursor contextId version entry { payload } } }';

/** How much slower the others may get, and what a server may grow by for each stopped reader, in MiB. */
const SLOWER = 1.2;
const GROWTH_MIB = 6;

/** Opens readers that take nothing any more as soon as they have begun. */
async function openStopped({ servers, rooms }: Cluster, count: number) {
  let ended = 0;
  const streams: Stream[] = [];
  for (let i = 0; i < count; i++) {
    const open = i % 2 ? openSocket : openEventStream;
    const handler = { event: () => undefined, error: () => undefined, end: () => void ended++ };
    streams.push(open(servers[0]!.url, GREEDY, { room: rooms[0] }, handler));
  }
  await sleep(1_000);
  for (const stream of streams) stream.pause();
  return { ended: () => ended, streams };
}

export const slowReaders: Scenario = {
  name: 'stopped readers among many',
  run: async (quick) => {
    const subscribers = quick ? 200 : 980;
    const stopped = quick ? 5 : 20;
    const phase = quick ? 8_000 : 25_000;
    const cluster = await openCluster({ servers: 1, rooms: 1, writers: 1, subscribers, pause: 70, letters: 30_000 });
    try {
      await cluster.traffic(50);
      const startedAt = now();
      await sleep(phase);
      const memory = await cluster.servers[0]!.memory();
      const stoppedAt = now();
      const readers = await openStopped(cluster, stopped);
      let most = memory;
      for (const end = now() + (quick ? phase : 60_000); now() < end; await sleep(250))
        most = Math.max(most, await cluster.servers[0]!.memory());
      const endedAt = now();
      for (const stream of readers.streams) stream.resume();
      await sleep(1_000);
      const history = await cluster.finish();
      const before = delays(history, startedAt, stoppedAt);
      const after = delays(history, stoppedAt + 2_000, endedAt);
      const outcome = summary(
        'stopped readers among many',
        {
          readers: `${stopped} stopped, ${subscribers} not`,
          'let go': readers.ended(),
          'p99 before': inMs(before, 0.99),
          'p99 with them': inMs(after, 0.99),
          'memory before, most': `${memory}, ${most} MiB`,
        },
        history,
      );
      // A few milliseconds are the noise of the machine.
      if (quantile(after, 0.99) > quantile(before, 0.99) * SLOWER + 5) outcome.violations.push('the others got slower');
      if (most - memory > stopped * GROWTH_MIB + 60) outcome.violations.push(`the server grew by ${most - memory} MiB`);
      if (!quick && readers.ended() < stopped) outcome.violations.push('stopped readers were not let go');
      for (const stream of readers.streams) stream.destroy();
      return outcome;
    } finally {
      await cluster.close();
    }
  },
};
