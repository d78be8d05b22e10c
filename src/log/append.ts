import { ContextError } from '../contract/errors.ts';
import type { Database } from '../database/database.ts';
import { isConnectionLost } from '../database/errors.ts';
import { type Numbered, type Operation, type Outcome, sendOperations } from './append-statement.ts';
import { newId } from './new-id.ts';
import type { Version } from './version.ts';

interface Pending extends Numbered {
  since: number;
  resolve(outcome: Outcome): void;
  reject(error: unknown): void;
}

/** Most operations and payload bytes that go to the database as one statement. */
const BATCH_OPERATIONS = 64;
const BATCH_BYTES = 1024 * 1024;
/** A write that has waited this long behind others of its room is refused. */
const WAIT_LIMIT_MS = 1_500;
/** A write is answered within this time, also where its connection was lost and the second attempt hangs too. */
const ANSWER_MS = 9_500;
/** So long it is tried to get a new connection for a write whose connection was lost. */
const RECONNECT_MS = 3_000;

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

  /** Writes that wait behind a statement of their room. */
  waiting(): number {
    let waiting = 0;
    for (const queue of this.#waiting.values()) waiting += queue.length;
    return waiting;
  }

  /** Resolves once the write is committed or refused. A connection that breaks under it is retried once. */
  append(roomId: string, operation: Operation): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      const pending = { operation, requestId: newId(), since: performance.now(), resolve, reject };
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
    let outcomes: Outcome[];
    try {
      outcomes = await this.#send(roomId, batch);
    } catch (error) {
      // What one operation did to the statement must not be told to its neighbours as theirs.
      if (batch.length > 1 && !(error instanceof ContextError))
        for (const pending of batch) await this.#settle(roomId, [pending]);
      else for (const pending of batch) pending.reject(error);
      return;
    }
    const written = outcomes.flatMap((outcome, i) =>
      'version' in outcome && outcome.version.requestId === batch[i]!.requestId ? [outcome.version] : [],
    );
    if (written.length > 0) this.#committed(roomId, written);
    for (const [i, pending] of batch.entries()) pending.resolve(outcomes[i]!);
  }

  async #send(roomId: string, batch: Pending[]): Promise<Outcome[]> {
    try {
      return await sendOperations(this.#database, roomId, batch, false);
    } catch (error) {
      if (!isConnectionLost(error)) throw error;
    }
    const left = Math.min(...batch.map(({ since }) => since)) + ANSWER_MS - performance.now();
    let timer: NodeJS.Timeout | undefined;
    const deadline = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(outcomeUnknown()), left);
    });
    return Promise.race([this.#sendAgain(roomId, batch), deadline]).finally(() => clearTimeout(timer));
  }

  /** Once; where there is no way to the database yet, and so nothing was sent, it is tried again for a moment. */
  async #sendAgain(roomId: string, batch: Pending[]): Promise<Outcome[]> {
    for (const end = performance.now() + RECONNECT_MS; ; ) {
      try {
        return await sendOperations(this.#database, roomId, batch, true);
      } catch (error) {
        const notSent = error instanceof ContextError && error.code === 'UNAVAILABLE' && !isConnectionLost(error);
        if (!notSent || performance.now() > end) throw outcomeUnknown();
      }
      await new Promise((wake) => setTimeout(wake, 200));
    }
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
