import { v7 as uuid } from 'uuid';
import type { Database } from '../database/database.ts';
import { isConnectionLost } from '../database/errors.ts';
import { ContextError } from '../entries/errors.ts';
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

type OutcomeRow = VersionRow & { outcome: Outcome['outcome'] };

interface Pending {
  operation: Operation;
  requestId: string;
  since: number;
  resolve(outcome: Outcome): void;
  reject(error: unknown): void;
}

/** Most operations and payload bytes that go to the database as one statement. */
const BATCH_OPERATIONS = 64;
const BATCH_BYTES = 1024 * 1024;
/** A write that has waited this long behind others of its room is refused: with two attempts of 4 s it ends within 10 s. */
const WAIT_LIMIT_MS = 1_500;

const STATEMENT = {
  name: 'append',
  text: `SELECT * FROM roomd_append($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
};

/**
 * The log's writer. Writes that wait for the same room go to the database together, each with its own outcome:
 * they would wait there for the room's lock one by one.
 */
export class Appender {
  readonly #database: Database;
  readonly #committed: (roomId: string, versions: Version[]) => void;
  /** The rooms with a statement under way, and what waits behind it. */
  readonly #waiting = new Map<string, Pending[]>();

  constructor(database: Database, committed: (roomId: string, versions: Version[]) => void) {
    this.#database = database;
    this.#committed = committed;
  }

  /** Resolves once the write is committed or refused. A connection that breaks under it is retried once. */
  append(roomId: string, operation: Operation): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      const pending = { operation, requestId: uuid(), since: performance.now(), resolve, reject };
      const queue = this.#waiting.get(roomId);
      if (queue) queue.push(pending);
      else {
        this.#waiting.set(roomId, []);
        void this.#drain(roomId, [pending]);
      }
    });
  }

  async #drain(roomId: string, first: Pending[]): Promise<void> {
    for (let batch = first; batch.length > 0; batch = this.#takeBatch(roomId)) await this.#settle(roomId, batch);
    this.#waiting.delete(roomId);
  }

  #takeBatch(roomId: string): Pending[] {
    const queue = this.#waiting.get(roomId)!;
    const stale = performance.now() - WAIT_LIMIT_MS;
    while (queue[0] && queue[0].since < stale) queue.shift()!.reject(overloaded());
    let bytes = 0;
    let count = 0;
    for (const { operation } of queue) {
      bytes += operation.payload?.bytes ?? 0;
      if (count === BATCH_OPERATIONS || (count > 0 && bytes > BATCH_BYTES)) break;
      count += 1;
    }
    return queue.splice(0, count);
  }

  async #settle(roomId: string, batch: Pending[]): Promise<void> {
    try {
      const rows = await this.#send(roomId, batch);
      const outcomes = rows.map((row, i) => toOutcome(roomId, row, batch[i]!.operation));
      const written = outcomes.flatMap((outcome) => (outcome.outcome === 'done' ? [outcome.version] : []));
      if (written.length > 0) this.#committed(roomId, written);
      for (const [i, pending] of batch.entries()) pending.resolve(outcomes[i]!);
    } catch (error) {
      // What one operation did to the statement must not be told to its neighbours as theirs.
      if (batch.length > 1 && !(error instanceof ContextError))
        for (const pending of batch) await this.#settle(roomId, [pending]);
      else for (const pending of batch) pending.reject(error);
    }
  }

  async #send(roomId: string, batch: Pending[]): Promise<OutcomeRow[]> {
    try {
      return await this.#database.query<OutcomeRow>(STATEMENT, parameters(roomId, batch, false));
    } catch (error) {
      if (!isConnectionLost(error)) throw error;
    }
    try {
      return await this.#database.query<OutcomeRow>(STATEMENT, parameters(roomId, batch, true));
    } catch {
      throw outcomeUnknown();
    }
  }
}

function parameters(roomId: string, batch: Pending[], retry: boolean): unknown[] {
  const of = <T>(read: (operation: Operation) => T | undefined) =>
    batch.map(({ operation }) => read(operation) ?? null);
  return [
    roomId,
    retry,
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

function toOutcome(roomId: string, row: OutcomeRow, operation: Operation): Outcome {
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

const overloaded = (): ContextError =>
  new ContextError('OVERLOADED', 'Too many writes wait for this room. Nothing was written: try again in a second.');

const outcomeUnknown = (): ContextError =>
  new ContextError(
    'UNAVAILABLE',
    'The connection to the storage broke and the outcome of this write is not known. Send it again with the same idempotencyKey; without one, read the entry first to see whether it was written.',
    { outcomeUnknown: true },
  );
