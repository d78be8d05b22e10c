import { rm } from 'node:fs/promises';
import { administer } from './run.ts';

/** Drops the template and whatever a broken-off test file left, and ends the server that global-setup started. */
export default async function teardown(): Promise<void> {
  const run = globalThis.roomdTestRun;
  if (!run) return;
  if (run.server) await run.server.stop();
  else await administer(run.url, ...(await leftovers(run.url, run.template)));
  if (run.folder) await rm(run.folder, { recursive: true, force: true });
}

async function leftovers(url: string, template: string): Promise<string[]> {
  const rows = await administer(url, `SELECT datname FROM pg_database WHERE datname LIKE '${template}%'`);
  return rows.map(({ datname }) => `DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`);
}
