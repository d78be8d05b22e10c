import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../database/database.ts';
import { packageRoot } from '../database/package-root.ts';
import type { Log } from '../log/log.ts';

/** What a server needs to be sent work, and how that is. No text of an error is ever told. */
export interface Parts {
  server: 'ok' | 'ending';
  database: State;
  migrations: State;
  wakeups: State;
}
type State = 'ok' | 'away' | 'missing' | 'unknown';
type DatabaseParts = Pick<Parts, 'database' | 'migrations'>;

const NOT_ASKED: DatabaseParts = { database: 'unknown', migrations: 'unknown' };

/** The database is asked at most this often, however many ask for readiness; and it has this long to answer. In milliseconds. */
const KEEP_MS = 500;
const ANSWER_MS = 2_000;

const APPLIED = {
  name: 'migrations_applied',
  text: 'SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL',
};

/** Whether this server should be sent work. It is not ready before its database, migrations and wake-ups are, and from the moment it ends. */
export class Readiness {
  readonly #database: Database;
  readonly #log: Log;
  #ending = false;
  #asked: { at: number; answer: Promise<DatabaseParts> } | undefined;
  #needed: Promise<string[]> | undefined;

  constructor(database: Database, log: Log) {
    this.#database = database;
    this.#log = log;
  }

  /** From here on the server is not ready. */
  end(): void {
    this.#ending = true;
  }

  async parts(): Promise<Parts> {
    const database = this.#ending ? NOT_ASKED : await this.#databaseParts();
    const wakeups = this.#log.bell().connected ? 'ok' : 'away';
    return { server: this.#ending ? 'ending' : 'ok', ...database, wakeups };
  }

  #databaseParts(): Promise<DatabaseParts> {
    const now = Date.now();
    if (!this.#asked || now - this.#asked.at > KEEP_MS) this.#asked = { at: now, answer: this.#askDatabase() };
    return this.#asked.answer;
  }

  async #askDatabase(): Promise<DatabaseParts> {
    try {
      this.#needed ??= migrationNames();
      const needed = await this.#needed;
      const rows = await inTime(this.#database.query<{ migration_name: string }>(APPLIED, []));
      const applied = new Set(rows.map((row) => row.migration_name));
      return { database: 'ok', migrations: needed.every((name) => applied.has(name)) ? 'ok' : 'missing' };
    } catch {
      return { database: 'away', migrations: 'unknown' };
    }
  }
}

async function migrationNames(): Promise<string[]> {
  const entries = await readdir(join(packageRoot(), 'prisma/migrations'), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
}

async function inTime<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('No answer in time.')), ANSWER_MS);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
