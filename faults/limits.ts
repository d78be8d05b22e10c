import { now, quantile, sleep } from './clock.ts';
import { type ClusterSettings, openCluster } from './cluster.ts';
import { delays } from './scenario.ts';

const MEASURE_MS = 8_000;

const CASES: [what: string, settings: ClusterSettings][] = [
  ['one room, one server, 32 writers', { servers: 1, rooms: 1, writers: 32, subscribers: 0, pause: 0 }],
  ['one room, two servers, 32 writers', { servers: 2, rooms: 1, writers: 32, subscribers: 0, pause: 0 }],
  ['32 rooms, one server, 32 writers', { servers: 1, rooms: 32, writers: 32, subscribers: 0, pause: 0 }],
  ['32 rooms, two servers, 32 writers', { servers: 2, rooms: 32, writers: 32, subscribers: 0, pause: 0 }],
  ['one room, one server, 1,000 subscribers', { servers: 1, rooms: 1, writers: 1, subscribers: 1_000, pause: 40 }],
  ['one room, two servers, 1,000 subscribers', { servers: 2, rooms: 1, writers: 1, subscribers: 1_000, pause: 40 }],
];

async function measure(settings: ClusterSettings): Promise<string[]> {
  const cluster = await openCluster(settings);
  try {
    await cluster.traffic(50);
    const given = () => cluster.subscribers.reduce((sum, { delivery }) => sum + delivery.positions.length, 0);
    const [startedAt, written, delivered] = [now(), cluster.writers.acknowledged, given()];
    await sleep(MEASURE_MS);
    const seconds = (now() - startedAt) / 1_000;
    const writes = (cluster.writers.acknowledged - written) / seconds;
    const deliveries = (given() - delivered) / seconds;
    const late = cluster.writers.attempts.filter(({ startedAt: at }) => at > startedAt).map(({ slowest }) => slowest);
    const history = { attempts: cluster.writers.attempts, deliveries: cluster.subscribers.map((s) => s.delivery) };
    const delivery = settings.subscribers > 0 ? `${Math.round(quantile(delays(history, startedAt), 0.99))} ms` : '–';
    return [
      Math.round(writes).toLocaleString('en'),
      `${Math.round(quantile(late, 0.99))} ms`,
      Math.round(deliveries).toLocaleString('en'),
      delivery,
    ];
  } finally {
    await cluster.close();
  }
}

/** What one room, one server and one PostgreSQL take on this machine, whose cores the writers and subscribers share. */
export async function limits(): Promise<string> {
  const rows: string[] = [];
  for (const [what, settings] of CASES) rows.push(`| ${what} | ${(await measure(settings)).join(' | ')} |`);
  return [
    '| | writes/s | p99 of a write | deliveries/s | p99 from acknowledgement to delivery |',
    '|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}
