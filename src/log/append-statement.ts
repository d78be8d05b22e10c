import type { Database, Run, Statement } from '../database/database.ts';
import { toVersion, type VersionRow } from './rows.ts';
import type { Action, Version } from './version.ts';

/** One write. What is left undefined stays as the entry has it. */
export interface Operation {
  /** `none` writes nothing: it looks the idempotency key up, or records it for an update that changes nothing. */
  action: Action | 'none';
  entryId: string;
  author: string;
  /** Of a new entry; it never changes. */
  type?: string;
  summary?: string;
  consumingAgents?: string[];
  payload?: { text: string; bytes: number };
  /** Refuse with `conflict` unless this is the current minor version. */
  expectedMinor?: number;
  key?: string;
  inputHash?: string;
}

export type Outcome =
  | { outcome: 'done' | 'replayed' | 'unchanged'; version: Version }
  | { outcome: 'conflict' | 'deleted' | 'live'; minor: number; author: string }
  | { outcome: 'not_found' | 'key_reused' };

/** The outcome, or `busy` where the room was locked, or did not exist, and was not waited for. */
export type Attempt = Outcome | { outcome: 'busy' };

type OutcomeRow = VersionRow & { outcome: Attempt['outcome'] };

/** An operation under the id that names it in every attempt. */
export interface Numbered {
  operation: Operation;
  requestId: string;
}

/** Of a column of the batch, in the order in which `columns` gives them. */
const TYPES = ['uuid', 'text', 'text', 'text', 'text', 'text', 'text', 'text', 'integer', 'integer', 'text', 'text'];

const statement = (name: string, column: (type: string, parameter: string) => string): Statement => ({
  name,
  text: `SELECT * FROM roomd_append($1, $2, $3, ${TYPES.map((type, i) => column(type, `$${i + 4}`)).join(', ')})`,
});

const APPEND = statement('append', (_type, parameter) => parameter);
/** A single operation goes as plain values: in an array its payload would be escaped here, and read twice there. */
const APPEND_ONE = statement('append-one', (type, parameter) => `ARRAY[${parameter}::${type}]`);

/** Whether a statement writes to a log: each of its rows has the `outcome` and the `action` of one operation. */
export const isAppend = (statement: Statement): boolean => statement === APPEND || statement === APPEND_ONE;

/** Whether the room was not busy, and so all its operations have outcomes. */
export const areOutcomes = (attempts: Attempt[]): attempts is Outcome[] => attempts[0]?.outcome !== 'busy';

/** What is written to one room by one statement. */
export interface RoomBatch<Operations extends Numbered = Numbered> {
  roomId: string;
  operations: Operations[];
}

/**
 * Sends operations on one room to the database as one statement, each with its own outcome, in their order.
 * `again` is set where they may have been committed before: those that were are answered with what they did.
 */
export async function sendOperations(database: Database, batch: RoomBatch, again: boolean): Promise<Outcome[]> {
  const { statement, values } = runOf(batch, { wait: true, again });
  const rows = await database.query<OutcomeRow>(statement, values);
  return outcomesOf(batch, rows) as Outcome[];
}

/**
 * Sends operations on several rooms to the database as one transaction, each room with a statement of its own. No room's
 * lock is waited for, so that no room waits for another.
 */
export async function sendTogether(database: Database, batches: readonly RoomBatch[]): Promise<Attempt[][]> {
  const runs = batches.map((batch) => runOf(batch, { wait: false, again: false }));
  const answers = await database.queryTogether<OutcomeRow>(runs);
  return answers.map((rows, i) => outcomesOf(batches[i]!, rows));
}

function runOf({ roomId, operations }: RoomBatch, { wait, again }: { wait: boolean; again: boolean }): Run {
  const columns = columnsOf(operations);
  return operations.length === 1
    ? { statement: APPEND_ONE, values: [roomId, wait, again, ...columns.map(([value]) => value)] }
    : { statement: APPEND, values: [roomId, wait, again, ...columns] };
}

const outcomesOf = ({ roomId, operations }: RoomBatch, rows: readonly OutcomeRow[]): Attempt[] =>
  rows.map((row, i) => toOutcome(roomId, row, operations[i]!.operation));

function columnsOf(batch: readonly Numbered[]): unknown[][] {
  const of = <T>(read: (operation: Operation) => T | undefined) =>
    batch.map(({ operation }) => read(operation) ?? null);
  return [
    batch.map(({ requestId }) => requestId),
    of((o) => o.action),
    of((o) => o.entryId),
    of((o) => o.type),
    of((o) => o.author),
    of((o) => o.summary),
    of((o) => o.consumingAgents && JSON.stringify(o.consumingAgents)),
    of((o) => o.payload?.text),
    of((o) => o.payload?.bytes),
    of((o) => o.expectedMinor),
    of((o) => o.key),
    of((o) => o.inputHash),
  ];
}

function toOutcome(roomId: string, row: OutcomeRow, operation: Operation): Attempt {
  switch (row.outcome) {
    case 'done':
    case 'replayed':
    case 'unchanged': {
      const version = toVersion(roomId, row);
      version.payload ??= operation.payload?.text;
      return { outcome: row.outcome, version };
    }
    case 'conflict':
    case 'deleted':
    case 'live':
      return { outcome: row.outcome, minor: row.minor, author: row.author };
    default:
      return { outcome: row.outcome };
  }
}
