import type { Database } from '../database/database.ts';

const STATEMENT = { name: 'index', text: 'SELECT roomd_index($1, $2) AS left' };

/** Log positions that are indexed as one statement. */
const STRIDE = 200;
/** A room whose log has not grown for this long is indexed in the background. */
const QUIET_MS = 2_000;

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
    this.#grown.set(roomId, performance.now());
    this.#timer ??= setTimeout(() => this.#sweep(), QUIET_MS).unref();
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
      if (this.#grown.size > 0 && !this.#closed) this.#timer ??= setTimeout(() => this.#sweep(), QUIET_MS).unref();
    });
  }

  async #indexQuietRooms(): Promise<void> {
    const quiet = performance.now() - QUIET_MS;
    for (const [roomId, grown] of [...this.#grown]) {
      if (grown > quiet || this.#closed) continue;
      this.#grown.delete(roomId);
      // A failure costs nothing but time: the next write or search of the room tries again.
      await this.catchUp(roomId).catch(() => undefined);
    }
  }
}
