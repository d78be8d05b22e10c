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

export type OutcomeRow = VersionRow & { outcome: Attempt['outcome'] };

/** An operation under the id that names it in every attempt. */
export interface Numbered {
  operation: Operation;
  requestId: string;
}

/** Its parameters are those of `valuesOf`. */
const APPEND: Statement = {
  name: 'append',
  text: `SELECT * FROM roomd_append(${Array.from({ length: 15 }, (_, n) => `$${n + 1}`).join(', ')})`,
};

/** Whether a statement writes to logs: its rows have the `outcome` and the `action` of each operation. */
export const isAppend = ({ name }: Statement): boolean => name.startsWith('append');

/** What is written to one room by one transaction. */
export interface RoomBatch<Operations extends Numbered = Numbered> {
  roomId: string;
  operations: Operations[];
}

/**
 * Sends operations on one room to the database as one transaction, each with its own outcome, in their order. `again` is set
 * where they may have been committed before: those that were are answered with what they did.
 */
export async function sendOperations(database: Database, batch: RoomBatch, again: boolean): Promise<Outcome[]> {
  const [outcomes] = await send(database, [batch], { wait: true, again });
  return outcomes as Outcome[];
}

/**
 * Sends operations on several rooms to the database as one transaction, each operation as a statement of its own. No room's
 * lock is waited for, so that no room waits for another.
 */
export const sendTogether = (database: Database, batches: readonly RoomBatch[]): Promise<Attempt[][]> =>
  send(database, batches, { wait: false, again: false });

interface Manner {
  wait: boolean;
  again: boolean;
}

async function send(database: Database, batches: readonly RoomBatch[], manner: Manner): Promise<Attempt[][]> {
  const answers = await database.queryTogether<OutcomeRow>(batches.flatMap((batch) => runsOf(batch, manner)));
  return batches.map((batch) => attemptsOf(batch, answers.splice(0, batch.operations.length)));
}

/** The statements of a batch, one an operation. */
export const runsOf = ({ roomId, operations }: RoomBatch, manner: Manner): Run[] =>
  operations.map((numbered) => ({ statement: APPEND, values: valuesOf(roomId, numbered, manner) }));

/** The outcome of each operation from the rows of its statement. */
export const attemptsOf = ({ roomId, operations }: RoomBatch, answers: readonly OutcomeRow[][]): Attempt[] =>
  operations.map(({ operation }, n) => toOutcome(roomId, answers[n]![0]!, operation));

function valuesOf(roomId: string, { operation, requestId }: Numbered, { wait, again }: Manner): unknown[] {
  const { action, entryId, type, author, summary, consumingAgents, payload, expectedMinor, key, inputHash } = operation;
  const agents = consumingAgents && JSON.stringify(consumingAgents);
  return [
    roomId, wait, again, requestId, action, entryId, type, author, summary, agents, payload?.text, payload?.bytes,
    expectedMinor, key, inputHash,
  ]; // biome-ignore format: in the order of the function's parameters
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
