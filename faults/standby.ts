import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { migrate } from '../src/database/migrate.ts';
import { until } from './clock.ts';
import { freePort } from './ports.ts';
import { administer, type Postgres, startPostgres } from './postgres.ts';
import { type Link, openProxy } from './proxy.ts';

const run = promisify(execFile);

/** A primary and a standby that follows it through a link of its own. */
export interface Pair {
  primary: Postgres;
  standby: Postgres;
  replication: Link;
  /** Makes the standby the primary; resolves when it takes writes. */
  promote(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts both on the same data. Synchronous: the primary acknowledges a commit when the standby has it on its disk.
 */
export async function startPair(synchronous: boolean): Promise<Pair> {
  const folder = await mkdtemp(join(tmpdir(), 'roomd-faults-'));
  const port = await freePort();
  const replication = await openProxy(port);
  const first = await startPostgres(join(folder, 'primary'), {}, port);
  await migrate(first.url);
  await first.stop();
  // A clean copy stands in for pg_basebackup, which is not among the embedded binaries.
  await mkdir(join(folder, 'standby'));
  await run('cp', ['-a', join(folder, 'primary/postgres'), join(folder, 'standby/postgres')]);
  await writeFile(join(folder, 'standby/postgres/standby.signal'), '');
  const names: Record<string, string> = synchronous ? { synchronous_standby_names: '*' } : {};
  const primary = await startPostgres(join(folder, 'primary'), names, port);
  const conninfo = `host=127.0.0.1 port=${replication.port} user=roomd application_name=standby`;
  const standby = await startPostgres(join(folder, 'standby'), { primary_conninfo: conninfo });
  await until('the standby follows', 20_000, async () => {
    const [row] = await administer<{ state: string }>(primary.url, 'SELECT state FROM pg_stat_replication');
    return row?.state === 'streaming';
  });
  return {
    primary,
    standby,
    replication,
    promote: async () => {
      await administer(standby.url, 'SELECT pg_promote(true, 30)');
    },
    close: async () => {
      await Promise.all([primary.stop(), standby.stop()]);
      await replication.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
