import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '../../src/database/embedded/process.ts';
import { startEmbedded } from '../../src/database/embedded.ts';
import { migrate } from '../../src/database/migrate.ts';
import { administer, onDatabase, type TestRun } from './run.ts';

/** One PostgreSQL for the run: that of DATABASE_URL, or an embedded one in a folder of its own. In it, a migrated template. */
export default async function setup(): Promise<void> {
  const template = `roomd_test_${randomBytes(6).toString('hex')}`;
  const given = process.env.DATABASE_URL;
  const run: TestRun = given ? { template, url: given } : { template, ...(await startServer()) };
  globalThis.roomdTestRun = run;
  await administer(run.url, `CREATE DATABASE ${template}`);
  await migrate(onDatabase(run.url, template));
  process.env.ROOMD_TEST_URL = run.url;
  process.env.ROOMD_TEST_TEMPLATE = template;
}

async function startServer(): Promise<Omit<TestRun, 'template'>> {
  await sweep();
  const folder = await mkdtemp(join(tmpdir(), `roomd-test-${process.pid}-`));
  try {
    const server = await startEmbedded(folder);
    return { url: server.url, server, folder };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Takes away the folders of runs that were killed. */
async function sweep(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const runner = Number(/^roomd-test-(\d+)-/.exec(name)?.[1]);
    if (runner && !isAlive(runner)) await rm(join(tmpdir(), name), { recursive: true, force: true });
  }
}
