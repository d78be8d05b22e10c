import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { type Account, accountForPostgres, dataFolderArgument } from '../src/database/embedded/account.ts';
import { findBinaries } from '../src/database/embedded/binaries.ts';
import { ensureCluster } from '../src/database/embedded/cluster.ts';
import { startChild } from './children.ts';
import { until } from './clock.ts';
import { freePort } from './ports.ts';

/** A PostgreSQL that the bench may kill. */
export interface Postgres {
  port: number;
  url: string;
  /** kill -9 of all its processes. */
  kill(): Promise<void>;
  /** Starts it again on its data; resolves when it takes connections. */
  start(): Promise<void>;
  /** Takes the lock of every room, as a forgotten transaction would; gives how to let go. */
  lockRooms(): Promise<() => Promise<void>>;
  stop(): Promise<void>;
}

/** Which program, on which data, as whom. */
export interface Installation {
  postgres: string;
  cluster: string;
  account: Account;
}

/**
 * Starts the embedded binaries on a data folder of their own. `more` settings go beside the bench's. `port` is any free
 * one, if left out.
 */
export async function startPostgres(
  folder: string,
  more: Record<string, string> = {},
  given?: number,
): Promise<Postgres> {
  const account = accountForPostgres();
  const binaries = await findBinaries(account);
  const cluster = await ensureCluster(folder, binaries, account);
  const settings = { io_method: 'sync', ...more };
  return runPostgres({ postgres: binaries.postgres, cluster, account }, given ?? (await freePort()), settings);
}

/** Runs a cluster that is there already, listening on TCP; resolves when it takes connections. */
export async function runPostgres(
  { postgres, cluster, account }: Installation,
  port: number,
  more: Record<string, string> = {},
): Promise<Postgres> {
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 200,
    shared_buffers: '128MB',
    jit: 'off',
    timezone: 'UTC',
    max_wal_size: '2GB',
    ...more,
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const url = `postgresql://roomd@127.0.0.1:${port}/postgres`;
  let child: ChildProcess | undefined;
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    // Its processes are a group: a kill -9 of the postmaster alone would leave sessions that finish what they do.
    if (signal === 'SIGKILL') process.kill(-child.pid!, signal);
    else child.kill(signal);
    await gone;
  };
  const start = async (): Promise<void> => {
    await rm(join(cluster, 'postmaster.pid'), { force: true });
    child = startChild(postgres, ['-D', dataFolderArgument(cluster, account), ...options], {
      cwd: cluster,
      env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
      ...account,
    });
    child.stderr?.on('data', (chunk: Buffer) => void appendFile(`${cluster}.log`, chunk));
    await until('PostgreSQL takes connections', 60_000, () => takesConnections(url));
  };
  await start();
  return {
    port,
    url,
    start,
    kill: () => end('SIGKILL'),
    lockRooms: () => lockRooms(url),
    stop: () => end('SIGINT'),
  };
}

export async function takesConnections(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Runs one statement on a connection of its own. */
export async function administer<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

async function lockRooms(url: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  await client.query('BEGIN');
  await client.query('SELECT FROM rooms FOR UPDATE');
  return () => client.end();
}
