import { ContextError } from '../contract/errors.ts';
import type { Database } from '../database/database.ts';
import { Appender } from './append.ts';
import type { Operation, Outcome } from './append-statement.ts';
import type { Position } from './cursor.ts';
import { type Bell, type BellState, type OpenBell, SILENT } from './doorbell.ts';
import { FollowedRooms } from './followed-rooms.ts';
import { readHead, type Selection } from './read.ts';
import { SearchIndex } from './search-index.ts';
import { Subscription } from './subscription.ts';
import type { Version } from './version.ts';

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
  readonly #rooms: FollowedRooms;
  readonly #bell: Bell;
  #closed = false;

  /**
   * `openBell` connects the doorbells of the servers on one database; a server that is alone needs none. `commitRooms` is
   * how many rooms one transaction may write to.
   */
  constructor(database: Database, openBell: OpenBell = SILENT, commitRooms?: number) {
    this.#database = database;
    this.search = new SearchIndex(database);
    this.#rooms = new FollowedRooms(database);
    this.#appender = new Appender(database, (roomId, versions) => this.#committed(roomId, versions), commitRooms);
    this.#bell = openBell({
      heard: (roomId, position) => this.heard(roomId, position),
      missed: () => void this.#rooms.check(),
    });
  }

  /** Commits one operation, or tells why not. */
  append(roomId: string, operation: Operation): Promise<Outcome> {
    return this.#appender.append(roomId, operation);
  }

  /** A doorbell: another server has said that the room's log has grown to this position. */
  heard(roomId: string, position: number): void {
    this.#rooms.reader(roomId)?.heard(position);
  }

  /**
   * Follows the log of a room from behind `after`, or from what is written from now on: "now" is when this resolves.
   * @throws ContextError CURSOR_AHEAD where the log does not have the position `after`.
   */
  async follow(roomId: string, selection: Selection, after: Position | undefined): Promise<Subscription> {
    const opening = Symbol('opening');
    const room = this.#rooms.hold(roomId, opening);
    try {
      const generation = this.#database.generation();
      const head = await readHead(this.#database, roomId, 'after', after);
      await room.reader.confirm();
      // The log was replaced: those who follow the old one are told so, a new one begins.
      if (room.reader.error) return await this.follow(roomId, selection, after);
      if (this.#closed) throw new ContextError('UNAVAILABLE', 'The server is going away. Subscribe again.');
      room.reader.start(head, generation);
      const subscription: Subscription = new Subscription(room.reader, selection, after ?? head, () =>
        this.#rooms.release(room, subscription),
      );
      room.holders.add(subscription);
      return subscription;
    } finally {
      this.#rooms.release(room, opening);
    }
  }

  /** What is alive: rooms that are read, subscriptions to them, and what they hold. */
  counts(): LogCounts {
    return this.#rooms.counts();
  }

  /** What is behind: the farthest that a subscription is from its room's head, and writes that wait for their turn. */
  backlog(): { lag: number; appends: number } {
    return { lag: this.#rooms.lag(), appends: this.#appender.waiting() };
  }

  /** How the doorbells are. A server whose doorbell is away serves on: events of others come within a second. */
  bell(): BellState {
    return this.#bell.state();
  }

  /** Ends all subscriptions. Appends under way are answered. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#rooms.close();
    await this.#bell.close();
    await this.search.close();
  }

  #committed(roomId: string, versions: Version[]): void {
    this.#bell.ring(roomId, versions.at(-1)!.position);
    this.search.grown(roomId);
    this.#rooms.reader(roomId)?.committed(versions);
  }
}
