import type { Database } from '../database/database.ts';
import { cursorAhead, markOf, type Position } from './cursor.ts';
import { readSlice, type Selection, type Slice } from './read.ts';
import { type RingBudget, RoomRing } from './room-ring.ts';
import { SharedSlices } from './shared-slices.ts';
import type { Version } from './version.ts';
import { Wakers } from './wakers.ts';

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
  /** The recent end of the log. */
  readonly ring: RoomRing;
  /** Reads of the log for subscriptions that are behind the ring. */
  readonly behind: SharedSlices;
  #head: Position | undefined;
  /** The highest position that anybody has told of, and how often anybody has told. */
  #known = 0;
  #words = 0;
  #reading = false;
  #suspicious = false;
  /** The connections that had been made when the head was last found in the log. */
  #generation = 0;
  #error: Error | undefined;
  #closed = false;
  /** Those that wait for more. */
  readonly wakers = new Wakers();

  constructor(database: Database, roomId: string, budget: RingBudget) {
    this.#database = database;
    this.roomId = roomId;
    this.ring = new RoomRing(budget);
    this.behind = new SharedSlices(database, roomId);
  }

  /** The position up to which this reader has the log; undefined until it has been started. */
  get head(): Position | undefined {
    return this.#head;
  }

  /** Set where the log no longer has what this reader has told: it was replaced by a shorter one. */
  get error(): Error | undefined {
    return this.#error;
  }

  /**
   * Fixes where the reader begins, unless it has begun: what was found when so many connections had been made. What it
   * heard of in the meantime is read.
   */
  start(at: Position, generation: number): void {
    if (!this.#head) this.#generation = generation;
    this.#head ??= at;
    this.heard(at.position);
  }

  /** Makes sure that the log still has this reader's head, where the server has new connections since it was seen there. */
  async confirm(): Promise<void> {
    const head = this.#head;
    const generation = this.#database.generation();
    if (!head || this.#generation === generation) return;
    const { mark } = await readSlice(this.#database, this.roomId, head.position, 1, EVERYTHING, false);
    if (mark === head.mark) this.#generation = Math.max(this.#generation, generation);
    else this.#fail();
  }

  /**
   * Takes versions that this server has committed. Behind a hole they are read from the log instead, and also where the
   * server has a new connection: it may lead to a standby that took over without the end of the log.
   */
  committed(versions: Version[]): void {
    const sure = !this.#reading && this.#generation === this.#database.generation();
    for (const version of versions) {
      if (sure && this.#head && version.position === this.#head.position + 1) this.#push(version);
      else if (this.#head && version.position <= this.#head.position) this.#compare(version);
      else this.heard(version.position);
    }
    if (sure) this.wakers.wake();
  }

  /** The log is said to have grown to this position. Doubled and wrong word does no harm, late word costs one read. */
  heard(position: number): void {
    this.#words += 1;
    this.#known = Math.max(this.#known, position);
    this.#readOn();
  }

  /** The head that the log itself told, and the reader's own from before it was asked. Where they do not fit, it reads. */
  told(head: Position, then: Position | undefined): void {
    if (then && (head.position < then.position || (head.position === then.position && head.mark !== then.mark)))
      this.#suspicious = true;
    this.heard(head.position);
  }

  close(): void {
    this.#closed = true;
    this.ring.clear();
    this.wakers.wake();
  }

  #readOn(): void {
    if (this.#reading || this.#closed || this.#error || !this.#head) return;
    if (this.#head.position >= this.#known && !this.#suspicious) return;
    this.#reading = true;
    void this.#read(this.#head);
  }

  /** One read however many subscriptions wait; it goes on until the reader has all that it has heard of. */
  async #read(head: Position): Promise<void> {
    const words = this.#words;
    const generation = this.#database.generation();
    let failed = false;
    try {
      const slice = await readSlice(this.#database, this.roomId, head.position, READ_VERSIONS, EVERYTHING, true);
      this.#suspicious = false;
      this.#take(slice, head, words, generation);
    } catch {
      // The log cannot be read now. The subscriptions live on and go on when it can.
      failed = true;
    }
    this.#reading = false;
    if (failed) setTimeout(() => this.#readOn(), RETRY_MS).unref();
    else this.#readOn();
  }

  #take(slice: Slice, head: Position, words: number, generation: number): void {
    if (this.#closed) return;
    this.#generation = generation;
    const same = slice.mark === head.mark;
    if (!same) this.#fail();
    else for (const version of slice.versions) this.#push(version);
    // Word of a position that the log does not have is forgotten; word that came during the read is looked into.
    if (slice.versions.length === 0 && this.#words === words) this.#known = head.position;
    if (same && slice.versions.length > 0) this.wakers.wake();
  }

  #fail(): void {
    this.#error = cursorAhead('after');
    this.wakers.wake();
  }

  /** A write of this server at a position that this reader has already: the one that it read, or one in its place. */
  #compare(version: Version): void {
    if (this.ring.at(version.position)?.requestId === version.requestId) return;
    this.#suspicious = true;
    this.#readOn();
  }

  #push(version: Version): void {
    this.#head = { position: version.position, mark: markOf(version.requestId) };
    this.ring.push(version);
  }
}
