import { ContextError } from '../contract/errors.ts';
import type { Database } from '../database/database.ts';
import type { Operation, Outcome } from './append-statement.ts';
import { type Batch, Committer, type Pending } from './commit.ts';
import { newId } from './new-id.ts';
import type { Version } from './version.ts';

/** Most rooms that are committed together, unless the caller says otherwise. */
export const COMMIT_ROOMS = 16;
/** Most operations, and payload bytes, that are committed together: they hold the locks of their rooms until then. */
const COMMIT_OPERATIONS = 64;
const COMMIT_BYTES = 1024 * 1024;
/**
 * Once so many writes wait the database begins with them, while the requests that came behind them are still being read, and
 * beside a commit that is under way. Fewer wait for that one to end: most of what a commit costs does not depend on how
 * much is in it.
 */
const GATHERED = 4;
/**
 * Commits under way at one time, and rooms in them where the caller lets a commit have few. One that takes longer than
 * HOLD_MS waits for a lock, a disk or a network, and the next ones do not wait for it.
 */
const COMMITS = 2;
const ROOMS_UNDER_WAY = 8;
const HOLD_MS = 10;
/** A write that has waited this long behind others of its room is refused. */
const WAIT_LIMIT_MS = 1_500;

/**
 * The log's writer. Writes that wait behind others, of the same room and of several, go to the database as one
 * transaction, each with its own outcome: what a write costs there is mostly its message and its commit.
 */
export class Appender {
  readonly #committer: Committer;
  /** What waits, of each room that has something waiting or under way. */
  readonly #waiting = new Map<string, Pending[]>();
  /** Those of these rooms that have nothing under way, in the order in which they began to wait. */
  readonly #ready: string[] = [];
  readonly #rooms: number;
  readonly #gathered: number;
  readonly #most: number;
  #commits = 0;
  #scheduled = false;

  /** `rooms` is how many rooms are committed together at most. */
  constructor(database: Database, committed: (roomId: string, versions: Version[]) => void, rooms = COMMIT_ROOMS) {
    this.#rooms = rooms;
    this.#gathered = Math.min(GATHERED, rooms);
    this.#most = Math.max(COMMITS, Math.floor(ROOMS_UNDER_WAY / rooms));
    this.#committer = new Committer(database, committed);
  }

  /** Writes that wait behind others. */
  waiting(): number {
    let waiting = 0;
    for (const queue of this.#waiting.values()) waiting += queue.length;
    return waiting;
  }

  /** Resolves once the write is committed or refused. */
  append(roomId: string, operation: Operation): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      const pending = { operation, requestId: newId(), since: performance.now(), resolve, reject };
      const queue = this.#waiting.get(roomId);
      if (queue) queue.push(pending);
      else {
        this.#waiting.set(roomId, [pending]);
        this.#ready.push(roomId);
      }
      this.#schedule();
    });
  }

  /** Once a few writes wait, or at the end of the turn, so that requests that came together are committed together. */
  #schedule(): void {
    while (this.#commits < this.#most && this.#isGathered()) this.#commit(this.#takeBatches());
    if (this.#scheduled || this.#commits > 0 || this.#ready.length === 0) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      if (this.#commits === 0) this.#commit(this.#takeBatches());
    });
  }

  #isGathered(): boolean {
    let count = 0;
    for (const roomId of this.#ready) {
      count += this.#waiting.get(roomId)!.length;
      if (count >= this.#gathered) return true;
    }
    return false;
  }

  #commit(batches: Batch[]): void {
    if (batches.length === 0) return;
    let isHeld = true;
    const letGo = () => {
      if (!isHeld) return;
      isHeld = false;
      clearTimeout(timer);
      this.#commits -= 1;
      this.#schedule();
    };
    const timer = setTimeout(letGo, HOLD_MS);
    this.#commits += 1;
    void this.#committer.commit(batches, ({ roomId }) => this.#settled(roomId)).then(letGo);
  }

  #settled(roomId: string): void {
    if (this.#waiting.get(roomId)!.length === 0) this.#waiting.delete(roomId);
    else {
      this.#ready.push(roomId);
      this.#schedule();
    }
  }

  #takeBatches(): Batch[] {
    const batches: Batch[] = [];
    const left = { operations: COMMIT_OPERATIONS, bytes: COMMIT_BYTES };
    while (batches.length < this.#rooms && left.operations > 0 && left.bytes > 0 && this.#ready.length > 0) {
      const roomId = this.#ready.shift()!;
      const operations = takeOperations(this.#waiting.get(roomId)!, left);
      if (operations.length > 0) batches.push({ roomId, operations });
      else this.#waiting.delete(roomId);
    }
    // Two servers that make the same new rooms wait for each other only in this one order.
    return batches.sort((a, b) => (a.roomId < b.roomId ? -1 : 1));
  }
}

/** Takes from the queue what is left to be taken, and one operation at least; what is stale is refused. */
function takeOperations(queue: Pending[], left: { operations: number; bytes: number }): Pending[] {
  const stale = performance.now() - WAIT_LIMIT_MS;
  while (queue[0] && queue[0].since < stale) queue.shift()!.reject(overloaded());
  let count = 0;
  for (const { operation } of queue) {
    const bytes = operation.payload?.bytes ?? 0;
    if (left.operations === 0 || (count > 0 && bytes > left.bytes)) break;
    left.operations -= 1;
    left.bytes -= bytes;
    count += 1;
  }
  return queue.splice(0, count);
}

const overloaded = (): ContextError =>
  new ContextError('OVERLOADED', 'Too many writes wait for this room. Nothing was written: try again in a second.');
