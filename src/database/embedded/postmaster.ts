import { readFile, realpath } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { isAlive, lookAt, waitFor } from './process.ts';

/** Marks the watching shell among processes; the next argument is the pid of the server that it watches for. */
export const WATCHER = 'roomd-watches';

/** What PostgreSQL writes into postmaster.pid. */
export interface PidFile {
  pid: number;
  socket: string;
  ready: boolean;
}

/** What postmaster.pid says, true or stale; undefined where there is none, or it is not written yet. */
export async function readPidFile(cluster: string): Promise<PidFile | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n').map((line) => line.trim());
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  const folder = lines[4]?.startsWith('/') ? lines[4] : join(cluster, lines[4] ?? '');
  return { pid, socket: join(folder, `.s.PGSQL.${lines[3]}`), ready: lines[7] === 'ready' };
}

/**
 * Makes sure that no PostgreSQL runs on the cluster: one whose server was killed is stopped. Throws where it serves another
 * roomd. Gives the pid of postmaster.pid where a zombie or another program has it by now: PostgreSQL must be told.
 */
export async function clearTheWay(cluster: string, dataDir: string): Promise<number | undefined> {
  const file = await readPidFile(cluster);
  if (!file) return undefined;
  if (await runsOn(cluster, file.pid)) {
    const owner = await ownerOf(file.pid);
    if (owner !== undefined) throw inUse(dataDir, owner);
    await stopOrphan(cluster, file.pid);
  } else if (await answers(file.socket)) {
    // A PostgreSQL under a pid that cannot be seen from here: in another container, on the same folder.
    throw inUse(dataDir, undefined);
  }
  return isAlive(file.pid) ? file.pid : undefined;
}

/** The roomd server that a postmaster works for: undefined where it is dead. The shell between them is its child. */
async function ownerOf(postmaster: number): Promise<number | undefined> {
  const watcher = (await lookAt(postmaster))?.parent;
  const facts = watcher ? await lookAt(watcher) : undefined;
  const named = Number(new RegExp(`${WATCHER} (\\d+)`).exec(facts?.command ?? '')?.[1]);
  return named && facts?.parent === named ? named : undefined;
}

async function runsOn(cluster: string, pid: number): Promise<boolean> {
  const facts = await lookAt(pid);
  if (!facts) return false;
  const folder = await realpath(cluster);
  return facts.folder === undefined ? facts.command.includes(`postgres -D ${cluster}`) : facts.folder === folder;
}

/** Its watcher is stopping it already, unless that was killed too. */
async function stopOrphan(cluster: string, pid: number): Promise<void> {
  const gone = async () => !(await runsOn(cluster, pid));
  for (const [signal, ms] of [
    ['SIGINT', 5_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 2_000],
  ] as const) {
    try {
      process.kill(pid, signal);
    } catch {
      // It is gone, or not ours to stop: the wait tells.
    }
    if (await waitFor(ms, gone)) return;
  }
  throw new Error(
    `A PostgreSQL that an earlier roomd left behind (pid ${pid}) cannot be stopped. Stop it, then start again.`,
  );
}

const inUse = (dataDir: string, owner: number | undefined): Error =>
  new Error(
    `Another roomd server uses DATA_DIR ${dataDir}${owner === undefined ? '' : ` (pid ${owner})`}. ` +
      'Stop it, or give this one another DATA_DIR.',
  );

const answers = (socket: string): Promise<boolean> =>
  new Promise((resolve) => {
    const stream = connect(socket);
    stream.setTimeout(1_000, () => stream.destroy());
    stream.once('connect', () => resolve(true));
    stream.once('error', () => undefined);
    stream.once('close', () => resolve(false));
    stream.once('connect', () => stream.destroy());
  });
