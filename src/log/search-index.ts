import type { Database } from '../database/database.ts';

const STATEMENT = { name: 'index', text: 'SELECT roomd_index($1, $2) AS left' };

/** Log positions that are indexed as one statement. */
const STRIDE = 200;
/** A room whose log has not grown for this long is indexed in the background. */
const QUIET_MS = 10_000;
/**
 * The pace of that, for all rooms together: to find words costs the database more than to write them, and writes go first.
 * In small steps, so that a write or an event beside one waits for some milliseconds only.
 */
const STEP_MS = 50;
const STEP_POSITIONS = 4;
/** A step waits for a gap between the writes of this server: for so long none, and what they set off is over. */
const GAP_MS = 10;
/** It waits no longer than this, so that a server that is never still gets on with it too. */
const MOST_WAIT_MS = 1_000;
/** Rooms that are remembered to be behind. A search of another one catches up by itself. */
const MOST_ROOMS = 10_000;

/**
 * Keeps the search documents up with the log, off the path of the writes: in the background once a room is quiet, and
 * up to the head before each search. What a crash leaves undone, the next search does.
 */
export class SearchIndex {
  readonly #database: Database;
  /** When the log of each room that is not indexed to its end was last seen to grow. */
  readonly #grown = new Map<string, number>();
  /** When the log of any room was last seen to grow. */
  #written = 0;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #closed = false;

  constructor(database: Database) {
    this.#database = database;
  }

  grown(roomId: string): void {
    if (this.#closed) return;
    this.#written = performance.now();
    // Behind all others: the first ones have been quiet for the longest time.
    this.#grown.delete(roomId);
    if (this.#grown.size < MOST_ROOMS) this.#grown.set(roomId, this.#written);
    this.#plan();
  }

  /** Resolves when everything that was committed before the call can be found. */
  async catchUp(roomId: string): Promise<void> {
    while ((await this.#index(roomId, STRIDE)) > 0);
    this.#grown.delete(roomId);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  #plan(): void {
    if (this.#grown.size === 0 || this.#closed || this.#running) return;
    this.#timer ??= setTimeout(() => this.#stepInGap(performance.now() + MOST_WAIT_MS), STEP_MS).unref();
  }

  #stepInGap(latest: number): void {
    const now = performance.now();
    if (now < latest && now < this.#written + GAP_MS) {
      this.#timer = setTimeout(() => this.#stepInGap(latest), GAP_MS / 2).unref();
      return;
    }
    this.#timer = undefined;
    this.#running = this.#step().finally(() => {
      this.#running = undefined;
      this.#plan();
    });
  }

  /** A part of the room that has been quiet for the longest time. */
  async #step(): Promise<void> {
    const quietest = this.#grown.entries().next().value;
    // A search may have caught up meanwhile with what the step was planned for.
    if (quietest === undefined) return;
    const [roomId, grown] = quietest;
    if (grown > performance.now() - QUIET_MS) return;
    // A failure costs nothing but time: the next write or search of the room tries again.
    const left = await this.#index(roomId, STEP_POSITIONS).catch(() => 0);
    if (left === 0 && this.#grown.get(roomId) === grown) this.#grown.delete(roomId);
  }

  /** Gives how many positions of the room's log are left. */
  async #index(roomId: string, positions: number): Promise<number> {
    const [row] = await this.#database.query<{ left: number }>(STATEMENT, [roomId, positions]);
    return row!.left;
  }
}
