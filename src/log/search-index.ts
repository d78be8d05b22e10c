import type { Database } from '../database/database.ts';

const STATEMENT = { name: 'index', text: 'SELECT roomd_index($1, $2) AS left' };

/** Log positions that are indexed as one statement. */
const STRIDE = 200;
/** A room whose log has not grown for this long is indexed in the background. */
const QUIET_MS = 10_000;
/** Every so often a few rooms are: to find words costs the database more than to write them, and writes go first. */
const SWEEP_MS = 2_000;
const ROOMS_A_SWEEP = 20;
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
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #closed = false;

  constructor(database: Database) {
    this.#database = database;
  }

  grown(roomId: string): void {
    if (this.#closed) return;
    // Behind all others: the first ones have been quiet for the longest time.
    this.#grown.delete(roomId);
    if (this.#grown.size < MOST_ROOMS) this.#grown.set(roomId, performance.now());
    this.#timer ??= setTimeout(() => this.#sweep(), SWEEP_MS).unref();
  }

  /** Resolves when everything that was committed before the call can be found. */
  async catchUp(roomId: string): Promise<void> {
    let left = 1;
    while (left > 0)
      [{ left }] = (await this.#database.query<{ left: number }>(STATEMENT, [roomId, STRIDE])) as [{ left: number }];
    this.#grown.delete(roomId);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  #sweep(): void {
    this.#timer = undefined;
    this.#running = this.#indexQuietRooms().finally(() => {
      this.#running = undefined;
      if (this.#grown.size > 0 && !this.#closed) this.#timer ??= setTimeout(() => this.#sweep(), SWEEP_MS).unref();
    });
  }

  async #indexQuietRooms(): Promise<void> {
    const quiet = performance.now() - QUIET_MS;
    for (const [roomId, grown] of [...this.#grown].slice(0, ROOMS_A_SWEEP)) {
      if (grown > quiet || this.#closed) return;
      this.#grown.delete(roomId);
      // A failure costs nothing but time: the next write or search of the room tries again.
      await this.catchUp(roomId).catch(() => undefined);
    }
  }
}
