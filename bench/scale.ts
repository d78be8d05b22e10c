import { writeFile } from 'node:fs/promises';
import { Load } from './measure/cell.ts';
import { cpuOf, cpuOfPostgres } from './measure/proc.ts';
import { Progress } from './measure/progress.ts';
import { median, table } from './report-parts.ts';
import { bodiesOf, fillRoom, OPERATIONS, type Room } from './scale-rooms.ts';
import { startCluster, withClient } from './systems/postgres.ts';
import { type System, startSystem } from './systems/systems.ts';

const ROUNDS = 5;
const REQUESTS = 300;
const BOUND = 1.5;

const SMALL = { id: 'small', entries: 100, versions: 10 };
const LARGE = { id: 'large', entries: 100_000, versions: 10_000 };

/** What a request costs in milliseconds of waiting and microseconds of CPU of server and database. */
interface Cost {
  ms: number;
  cpu: number;
}

/**
 * Shows that cost does not grow with a room: the same requests in a small room and in one of 100,000 entries, one of which has
 * 10,000 versions. The server has run since before the rooms grew, so that its statements were planned when they were small.
 */
export async function runScale(): Promise<void> {
  const cluster = await startCluster();
  const load = new Load();
  const system = await startSystem('roomd, DATABASE_URL', cluster);
  try {
    const small = await fill(system, SMALL);
    for (const operation of OPERATIONS) await measure(system, load, bodiesOf(operation, small, 30));
    const large = await fill(system, LARGE);
    const costs = new Map<string, { small: Cost[]; large: Cost[] }>();
    const progress = new Progress(ROUNDS * OPERATIONS.length);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const operation of OPERATIONS) {
        const known = costs.get(operation) ?? { small: [], large: [] };
        costs.set(operation, known);
        const pair = round % 2 === 0 ? (['small', 'large'] as const) : (['large', 'small'] as const);
        for (const size of pair)
          known[size].push(
            await measure(system, load, bodiesOf(operation, size === 'small' ? small : large, REQUESTS)),
          );
        progress.step(operation);
      }
    }
    const report = reportOf(costs);
    process.stdout.write(report);
    await writeFile(new URL('../results/scale.md', import.meta.url), report);
  } finally {
    load.stop();
    await system.stop();
    await cluster.stop();
  }
}

async function fill(system: System, size: typeof SMALL): Promise<Room> {
  const progress = new Progress(size.entries + size.versions);
  return withClient(system.databaseUrl, async (client) => {
    const room = await fillRoom(client, size, (done) => progress.step(`filling the ${size.id} room`, done));
    // What autovacuum does by and by.
    await client.query('VACUUM ANALYZE');
    return room;
  });
}

async function measure(system: System, load: Load, bodies: string[]): Promise<Cost> {
  const used = async (): Promise<number> => (await cpuOf(system.pid)) + (await cpuOfPostgres(system.postmaster));
  const before = await used();
  const { port, dialect } = system;
  const { times, faults } = await load.run({ kind: 'time', port, dialect, bodies }, system);
  if (faults.length > 0) throw new Error(faults[0]);
  return { ms: median(times!), cpu: (((await used()) - before) / bodies.length) * 1e6 };
}

function reportOf(costs: Map<string, { small: Cost[]; large: Cost[] }>): string {
  const of = (list: Cost[], key: keyof Cost): number => median(list.map((cost) => cost[key]));
  const rows = [...costs].map(([operation, { small, large }]) => {
    const ratios = small.map(({ ms }, round) => large[round]!.ms / ms);
    const ratio = median(ratios);
    const range = `${ratio.toFixed(2)} (${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)})`;
    return [
      operation,
      `${of(small, 'ms').toFixed(2)} → ${of(large, 'ms').toFixed(2)}`,
      `${ratio <= BOUND ? '✓' : '**not reached**:'} ${range}`,
      `${of(small, 'cpu').toFixed(0)} → ${of(large, 'cpu').toFixed(0)}`,
    ];
  });
  const head = [
    'one client',
    'ms, small room → large room',
    `ratio, goal ≤ ${BOUND}`,
    'CPU in µs, server and database',
  ];
  return `# Cost against size

${SMALL.entries} entries and an entry of ${SMALL.versions} versions, against ${LARGE.entries.toLocaleString('en')} entries and an entry of ${LARGE.versions.toLocaleString('en')} versions. Medians of ${ROUNDS} rounds of ${REQUESTS} requests, one after the other.

${table(head, rows)}
`;
}
