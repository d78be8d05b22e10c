import { now, quantile, sleep } from '../clock.ts';
import { type Cluster, openCluster } from '../cluster.ts';
import type { History } from '../history.ts';
import { delays, inMs, type Outcome, type Scenario, summary } from '../scenario.ts';
import { openEventStream } from '../streams/event-stream.ts';
import { openSocket } from '../streams/socket.ts';
import type { Stream } from '../subscriber.ts';

const NAME = 'stopped readers among many';

const SHORT = { subscribers: 200, stopped: 5, quietMs: 4_000, stoppedMs: 8_000 };
/** Long enough for those that stopped to be let go. */
const LONG = { subscribers: 980, stopped: 20, quietMs: 15_000, stoppedMs: 75_000 };

/** It asks for payloads, so that what it leaves unread soon fills every buffer. */
const GREEDY =
  'subscription ($room: ID!) { contextEvents(roomId: $room) { cursor contextId version entry { payload } } }';

/** How much slower the others may get, and what a server may grow by for each stopped reader, in MiB. */
const SLOWER = 1.2;
/** So much is the machine's. */
const NOISE_MS = 5;
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

/** Half of the readers hang on the server that also has the stopped ones, half on another: what the machine does, both feel. */
function split({ attempts, deliveries }: History, from: number, to: number): [beside: number[], apart: number[]] {
  const at = (server: number) => deliveries.filter((_, i) => Math.floor(i / 2) % 2 === server);
  return [delays({ attempts, deliveries: at(0) }, from, to), delays({ attempts, deliveries: at(1) }, from, to)];
}

async function run(quick: boolean): Promise<Outcome> {
  const { subscribers, stopped, quietMs, stoppedMs } = quick ? SHORT : LONG;
  const cluster = await openCluster({ servers: 2, rooms: 1, writers: 2, subscribers, pause: 140, letters: 30_000 });
  try {
    await cluster.traffic(30);
    const startedAt = now();
    await sleep(quietMs);
    const stoppedAt = now();
    const watched = cluster.servers[0]!;
    const memory = await watched.memory();
    const readers = await openStopped(cluster, stopped);
    let most = memory;
    for (const end = now() + stoppedMs; now() < end; await sleep(250)) most = Math.max(most, await watched.memory());
    const endedAt = now();
    for (const stream of readers.streams) stream.resume();
    await sleep(500);
    const history = await cluster.finish();
    const [, quiet] = split(history, startedAt, stoppedAt);
    const [beside, apart] = split(history, stoppedAt + 2_000, endedAt);
    const figures = {
      readers: `${stopped} stopped beside ${subscribers}`,
      'let go': readers.ended(),
      'p99 beside them': inMs(beside, 0.99),
      'p99 on the other server': inMs(apart, 0.99),
      'p99 before': inMs(quiet, 0.99),
      'memory before, most': `${memory}, ${most} MiB`,
    };
    const outcome = summary(NAME, figures, history);
    if (quantile(beside, 0.99) > quantile(apart, 0.99) * SLOWER + NOISE_MS)
      outcome.violations.push('the others got slower');
    if (most - memory > stopped * GROWTH_MIB + 80) outcome.violations.push(`the server grew by ${most - memory} MiB`);
    if (!quick && readers.ended() < stopped) outcome.violations.push('stopped readers were not let go');
    for (const stream of readers.streams) stream.destroy();
    return outcome;
  } finally {
    await cluster.close();
  }
}

export const slowReaders: Scenario = { name: NAME, run };
