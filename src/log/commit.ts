import { ContextError } from '../contract/errors.ts';
import type { Database } from '../database/database.ts';
import { isConnectionLost } from '../database/errors.ts';
import { type AtOnce, sendAtOnce } from './append-at-once.ts';
import {
  type Attempt,
  type Numbered,
  type Outcome,
  type RoomBatch,
  sendOperations,
  sendTogether,
} from './append-statement.ts';
import type { Version } from './version.ts';

/** A write that waits for its outcome. */
export interface Pending extends Numbered {
  /** When it came, on the clock of `performance.now()`. */
  since: number;
  resolve(outcome: Outcome): void;
  reject(error: unknown): void;
}

export type Batch = RoomBatch<Pending>;

/** A write is answered within this time, also where its connection was lost and the second attempt hangs too. */
const ANSWER_MS = 9_500;
/** So long it is tried to get a new connection for a write whose connection was lost. */
const RECONNECT_MS = 3_000;

/** Commits batches of writes and gives each write its outcome. A connection that breaks under them is retried once. */
export class Committer {
  readonly #database: Database;
  readonly #committed: (roomId: string, versions: Version[]) => void;

  constructor(database: Database, committed: (roomId: string, versions: Version[]) => void) {
    this.#database = database;
    this.#committed = committed;
  }

  /**
   * Commits the batches of several rooms as one transaction, then those that it passed over as another, and then, one by one,
   * those whose rooms are busy. `settled` hears of each that has all its outcomes. Resolves when the transactions are over:
   * a room that has to be waited for keeps nobody.
   */
  async commit(batches: readonly Batch[], settled: (batch: Batch) => void): Promise<void> {
    if (batches.length === 1) return this.#settle(batches[0]!, settled);
    const apart = await this.#together(batches, sendAtOnce, settled);
    if (apart.length > 0) await this.#together(apart, sendTogether, settled);
  }

  /** Gives what was passed over. */
  async #together(
    batches: readonly Batch[],
    send: (database: Database, batches: readonly Batch[]) => Promise<AtOnce[][]>,
    settled: (batch: Batch) => void,
  ): Promise<Batch[]> {
    const attempts = await send(this.#database, batches).catch((error: unknown) => ({ error }));
    if ('error' in attempts) {
      for (const batch of batches) this.#failed(batch, attempts.error, settled);
      return [];
    }
    const isApart = (_: Batch, i: number) => attempts[i]![0]!.outcome === 'apart';
    for (const [i, batch] of batches.entries())
      if (!isApart(batch, i)) this.#answerAttempts(batch, attempts[i] as Attempt[], settled);
    return batches.filter(isApart);
  }

  /** What was busy is sent again, and waits. */
  #answerAttempts({ roomId, operations }: Batch, attempts: readonly Attempt[], settled: (batch: Batch) => void): void {
    const busy = operations.filter((_, n) => attempts[n]!.outcome === 'busy');
    const outcomes = attempts.filter((attempt): attempt is Outcome => attempt.outcome !== 'busy');
    this.#answer({ roomId, operations: operations.filter((operation) => !busy.includes(operation)) }, outcomes);
    if (busy.length > 0) void this.#settle({ roomId, operations: busy }, settled);
    else settled({ roomId, operations });
  }

  /** The transaction failed: by whose doing, if by anyone's, is found out by committing each alone. */
  #failed(batch: Batch, error: unknown, settled: (batch: Batch) => void): void {
    if (isConnectionLost(error)) void this.#settle(batch, settled, true);
    else if (error instanceof ContextError) {
      refuse(batch, error);
      settled(batch);
    } else void this.#settle(batch, settled);
  }

  /** `lost`: it has been sent before, on a connection that broke. */
  async #settle(batch: Batch, settled: (batch: Batch) => void, lost = false): Promise<void> {
    await this.#commitAlone(batch, lost);
    settled(batch);
  }

  async #commitAlone(batch: Batch, lost: boolean): Promise<void> {
    const { roomId, operations } = batch;
    try {
      this.#answer(batch, await (lost ? this.#sendAgain(batch) : this.#send(batch)));
    } catch (error) {
      // What one operation did to the statement must not be told to its neighbours as theirs.
      if (operations.length > 1 && !(error instanceof ContextError))
        for (const pending of operations) await this.#commitAlone({ roomId, operations: [pending] }, false);
      else refuse(batch, error);
    }
  }

  #answer({ roomId, operations }: Batch, outcomes: readonly Outcome[]): void {
    const written = outcomes.flatMap((outcome, i) =>
      'version' in outcome && outcome.version.requestId === operations[i]!.requestId ? [outcome.version] : [],
    );
    if (written.length > 0) this.#committed(roomId, written);
    for (const [i, pending] of operations.entries()) pending.resolve(outcomes[i]!);
  }

  async #send(batch: Batch): Promise<Outcome[]> {
    try {
      return await sendOperations(this.#database, batch, false);
    } catch (error) {
      if (!isConnectionLost(error)) throw error;
    }
    return this.#sendAgain(batch);
  }

  async #sendAgain(batch: Batch): Promise<Outcome[]> {
    const left = Math.min(...batch.operations.map(({ since }) => since)) + ANSWER_MS - performance.now();
    let timer: NodeJS.Timeout | undefined;
    const deadline = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(outcomeUnknown()), left);
    });
    return Promise.race([this.#sendOnceMore(batch), deadline]).finally(() => clearTimeout(timer));
  }

  /** Once; where there is no way to the database yet, and so nothing was sent, it is tried again for a moment. */
  async #sendOnceMore(batch: Batch): Promise<Outcome[]> {
    for (const end = performance.now() + RECONNECT_MS; ; ) {
      try {
        return await sendOperations(this.#database, batch, true);
      } catch (error) {
        const notSent = error instanceof ContextError && error.code === 'UNAVAILABLE' && !isConnectionLost(error);
        if (!notSent || performance.now() > end) throw outcomeUnknown();
      }
      await new Promise((wake) => setTimeout(wake, 200));
    }
  }
}

function refuse({ operations }: Batch, error: unknown): void {
  for (const pending of operations) pending.reject(error);
}

const outcomeUnknown = (): ContextError =>
  new ContextError(
    'UNAVAILABLE',
    'The connection to the storage broke and the outcome of this write is not known. Send it again with the same idempotencyKey; without one, read the entry first to see whether it was written.',
    { outcomeUnknown: true },
  );
