import { execFile, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Account } from '../src/database/embedded/account.ts';
import { until } from './clock.ts';
import { freePort } from './ports.ts';
import { administer, type Postgres, runPostgres } from './postgres.ts';

const run = promisify(execFile);

/** A primary and its synchronous standby, from Debian's packages. */
export interface DebianPair {
  version: string;
  primary: Postgres;
  standby: Postgres;
  /** Makes the standby the primary; resolves when it takes writes. */
  promote(): Promise<void>;
  close(): Promise<void>;
}

const INSTALLED = '/usr/lib/postgresql';

/** The folder of Debian's newest PostgreSQL; undefined where there is none. */
export function debianPostgres(): string | undefined {
  const versions = existsSync(INSTALLED) ? readdirSync(INSTALLED).map(Number) : [];
  const [newest] = versions.filter((version) => version >= 14).sort((a, b) => b - a);
  const folder = `${INSTALLED}/${newest}/bin`;
  return newest && existsSync(`${folder}/pg_basebackup`) ? folder : undefined;
}

/** Debian's account for PostgreSQL, which refuses root. */
function debianAccount(): Account {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);
  return { uid: id('-u'), gid: id('-g') };
}

/**
 * Makes both as docs/SCALING.md says: initdb, pg_basebackup, synchronous_standby_names. The primary acknowledges a commit
 * when the standby has it on its disk.
 */
export async function startDebianPair(programs: string): Promise<DebianPair> {
  const account = debianAccount();
  const folder = await mkdtemp(join(tmpdir(), 'roomd-faults-'));
  if (account.uid !== undefined) await chown(folder, account.uid, account.gid!);
  const execute = (name: string, args: string[]) => run(join(programs, name), args, { cwd: folder, ...account });
  const installation = (cluster: string) => ({
    postgres: join(programs, 'postgres'),
    cluster: join(folder, cluster),
    account,
  });

  await execute('initdb', ['-D', join(folder, 'one'), '-U', 'roomd', '-A', 'trust', '-E', 'UTF8', '--locale=C']);
  const primary = await runPostgres(installation('one'), await freePort());
  await administer(primary.url, 'CREATE ROLE haproxy LOGIN');
  const source = `host=127.0.0.1 port=${primary.port} user=roomd application_name=standby`;
  const backup = ['-D', join(folder, 'two'), '-d', source, '-R', '-X', 'stream', '-C', '-S', 'standby', '-c', 'fast'];
  await execute('pg_basebackup', backup);
  // A promotion may have to wait for the end of this pause, 5 s if left alone.
  const pause = { wal_retrieve_retry_interval: '500ms' };
  const standby = await runPostgres(installation('two'), await freePort(), pause);
  await administer(primary.url, "ALTER SYSTEM SET synchronous_standby_names = 'standby'");
  await administer(primary.url, 'SELECT pg_reload_conf()');
  await until('the standby is synchronous', 20_000, async () => {
    const [row] = await administer<{ state: string }>(
      primary.url,
      "SELECT sync_state AS state FROM pg_stat_replication WHERE state = 'streaming'",
    );
    return row?.state === 'sync';
  });
  const [shown] = await administer<{ server_version: string }>(primary.url, 'SHOW server_version');
  return {
    version: shown!.server_version.split(' ')[0]!,
    primary,
    standby,
    promote: async () => void (await execute('pg_ctl', ['-D', join(folder, 'two'), '-w', 'promote'])),
    close: async () => {
      await Promise.all([primary.kill(), standby.kill()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
