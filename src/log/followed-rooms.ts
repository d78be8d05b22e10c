import type { Database } from '../database/database.ts';
import { type Position, START } from './cursor.ts';
import { readHeads } from './read.ts';
import { RoomReader } from './room-reader.ts';
import type { RingBudget } from './room-ring.ts';
import { Subscription } from './subscription.ts';

/**
 * The positions of the rooms that have subscriptions are checked this often, should every wake-up be lost: reading and
 * delivering are to fit into the rest of 1.2 s.
 */
const CHECK_MS = 800;

/** Bytes that the rings of all rooms may hold. */
const RINGS_BYTES = 64 * 1024 * 1024;

/** Who holds a room open: its subscriptions, and those that are just being opened. */
export type Holder = Subscription | symbol;

export interface FollowedRoom {
  reader: RoomReader;
  holders: Set<Holder>;
}

/** The rooms that somebody follows, each with its one reader. */
export class FollowedRooms {
  readonly #database: Database;
  readonly #rooms = new Map<string, FollowedRoom>();
  readonly #rings: RingBudget = { bytes: 0, most: RINGS_BYTES };
  #timer: NodeJS.Timeout | undefined;
  #checking = false;

  constructor(database: Database) {
    this.#database = database;
  }

  /** The reader of a room, where it is followed. */
  reader(roomId: string): RoomReader | undefined {
    return this.#rooms.get(roomId)?.reader;
  }

  /** The room, held open until `holder` is released. */
  hold(roomId: string, holder: Holder): FollowedRoom {
    let room = this.#rooms.get(roomId);
    if (!room || room.reader.error) {
      room = { reader: new RoomReader(this.#database, roomId, this.#rings), holders: new Set() };
      this.#rooms.set(roomId, room);
    }
    room.holders.add(holder);
    this.#timer ??= setInterval(() => void this.check(), CHECK_MS).unref();
    return room;
  }

  release(room: FollowedRoom, holder: Holder): void {
    room.holders.delete(holder);
    if (room.holders.size > 0) return;
    room.reader.close();
    if (this.#rooms.get(room.reader.roomId) === room) this.#rooms.delete(room.reader.roomId);
    if (this.#rooms.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** One statement for all rooms, one at a time: the bound on the delay of an event whose wake-up was lost. */
  async check(): Promise<void> {
    if (this.#checking || this.#rooms.size === 0) return;
    this.#checking = true;
    try {
      const asked = [...this.#rooms.values()].map(({ reader }): [RoomReader, Position | undefined] => [
        reader,
        reader.head,
      ]);
      const heads = await readHeads(this.#database, [...this.#rooms.keys()]);
      const now = Date.now();
      for (const [reader, then] of asked) {
        reader.told(heads.get(reader.roomId) ?? START, then);
        reader.ring.rest(now);
      }
    } catch {
      // The next check comes in a second.
    } finally {
      this.#checking = false;
    }
  }

  counts(): { readers: number; subscriptions: number; ringBytes: number } {
    let subscriptions = 0;
    for (const { holders } of this.#rooms.values()) subscriptions += holders.size;
    return { readers: this.#rooms.size, subscriptions, ringBytes: this.#rings.bytes };
  }

  /** How many positions the subscription that is farthest behind its room's head is behind it. */
  lag(): number {
    let lag = 0;
    for (const { reader, holders } of this.#rooms.values())
      for (const holder of holders)
        if (holder instanceof Subscription) lag = Math.max(lag, (reader.head?.position ?? 0) - holder.position);
    return lag;
  }

  /** Ends all subscriptions. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    for (const { holders } of [...this.#rooms.values()])
      for (const holder of holders) if (holder instanceof Subscription) await holder.return();
  }
}
