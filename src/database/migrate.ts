import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { reasonOf } from './errors.ts';
import { packageRoot } from './package-root.ts';

/** Prisma takes the same lock, so that its `migrate deploy` and this runner never run at the same time. */
const MIGRATION_LOCK = 72707369;

const OLDEST_SERVER = 140_000;

/** As Prisma makes it: `prisma migrate status` and `deploy` read what is recorded here. */
const RECORDS = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id varchar(36) PRIMARY KEY NOT NULL,
  checksum varchar(64) NOT NULL,
  finished_at timestamptz,
  migration_name varchar(255) NOT NULL,
  logs text,
  rolled_back_at timestamptz,
  started_at timestamptz NOT NULL DEFAULT now(),
  applied_steps_count integer NOT NULL DEFAULT 0
)`;

interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

interface Recorded {
  migration_name: string;
  checksum: string;
  finished: boolean;
}

/**
 * Applies what is missing of prisma/migrations to the database at `url`, each migration in one transaction with its
 * record, and gives the names of those that it applied. Any number of servers may do this at the same time. Refuses a
 * database with a failed or an altered migration; migrations that this version does not know are a newer server's: fine.
 */
export async function migrate(url: string, folder = join(packageRoot(), 'prisma/migrations')): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const client = new pg.Client({
    connectionString: url,
    application_name: 'roomd migrate',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  client.on('error', () => undefined);
  await client.connect().catch((error: unknown) => {
    throw new Error(
      `The database does not take the connection (${reasonOf(error)}). Check DATABASE_URL; without it the server brings its own PostgreSQL.`,
      { cause: error },
    );
  });
  try {
    await prepare(client);
    const missing = missingOf(migrations, await readRecords(client));
    for (const migration of missing) await apply(client, migration);
    return missing.map((migration) => migration.name);
  } finally {
    await client.end();
  }
}

async function prepare(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ server_version_num: string }>('SHOW server_version_num');
  if (Number(rows[0]?.server_version_num) < OLDEST_SERVER) throw new Error('PostgreSQL 14 or newer is needed.');
  await client.query(`SET TimeZone = 'UTC'; SET lock_timeout = '60s'; SET client_min_messages = 'warning'`);
  await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]).catch((error: unknown) => {
    throw new Error('Another migration of this database has been running for a minute. Start again when it is done.', {
      cause: error,
    });
  });
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.sort().map(async (name) => {
      const sql = await readFile(join(folder, name, 'migration.sql'), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

async function readRecords(client: pg.Client): Promise<Recorded[]> {
  const { rows } = await client.query<{ found: boolean }>(
    `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS found`,
  );
  if (!rows[0]?.found) {
    await client.query(RECORDS);
    return [];
  }
  const records = await client.query<Recorded>(
    'SELECT migration_name, checksum, finished_at IS NOT NULL AS finished FROM _prisma_migrations WHERE rolled_back_at IS NULL',
  );
  return records.rows;
}

function missingOf(migrations: Migration[], records: Recorded[]): Migration[] {
  const failed = records.find((record) => !record.finished);
  if (failed) {
    throw new Error(
      `The migration ${failed.migration_name} failed in this database. Look at its "logs" in _prisma_migrations, mend the ` +
        `tables, then run: npx prisma migrate resolve --rolled-back ${failed.migration_name}`,
    );
  }
  const applied = new Map(records.map((record) => [record.migration_name, record.checksum]));
  const altered = migrations.find(({ name, checksum }) => applied.has(name) && applied.get(name) !== checksum);
  if (altered) {
    throw new Error(
      `The file of the migration ${altered.name} is not the one that was applied to this database. ` +
        'Restore the file and put the change into a new migration.',
    );
  }
  return migrations.filter(({ name }) => !applied.has(name));
}

async function apply(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  try {
    await client.query('BEGIN');
    await client.query(sql);
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, now(), clock_timestamp(), 1)`,
      [randomUUID(), checksum, name],
    );
    await client.query('COMMIT');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The migration ${name} failed: ${reason}. Nothing of it was kept.`, { cause: error });
  }
}
