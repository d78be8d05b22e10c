import type { Database } from '../database/database.ts';
import { Appender } from './append.ts';
import type { Operation, Outcome } from './append-statement.ts';
import type { Position } from './cursor.ts';
import { readHead, type Selection } from './read.ts';
import { RoomReader } from './room-reader.ts';
import { SearchIndex } from './search-index.ts';
import { Subscription } from './subscription.ts';
import type { Version } from './version.ts';

/** The positions of the rooms that have subscriptions are checked this often, should every wake-up be lost. */
const CHECK_MS = 1_000;

const CHECK = { name: 'check', text: 'SELECT room_id, position FROM rooms WHERE room_id = ANY ($1)' };

/** The logs of all rooms: what is written goes in here, and what has been written is followed from here. */
export class Log {
  readonly search: SearchIndex;
  readonly #database: Database;
  readonly #appender: Appender;
  readonly #readers = new Map<string, { reader: RoomReader; subscriptions: Set<Subscription | symbol> }>();
  readonly #onCommitted: (roomId: string, position: number) => void;
  #timer: NodeJS.Timeout | undefined;

  /** `onCommitted` is told of every commit of this server, to ring the doorbells of the others. */
  constructor(database: Database, onCommitted: (roomId: string, position: number) => void = () => undefined) {
    this.#database = database;
    this.#onCommitted = onCommitted;
    this.search = new SearchIndex(database);
    this.#appender = new Appender(database, (roomId, versions) => this.#committed(roomId, versions));
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
      room.reader.start(head);
      const subscription: Subscription = new Subscription(
        this.#database,
        room.reader,
        selection,
        (after ?? head).position,
        () => this.#release(room, subscription),
      );
      room.subscriptions.add(subscription);
      return subscription;
    } finally {
      this.#release(room, opening);
    }
  }

  /** What is alive: rooms that are read, and subscriptions to them. */
  counts(): { readers: number; subscriptions: number } {
    let subscriptions = 0;
    for (const room of this.#readers.values()) subscriptions += room.subscriptions.size;
    return { readers: this.#readers.size, subscriptions };
  }

  /** Ends all subscriptions. Appends under way are answered. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    for (const { subscriptions } of [...this.#readers.values()])
      for (const subscription of subscriptions) if (subscription instanceof Subscription) await subscription.return();
    await this.search.close();
  }

  #committed(roomId: string, versions: Version[]): void {
    this.#readers.get(roomId)?.reader.committed(versions);
    this.search.grown(roomId);
    this.#onCommitted(roomId, versions.at(-1)!.position);
  }

  #acquire(roomId: string) {
    const known = this.#readers.get(roomId);
    if (known && !known.reader.error) return known;
    const room = { reader: new RoomReader(this.#database, roomId), subscriptions: new Set<Subscription | symbol>() };
    this.#readers.set(roomId, room);
    this.#timer ??= setInterval(() => void this.#check(), CHECK_MS).unref();
    return room;
  }

  #release(
    room: { reader: RoomReader; subscriptions: Set<Subscription | symbol> },
    subscription: Subscription | symbol,
  ): void {
    room.subscriptions.delete(subscription);
    if (room.subscriptions.size > 0) return;
    room.reader.close();
    if (this.#readers.get(room.reader.roomId) === room) this.#readers.delete(room.reader.roomId);
    if (this.#readers.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** One statement for all rooms: the bound on the delay of an event whose wake-up was lost. */
  async #check(): Promise<void> {
    try {
      const rows = await this.#database.query<{ room_id: string; position: number }>(CHECK, [
        [...this.#readers.keys()],
      ]);
      for (const row of rows) this.#readers.get(row.room_id)?.reader.told(row.position);
    } catch {
      // The next check comes in a second.
    }
  }
}
