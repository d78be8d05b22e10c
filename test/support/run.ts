import pg from 'pg';
import type { Embedded } from '../../src/database/embedded.ts';

/** What global-setup made and global-teardown takes away. */
export interface TestRun {
  template: string;
  url: string;
  server?: Embedded;
  folder?: string;
}

declare global {
  var roomdTestRun: TestRun | undefined;
}

/** The URL of another database on the same server. */
export function onDatabase(url: string, database: string): string {
  const other = new URL(url);
  other.pathname = `/${database}`;
  return other.href;
}

/** Runs statements outside any transaction, on a connection of their own; gives the rows of the last one. */
export async function administer(url: string, ...statements: string[]): Promise<Record<string, string>[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    let rows: Record<string, string>[] = [];
    for (const statement of statements) rows = (await client.query(statement)).rows;
    return rows;
  } finally {
    await client.end();
  }
}
