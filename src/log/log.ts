import { ContextError } from '../contract/errors.ts';
import type { Database } from '../database/database.ts';
import { Appender } from './append.ts';
import type { Operation, Outcome } from './append-statement.ts';
import { type Position, START } from './cursor.ts';
import { type Bell, type BellState, type OpenBell, SILENT } from './doorbell.ts';
import { readHead, readHeads, type Selection } from './read.ts';
import { RoomReader } from './room-reader.ts';
import type { RingBudget } from './room-ring.ts';
import { SearchIndex } from './search-index.ts';
import { Subscription } from './subscription.ts';
import type { Version } from './version.ts';

/** The positions of the rooms that have subscriptions are checked this often, should every wake-up be lost. */
const CHECK_MS = 1_000;

/** Bytes that the rings of all rooms may hold. */
const RINGS_BYTES = 128 * 1024 * 1024;

interface FollowedRoom {
  reader: RoomReader;
  subscriptions: Set<Subscription | symbol>;
}

export interface LogCounts {
  /** Rooms that are read. */
  readers: number;
  subscriptions: number;
  /** Bytes of recent versions that are kept for them, roughly. */
  ringBytes: number;
}

/** The logs of all rooms: what is written goes in here, and what has been written is followed from here. */
export class Log {
  readonly search: SearchIndex;
  readonly #database: Database;
  readonly #appender: Appender;
  readonly #readers = new Map<string, FollowedRoom>();
  readonly #rings: RingBudget = { bytes: 0, most: RINGS_BYTES };
  readonly #bell: Bell;
  #timer: NodeJS.Timeout | undefined;
  #checking = false;
  #closed = false;

  /** `openBell` connects the doorbells of the servers on one database; a server that is alone needs none. */
  constructor(database: Database, openBell: OpenBell = SILENT) {
    this.#database = database;
    this.search = new SearchIndex(database);
    this.#appender = new Appender(database, (roomId, versions) => this.#committed(roomId, versions));
    this.#bell = openBell({
      heard: (roomId, position) => this.heard(roomId, position),
      missed: () => void this.#check(),
    });
  }

  /** Commits one operation, or tells why not. */
  append(roomId: string, operation: Operation): Promise<Outcome> {
    return this.#appender.append(roomId, operation);
  }

  /** A doorbell: another server has said that the room's log has grown to this position. */
  heard(roomId: string, position: number): void {
    this.#readers.get(roomId)?.reader.heard(position);
  }

  /**
   * Follows the log of a room from behind `after`, or from what is written from now on: "now" is when this resolves.
   * @throws ContextError CURSOR_AHEAD where the log does not have the position `after`; `name` is the argument it came in.
   */
  async follow(
    roomId: string,
    selection: Selection,
    after: Position | undefined,
    name = 'after',
  ): Promise<Subscription> {
    const room = this.#acquire(roomId);
    const opening = Symbol('opening');
    room.subscriptions.add(opening);
    try {
      const head = await readHead(this.#database, roomId, name, after);
      if (this.#closed) throw new ContextError('UNAVAILABLE', 'The server is going away. Subscribe again.');
      room.reader.start(head);
      const subscription: Subscription = new Subscription(room.reader, selection, after ?? head, () =>
        this.#release(room, subscription),
      );
      room.subscriptions.add(subscription);
      return subscription;
    } finally {
      this.#release(room, opening);
    }
  }

  /** What is alive: rooms that are read, subscriptions to them, and what they hold. */
  counts(): LogCounts {
    let subscriptions = 0;
    for (const room of this.#readers.values()) subscriptions += room.subscriptions.size;
    return { readers: this.#readers.size, subscriptions, ringBytes: this.#rings.bytes };
  }

  /** What is behind: the farthest that a subscription is from its room's head, and writes that wait for their turn. */
  backlog(): { lag: number; appends: number } {
    let lag = 0;
    for (const { reader, subscriptions } of this.#readers.values())
      for (const subscription of subscriptions)
        if (subscription instanceof Subscription)
          lag = Math.max(lag, (reader.head?.position ?? 0) - subscription.position);
    return { lag, appends: this.#appender.waiting() };
  }

  /** How the doorbells are. A server whose doorbell is away serves on: events of others come within a second. */
  bell(): BellState {
    return this.#bell.state();
  }

  /** Ends all subscriptions. Appends under way are answered. */
  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#timer);
    for (const { subscriptions } of [...this.#readers.values()])
      for (const subscription of subscriptions) if (subscription instanceof Subscription) await subscription.return();
    await this.#bell.close();
    await this.search.close();
  }

  #committed(roomId: string, versions: Version[]): void {
    this.#readers.get(roomId)?.reader.committed(versions);
    this.search.grown(roomId);
    this.#bell.ring(roomId, versions.at(-1)!.position);
  }

  #acquire(roomId: string): FollowedRoom {
    const known = this.#readers.get(roomId);
    if (known && !known.reader.error) return known;
    const room = {
      reader: new RoomReader(this.#database, roomId, this.#rings),
      subscriptions: new Set<Subscription | symbol>(),
    };
    this.#readers.set(roomId, room);
    this.#timer ??= setInterval(() => void this.#check(), CHECK_MS).unref();
    return room;
  }

  #release(room: FollowedRoom, subscription: Subscription | symbol): void {
    room.subscriptions.delete(subscription);
    if (room.subscriptions.size > 0) return;
    room.reader.close();
    if (this.#readers.get(room.reader.roomId) === room) this.#readers.delete(room.reader.roomId);
    if (this.#readers.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** One statement for all rooms, one at a time: the bound on the delay of an event whose wake-up was lost. */
  async #check(): Promise<void> {
    if (this.#checking || this.#readers.size === 0) return;
    this.#checking = true;
    try {
      const asked = new Map([...this.#readers.values()].map(({ reader }) => [reader, reader.head]));
      const heads = await readHeads(this.#database, [...this.#readers.keys()]);
      const now = Date.now();
      for (const [reader, then] of asked) {
        reader.told(heads.get(reader.roomId) ?? START, then);
        reader.rest(now);
      }
    } catch {
      // The next check comes in a second.
    } finally {
      this.#checking = false;
    }
  }
}
