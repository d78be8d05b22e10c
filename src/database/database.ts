import type { PrismaClient } from './prisma/client.ts';

/** A statement that each connection prepares once, under its name. One name stands for one text. */
export interface Statement {
  name: string;
  text: string;
}

/** A statement with the values of its parameters. */
export interface Run {
  statement: Statement;
  values: unknown[];
}

/**
 * The database as the rest of the server sees it. Every call is bounded in time: it answers, or it throws a
 * ContextError OVERLOADED (no connection was free, a lock or the statement took too long: nothing was done) or a
 * ConnectionLost (the statement was sent and its outcome is not known) or UNAVAILABLE (it could not be sent).
 */
export interface Database {
  /** Runs a named prepared statement on the shared pool. Rows come with `bigint` as number and `json` as text. */
  query<Row>(statement: Statement, values: unknown[]): Promise<Row[]>;
  /**
   * Runs named prepared statements in one transaction and one message each way, and gives the rows of each. One that
   * fails takes the others with it.
   */
  queryTogether<Row>(runs: readonly Run[]): Promise<Row[][]>;
  /** For what is not hot. Shares the pool. */
  readonly prisma: PrismaClient;
  /** Connections in use, idle, and callers that wait for one. */
  pool(): { total: number; idle: number; waiting: number };
  /** How many connections have been made so far: where this has not changed, the database is the one that it was. */
  generation(): number;
  close(): Promise<void>;
}
