import { randomBytes } from 'node:crypto';
import { connect } from '../../src/database/connect.ts';
import type { Database } from '../../src/database/database.ts';
import type { PoolOptions } from '../../src/database/pool.ts';
import { administer, onDatabase } from './run.ts';

const required = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is set by test/support/global-setup.ts.`);
  return value;
};

/**
 * Makes a migrated database for this test file (a clone of the template), and drops it when the file is done.
 * Call it at the top level of the file: `const db = testDatabase();`; `db.url` and `db.database` are there in tests and
 * in hooks registered after it.
 */
export function testDatabase(options: PoolOptions = {}): { url: string; database: Database } {
  const server = required('ROOMD_TEST_URL');
  const template = required('ROOMD_TEST_TEMPLATE');
  const name = `${template}_${randomBytes(4).toString('hex')}`;
  const held = { url: onDatabase(server, name), database: undefined as unknown as Database };
  beforeAll(async () => {
    await createDatabase(name, template);
    held.database = await connect(held.url, options);
  });
  afterAll(async () => {
    await held.database?.close();
    await dropDatabase(held.url);
  });
  return held;
}

/** Makes an empty database on the run's server and gives its URL; global-teardown drops it at the latest. */
export async function emptyDatabase(): Promise<string> {
  const name = `${required('ROOMD_TEST_TEMPLATE')}_${randomBytes(4).toString('hex')}`;
  await createDatabase(name, 'template0');
  return onDatabase(required('ROOMD_TEST_URL'), name);
}

export async function dropDatabase(url: string): Promise<void> {
  await administer(
    required('ROOMD_TEST_URL'),
    `DROP DATABASE IF EXISTS ${new URL(url).pathname.slice(1)} WITH (FORCE)`,
  );
}

/** PostgreSQL copies a template for one caller at a time: the others wait here. */
async function createDatabase(name: string, template: string): Promise<void> {
  const server = required('ROOMD_TEST_URL');
  await administer(server, 'SELECT pg_advisory_lock(72707370)', `CREATE DATABASE ${name} TEMPLATE ${template}`);
}
