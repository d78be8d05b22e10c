import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lookAt, waitFor } from '../../src/database/embedded/process.ts';
import { startEmbedded } from '../../src/database/embedded.ts';
import { packageRoot } from '../../src/database/package-root.ts';
import { administer } from '../support/run.ts';

let folder: string;
const children = new Set<ChildProcess>();

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), `roomd-test-${process.pid}-`));
});
afterEach(async () => {
  for (const child of children) await kill(child);
  expect(await waitFor(5_000, async () => !(await runningPostmaster()))).toBe(true);
  await rm(folder, { recursive: true, force: true });
});

/** A real process that runs the embedded database on the folder: what it printed, or why it refused. */
async function server(dataDir = folder): Promise<{ child: ChildProcess; url: string; said: string }> {
  const args = ['--import', './test/support/typescript.mjs', 'test/database/embedded-process.ts', dataDir];
  const child = spawn(process.execPath, args, { cwd: packageRoot(), stdio: ['ignore', 'pipe', 'pipe'] });
  children.add(child);
  let said = '';
  child.stdout.on('data', (chunk) => {
    said += chunk;
  });
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  await waitFor(30_000, () => said.endsWith('\n'));
  return { child, said, url: /"url":"([^"]+)"/.exec(said)?.[1] ?? '' };
}

async function kill(child: ChildProcess): Promise<void> {
  children.delete(child);
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** The postmaster of the folder, if it lives (a zombie does not). */
async function runningPostmaster(): Promise<number | undefined> {
  const pid = Number((await readFile(join(folder, 'postgres/postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0]);
  return pid && (await lookAt(pid)) ? pid : undefined;
}

it('a server that is killed takes its database with it, and the next start has every row', async () => {
  const first = await server();
  await administer(first.url, 'CREATE TABLE kept (n integer)');
  for (let n = 1; n <= 3; n++) {
    const { child, url } = n === 1 ? first : await server();
    await administer(url, `INSERT INTO kept VALUES (${n})`);
    const postmaster = await runningPostmaster();
    await kill(child);
    expect(await waitFor(3_000, async () => !(await lookAt(postmaster ?? 0)))).toBe(true);
  }
  const { url } = await server();
  expect(await administer(url, 'SELECT n FROM kept ORDER BY n')).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
});

it('a database whose watching shell was killed with the server is stopped by the next start', async () => {
  const { child, url } = await server();
  await administer(url, 'CREATE TABLE kept AS SELECT 1 AS n');
  const postmaster = (await runningPostmaster()) ?? 0;
  const watcher = (await lookAt(postmaster))?.parent ?? 0;
  for (const pid of await shells(watcher, postmaster)) process.kill(pid, 'SIGKILL');
  await kill(child);
  expect(await runningPostmaster()).toBe(postmaster);
  const next = await server();
  expect(await administer(next.url, 'SELECT n FROM kept')).toEqual([{ n: 1 }]);
});

/** The watcher and the half of it that waits at the pipe. */
async function shells(watcher: number, postmaster: number): Promise<number[]> {
  const found = [watcher];
  for (let pid = watcher + 1; pid < watcher + 100; pid++) {
    if (pid !== postmaster && (await lookAt(pid))?.parent === watcher) found.push(pid);
  }
  return found;
}

it('a second server on the folder is told who uses it, and the first goes on', async () => {
  const first = await server();
  const second = await server();
  expect(second.said).toContain(`Another roomd server uses DATA_DIR ${folder} (pid ${first.child.pid})`);
  expect(await administer(first.url, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
});

it('of three that start at once on a new folder one runs', async () => {
  const servers = await Promise.all([server(), server(), server()]);
  expect(servers.filter(({ url }) => url !== '')).toHaveLength(1);
  expect(servers.filter(({ said }) => said.includes('Another roomd server uses'))).toHaveLength(2);
});

it('a folder that cannot be made is named, with the way out', async () => {
  await writeFile(join(folder, 'file'), '');
  await expect(startEmbedded(join(folder, 'file/data'))).rejects.toThrow(/ENOTDIR.*file\/data.*Set DATA_DIR/);
});

it('a folder with a long name has its socket elsewhere, and nothing of it stays behind', async () => {
  const embedded = await startEmbedded(join(folder, 'long'.repeat(30)));
  const sockets = new URL(embedded.url).searchParams.get('host') ?? '';
  expect(sockets.length).toBeLessThan(90);
  expect((await stat(sockets)).mode & 0o777).toBe(0o700);
  await Promise.all([embedded.stop(), embedded.stop()]);
  expect(await embedded.ended).toContain('shut down');
  await expect(stat(sockets)).rejects.toThrow('ENOENT');
});

it('a start after everything was killed at once has every row, also where other programs have the old pids by now', async () => {
  const { child, url } = await server();
  await administer(url, 'CREATE TABLE kept AS SELECT 1 AS n');
  const postmaster = (await runningPostmaster()) ?? 0;
  const watcher = (await lookAt(postmaster))?.parent ?? 0;
  process.kill(-watcher, 'SIGKILL');
  await kill(child);
  for (const name of ['postmaster.pid', '.s.PGSQL.5432.lock']) {
    const file = join(folder, 'postgres', name);
    await writeFile(file, (await readFile(file, 'utf8')).replace(/^\d+/, String(process.pid)));
  }
  const next = await server();
  expect(await administer(next.url, 'SELECT n FROM kept')).toEqual([{ n: 1 }]);
});
