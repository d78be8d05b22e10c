import { execFile } from 'node:child_process';
import { access, chmod, chown, constants, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Account, dataFolderArgument } from './account.ts';
import type { Binaries } from './binaries.ts';
import { isAlive } from './process.ts';

const run = promisify(execFile);

const HALF_MADE = /^making-(\d+)$/;

/**
 * Gives the folder of the database within `dataDir`, made on first use. It is made under another name and then renamed:
 * whatever is killed meanwhile, the folder is whole or not there.
 */
export async function ensureCluster(dataDir: string, binaries: Binaries, account: Account): Promise<string> {
  await makeFolder(dataDir);
  const cluster = join(dataDir, 'postgres');
  if (await stat(cluster).catch(() => undefined)) return cluster;
  await sweep(dataDir);
  const making = join(dataDir, `making-${process.pid}`);
  await makeFolder(making);
  if (account.uid !== undefined) await chown(making, account.uid, account.gid ?? account.uid);
  await chmod(making, 0o700);
  await initdb(making, binaries, account);
  // Where another server was faster, its database counts.
  await rename(making, cluster).catch(() => rm(making, { recursive: true, force: true }));
  return cluster;
}

/** Makes the folder where it is not there, and refuses one of another account. */
async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const { message } = error as Error;
    throw new Error(`The folder of the database cannot be used (${message}). Set DATA_DIR to one that can.`, {
      cause: error,
    });
  }
}

async function initdb(folder: string, binaries: Binaries, account: Account): Promise<void> {
  const args = [
    `--pgdata=${dataFolderArgument(folder, account)}`,
    '--username=roomd',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--no-instructions',
  ];
  const env = { PATH: process.env.PATH, TZ: 'UTC', LC_ALL: 'C' };
  try {
    await run(binaries.initdb, args, { cwd: folder, env, timeout: 120_000, ...account });
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    const said = String((error as { stderr?: string }).stderr || error).trim();
    throw new Error(`The embedded database could not be made: ${said}. Or set DATABASE_URL.`, { cause: error });
  }
}

/** Takes away what servers that were killed during initdb have left. */
async function sweep(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const maker = Number(HALF_MADE.exec(name)?.[1]);
    if (maker && (maker === process.pid || !isAlive(maker)))
      await rm(join(dataDir, name), { recursive: true, force: true });
  }
}
