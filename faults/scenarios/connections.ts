import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { connect } from '../../src/database/connect.ts';
import { migrate } from '../../src/database/migrate.ts';
import { postgresBell } from '../../src/log/doorbell-postgres.ts';
import { type RunningServer, startServer } from '../../src/server.ts';
import { sleep, until } from '../clock.ts';
import { startPostgres } from '../postgres.ts';
import type { Outcome, Scenario } from '../scenario.ts';
import { openEventStream } from '../streams/event-stream.ts';
import { openSocket } from '../streams/socket.ts';
import { FOLLOW } from '../subscriber.ts';

const BATCH = 200;
const HANDLER = { event: () => undefined, error: () => undefined, end: () => undefined };

/** Everything of the server that is counted. It runs in this process, so that its timers and sockets are counted too. */
function open(server: RunningServer): string {
  const { readers, subscriptions } = server.log();
  return JSON.stringify({ ...server.counts(), readers, followed: subscriptions });
}

/** The three ways: a stream broken off, a websocket broken off, and one dropped before it has begun. */
const WAYS = [
  (url: string, room: string) => openEventStream(url, FOLLOW, { room }, HANDLER),
  (url: string, room: string) => openSocket(url, FOLLOW, { room }, HANDLER),
  (url: string, room: string) => {
    const stream = openSocket(url, FOLLOW, { room }, HANDLER);
    setTimeout(() => stream.destroy(), Math.random() * 20);
    return stream;
  },
];

async function dropMany(server: RunningServer, count: number): Promise<number> {
  let most = 0;
  for (let opened = 0; opened < count; opened += BATCH) {
    const streams = Array.from({ length: BATCH }, (_, i) => WAYS[i % WAYS.length]!(server.url, `room-${i % 50}`));
    await sleep(300 + Math.random() * 200);
    most = Math.max(most, server.counts().subscriptions);
    for (const stream of streams) stream.destroy();
    await sleep(20);
  }
  return most;
}

export const connectionsDropped: Scenario = {
  name: 'connections opened and dropped',
  run: async (quick) => {
    const folder = await mkdtemp(join(tmpdir(), 'roomd-faults-'));
    const postgres = await startPostgres(folder);
    await migrate(postgres.url);
    const database = await connect(postgres.url, { max: 10 });
    const logger = pino({ level: 'silent' });
    const parts = { database, logger, openBell: postgresBell(postgres.url) };
    const server = await startServer({ host: '127.0.0.1', port: 0 }, parts);
    try {
      await dropMany(server, BATCH);
      await sleep(2_000);
      const before = open(server);
      const resources = process.getActiveResourcesInfo().length;
      const count = quick ? 1_000 : 10_000;
      const most = await dropMany(server, count);
      const took = await until('every count is back at its start', 15_000, () => open(server) === before).catch(
        () => -1,
      );
      await sleep(2_000);
      const left = process.getActiveResourcesInfo().length - resources;
      const violations = took < 0 ? [`still open: ${open(server)}`] : [];
      if (left > 20) violations.push(`${left} timers and sockets are left`);
      const figures = {
        connections: count,
        ways: WAYS.length,
        'most at once': most,
        'open at the end': 0,
        'timers and sockets left': Math.max(left, 0),
      };
      return {
        scenario: 'connections opened and dropped',
        figures,
        events: 0,
        acknowledged: 0,
        violations,
      } satisfies Outcome;
    } finally {
      await server.stop();
      await database.close();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    }
  },
};
