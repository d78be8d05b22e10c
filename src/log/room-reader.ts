import type { Database } from '../database/database.ts';
import { cursorAhead, markOf, type Position } from './cursor.ts';
import { readSlice, type Selection } from './read.ts';
import type { Version } from './version.ts';

/** What a reader keeps of a room's recent log for the subscriptions that keep up. */
const RING_VERSIONS = 512;
const RING_BYTES = 4 * 1024 * 1024;
/** How much a read of the log takes at once. */
const READ_VERSIONS = 100;
/** How long a reader waits after a failed read before it tries again. */
const RETRY_MS = 500;

const EVERYTHING: Selection = { all: true };

/**
 * The one reader of a room on this server. It holds the recent end of the log for all subscriptions of the room, reads
 * on when it hears that the log has grown, and wakes those that wait. It never tells more than was read from the log or
 * was committed by this server.
 */
export class RoomReader {
  readonly roomId: string;
  readonly #database: Database;
  /** The versions from `#first` to the head, without a hole. */
  #ring: Version[] = [];
  #bytes = 0;
  #head: Position | undefined;
  /** The highest position that anybody has told of. */
  #known = 0;
  #reading = false;
  #suspicious = false;
  #error: Error | undefined;
  #closed = false;
  readonly #wakers = new Set<() => void>();

  constructor(database: Database, roomId: string) {
    this.#database = database;
    this.roomId = roomId;
  }

  /** The position up to which this reader has the log; undefined until it has been started. */
  get head(): number | undefined {
    return this.#head?.position;
  }

  /** Set where the log no longer has what this reader has told: it was replaced by a shorter one. */
  get error(): Error | undefined {
    return this.#error;
  }

  /** Fixes where the reader begins, unless it has begun. What it heard of in the meantime is read. */
  start(at: Position): void {
    this.#head ??= at;
    this.heard(at.position);
  }

  /** The version at a position, where the ring has it. */
  at(position: number): Version | undefined {
    return this.#ring[position - (this.#head?.position ?? 0) + this.#ring.length - 1];
  }

  /** Takes versions that this server has committed. Behind a hole they are read from the log instead. */
  committed(versions: Version[]): void {
    for (const version of versions) {
      if (this.#head && version.position === this.#head.position + 1 && !this.#reading) this.#push(version);
      else this.heard(version.position);
    }
    this.#wake();
  }

  /** The log is said to have grown to this position. Doubled and wrong word does no harm, late word costs one read. */
  heard(position: number): void {
    this.#known = Math.max(this.#known, position);
    this.#readOn();
  }

  /** The head that the log itself tells. Below this reader's own head it asks for a closer look. */
  told(position: number): void {
    if (this.#head && position < this.#head.position) this.#suspicious = true;
    this.heard(position);
  }

  /** Calls back once, when there may be more to read. Returns how to take that back. */
  wait(wake: () => void): () => void {
    this.#wakers.add(wake);
    return () => this.#wakers.delete(wake);
  }

  get waiting(): number {
    return this.#wakers.size;
  }

  close(): void {
    this.#closed = true;
    this.#ring = [];
    this.#wake();
  }

  #readOn(): void {
    if (this.#reading || this.#closed || !this.#head) return;
    if (this.#head.position >= this.#known && !this.#suspicious) return;
    this.#reading = true;
    void this.#read(this.#head);
  }

  /** One read however many subscriptions wait; it goes on until the reader has all that it has heard of. */
  async #read(head: Position): Promise<void> {
    let pause = 0;
    try {
      this.#suspicious = false;
      const slice = await readSlice(this.#database, this.roomId, head.position, READ_VERSIONS, EVERYTHING, true);
      if (slice.mark !== head.mark) this.#error = cursorAhead('after');
      else for (const version of slice.versions) this.#push(version);
      // Word of a position that the log does not have is forgotten.
      if (slice.versions.length === 0) this.#known = head.position;
      this.#wake();
    } catch {
      // The log cannot be read now. The subscriptions live on and go on when it can.
      pause = RETRY_MS;
    }
    this.#reading = false;
    if (pause === 0 && !this.#error) this.#readOn();
    else if (!this.#error) setTimeout(() => this.#readOn(), pause).unref();
  }

  #push(version: Version): void {
    this.#head = { position: version.position, mark: markOf(version.requestId) };
    this.#known = Math.max(this.#known, version.position);
    this.#ring.push(version);
    this.#bytes += version.payloadBytes;
    let drop = 0;
    while (this.#ring.length - drop > RING_VERSIONS || (this.#bytes > RING_BYTES && this.#ring.length - drop > 1))
      this.#bytes -= this.#ring[drop++]!.payloadBytes;
    if (drop > 0) this.#ring.splice(0, drop);
  }

  #wake(): void {
    const wakers = [...this.#wakers];
    this.#wakers.clear();
    for (const wake of wakers) wake();
  }
}
