import { type ChildProcess, spawn } from 'node:child_process';
import { chown, mkdtemp, open, readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Account, dataFolderArgument } from './account.ts';
import { readPidFile, WATCHER } from './postmaster.ts';
import { lookAt, waitFor } from './process.ts';

/**
 * The parent of PostgreSQL. It holds a pipe of the server that it watches for; when that server ends, even by kill -9,
 * the pipe closes and the database is shut down. Arguments: the server's pid, a folder to remove at the end or nothing,
 * and the command.
 */
const WATCH = `
sockets=$2; shift 2
exec 3<&0
"$@" 3<&- </dev/null & postgres=$!
{ while read -r line <&3; do :; done; kill -INT $postgres; } 2>/dev/null & watch=$!
wait $postgres; code=$?
kill $watch 2>/dev/null
[ -n "$sockets" ] && rm -rf "$sockets"
exit $code`;

const SETTINGS = {
  listen_addresses: '',
  port: '5432',
  unix_socket_permissions: '0700',
  max_connections: '50',
  shared_buffers: '64MB',
  max_wal_size: '1GB',
  io_method: 'sync',
  jit: 'off',
  fsync: 'on',
  synchronous_commit: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

/** macOS has the shortest limit, 104 bytes; `/.s.PGSQL.5432.lock` is appended. */
const LONGEST_SOCKET_FOLDER = 80;

export interface Launch {
  /** Where the data is, and PostgreSQL's working folder. */
  cluster: string;
  postgres: string;
  account: Account;
  /** A stale pid in postmaster.pid that some other program has by now. */
  foreignPid: number | undefined;
  logPath: string;
}

export interface Running {
  child: ChildProcess;
  url: string;
  /** What PostgreSQL has written to its log since this start. */
  said(): Promise<string>;
}

/** Starts PostgreSQL under its watcher; it is not ready yet. */
export async function launch({ cluster, postgres, account, foreignPid, logPath }: Launch): Promise<Running> {
  const own = Buffer.byteLength(cluster) <= LONGEST_SOCKET_FOLDER;
  const sockets = own ? cluster : await socketFolder(account);
  const settings = Object.entries({ ...SETTINGS, unix_socket_directories: own ? '.' : sockets });
  const options = settings.flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const command = [postgres, '-D', dataFolderArgument(cluster, account), ...options];
  const log = await openLog(logPath);
  const child = spawn('/bin/sh', ['-c', WATCH, WATCHER, String(process.pid), own ? '' : sockets, ...command], {
    cwd: cluster,
    // PostgreSQL takes no notice of this pid in a stale postmaster.pid, and still looks whether the data is in use.
    env: {
      PATH: process.env.PATH,
      LC_ALL: 'C',
      TZ: 'UTC',
      ...(foreignPid && { PG_GRANDPARENT_PID: String(foreignPid) }),
    },
    stdio: ['pipe', log.file.fd, log.file.fd],
    // A process group of its own: Ctrl-C is for the server, which then ends the database.
    detached: true,
    ...account,
  });
  child.stdin?.on('error', () => undefined);
  child.on('error', () => undefined);
  await log.file.close();
  const url = `postgresql://roomd@localhost:${SETTINGS.port}/postgres?host=${encodeURIComponent(sockets)}`;
  return { child, url, said: () => tail(logPath, log.start) };
}

/** Whether the watcher of PostgreSQL has ended, or has never come to be. */
export const hasEnded = ({ child }: Running): boolean =>
  child.exitCode !== null || child.signalCode !== null || child.pid === undefined;

/** Whether it answers; false where it ended before, or needs more than a minute (it may have much to recover). */
export async function becomesReady(cluster: string, running: Running): Promise<boolean> {
  let ready = false;
  await waitFor(60_000, async () => {
    ready = await isReady(cluster, running);
    return ready || hasEnded(running);
  });
  return ready;
}

/** What an earlier PostgreSQL that was killed has written into postmaster.pid says nothing about this one. */
async function isReady(cluster: string, { child }: Running): Promise<boolean> {
  const file = await readPidFile(cluster);
  return file?.ready === true && (await lookAt(file.pid))?.parent === child.pid;
}

/** Ends the database in good order; where that takes too long, at once (it recovers at the next start). */
export async function endServer(cluster: string, running: Running): Promise<void> {
  const ended = () => hasEnded(running);
  running.child.stdin?.end();
  if (await waitFor(8_000, ended)) return;
  const pid = (await readPidFile(cluster))?.pid;
  if (pid) process.kill(pid, 'SIGQUIT');
  await waitFor(4_000, ended);
}

async function socketFolder({ uid, gid }: Account): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'roomd-socket-'));
  if (uid !== undefined) await chown(folder, uid, gid ?? uid);
  return folder;
}

const LARGEST_LOG = 4 * 1024 * 1024;

async function openLog(path: string) {
  const size = (await stat(path).catch(() => undefined))?.size ?? 0;
  const start = size > LARGEST_LOG ? 0 : size;
  return { file: await open(path, start === 0 ? 'w' : 'a', 0o600), start };
}

async function tail(path: string, start: number): Promise<string> {
  return (await readFile(path)).subarray(start).toString('utf8').slice(-2_000).trim();
}
