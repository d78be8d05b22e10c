import { connect } from 'node:net';
import { pino } from 'pino';
import type { Database } from '../../src/database/database.ts';
import type { BellState } from '../../src/log/doorbell.ts';
import { type Parts, startServer } from '../../src/server.ts';
import { testDatabase } from '../support/database.ts';

const db = testDatabase();
let bell: BellState;
let broken = false;

beforeEach(() => {
  bell = { kind: 'redis', connected: true, rung: 0, messages: 0, heard: 0, lost: 0 };
  broken = false;
});

const start = (database: Database, more: Partial<Parts> = {}) =>
  startServer(
    { host: '127.0.0.1', port: 0 },
    {
      database: {
        ...database,
        query: (statement, values) =>
          broken ? Promise.reject(new Error('password of db.internal')) : database.query(statement, values),
      },
      logger: pino({ level: 'silent' }),
      openBell: () => ({ ring: () => undefined, state: () => bell, close: () => Promise.resolve() }),
      ...more,
    },
  );

async function ready(url: string): Promise<{ status: number; text: string }> {
  const response = await fetch(new URL('/ready', url));
  return { status: response.status, text: await response.text() };
}

it('a server is ready when its database answers, its tables are up to date and others are heard', async () => {
  const server = await start(db.database);
  expect(await ready(server.url)).toEqual({
    status: 200,
    text: '{"ready":true,"parts":{"server":"ok","database":"ok","migrations":"ok","wakeups":"ok"}}\n',
  });
  await server.stop();
});

it('the part that fails is named, without any text of its failure', async () => {
  const server = await start(db.database);
  bell.connected = false;
  expect(await ready(server.url)).toMatchObject({ status: 503, text: expect.stringContaining('"wakeups":"away"') });
  bell.connected = true;
  await new Promise((wake) => setTimeout(wake, 600));
  broken = true;
  const { status, text } = await ready(server.url);
  expect(status).toBe(503);
  expect(text).toContain('"database":"away","migrations":"unknown"');
  expect(text).not.toMatch(/password|internal/);
  expect((await fetch(new URL('/health', server.url))).status).toBe(200);
  await server.stop();
});

it('a database without the newest migration is not ready, one with a later migration is', async () => {
  const later = `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('later', '', '29990101000000_later', now())`;
  await db.database.query({ name: 'later', text: later }, []);
  const server = await start(db.database);
  expect((await ready(server.url)).status).toBe(200);
  await db.database.query(
    {
      name: 'undo',
      text: `UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = (SELECT max(migration_name) FROM _prisma_migrations WHERE id <> 'later')`,
    },
    [],
  );
  await new Promise((wake) => setTimeout(wake, 600));
  expect(await ready(server.url)).toMatchObject({
    status: 503,
    text: expect.stringContaining('"migrations":"missing"'),
  });
  await db.database.query(
    { name: 'redo', text: 'UPDATE _prisma_migrations SET finished_at = now() WHERE finished_at IS NULL' },
    [],
  );
  await server.stop();
});

it('a server that is ending is not ready from the first moment', async () => {
  const server = await start(db.database);
  const { port } = new URL(server.url);
  const socket = connect(Number(port), '127.0.0.1');
  await new Promise((resolve) => socket.once('connect', resolve));
  await ready(server.url);
  const answer = new Promise((resolve) => {
    socket.once('data', (data) => resolve({ status: Number(String(data).split(' ')[1]), text: String(data) }));
  });
  const stopped = server.stop();
  socket.write('GET /ready HTTP/1.1\r\nhost: localhost\r\n\r\n');
  expect(await answer).toMatchObject({ status: 503, text: expect.stringContaining('"server":"ending"') });
  await stopped;
});
