import { decodeCursor, encodeCursor, START } from '../src/log/cursor.ts';
import { ask } from './ask.ts';
import { now, sleep } from './clock.ts';
import type { Delivery } from './history.ts';
import { openEventStream } from './streams/event-stream.ts';
import { openSocket } from './streams/socket.ts';

/** What a stream hands on: the events, the errors of the operation, and its end. */
export interface StreamHandler {
  event(data: { cursor: string; contextId: string; version: string }): void;
  error(text: string): void;
  end(): void;
}

/** One subscription on one connection. */
export interface Stream {
  /** Breaks the connection off. */
  destroy(): void;
  /** Stops reading, and goes on. */
  pause(): void;
  resume(): void;
}

export const FOLLOW =
  'subscription ($room: ID!, $after: EventCursor) { contextEvents(roomId: $room, after: $after) { cursor contextId version } }';
const READ = 'query ($room: ID!, $id: ID!) { context(roomId: $room, id: $id) { version } }';

export interface SubscriberSettings {
  room: string;
  kind: 'socket' | 'events';
  urls: () => string[];
  /** Which of the servers it asks first. */
  first: number;
  /** Every so many events it reads the entry at once; 0 for never. */
  lookEvery: number;
}

/** Follows a room over any number of connections, each behind the last cursor of the one before, and writes down what it gets. */
export class Subscriber implements StreamHandler {
  readonly delivery: Delivery;
  readonly #settings: SubscriberSettings;
  #cursor: string;
  #stream: Stream | undefined;
  #stopped = false;
  #turn: number;
  #failures = 0;

  constructor(name: string, settings: SubscriberSettings) {
    const { room, first } = settings;
    this.delivery = {
      subscriber: name,
      room,
      positions: [],
      marks: [],
      times: [],
      sessions: [],
      looks: [],
      errors: [],
    };
    this.#settings = settings;
    this.#turn = first;
    this.#cursor = encodeCursor(room);
    this.#connect();
  }

  /** The last position that it was given. */
  get position(): number {
    return this.delivery.positions.at(-1) ?? 0;
  }

  event({ cursor, contextId, version }: { cursor: string; contextId: string; version: string }): void {
    const { room, lookEvery } = this.#settings;
    const { position, mark } = decodeCursor(room, 'cursor', cursor);
    this.delivery.positions.push(position);
    this.delivery.marks.push(Number.parseInt(mark, 16));
    this.delivery.times.push(now());
    this.#cursor = cursor;
    this.#failures = 0;
    if (lookEvery > 0 && position % lookEvery === 0)
      void this.#look(position, contextId, Number(version.split('.')[1]));
  }

  error(text: string): void {
    // A server that cannot reach the database says so, and is asked again.
    if (!/UNAVAILABLE|OVERLOADED/.test(text)) this.delivery.errors.push(text.slice(0, 300));
  }

  end(): void {
    this.#stream = undefined;
    this.#failures += 1;
    if (!this.#stopped) void sleep(Math.min(25 * 2 ** this.#failures, 400)).then(() => this.#connect());
  }

  stop(): void {
    this.#stopped = true;
    this.#stream?.destroy();
  }

  #connect(): void {
    if (this.#stopped) return;
    const { room, kind, urls } = this.#settings;
    const all = urls();
    const url = all[this.#turn++ % all.length]!;
    this.delivery.sessions.push({ after: this.position || START.position, from: this.delivery.positions.length });
    const open = kind === 'socket' ? openSocket : openEventStream;
    this.#stream = open(url, FOLLOW, { room, after: this.#cursor }, this);
  }

  async #look(position: number, id: string, minor: number): Promise<void> {
    const all = this.#settings.urls();
    const answer = await ask(all[position % all.length]!, READ, { room: this.#settings.room, id });
    const code = answer?.errors?.[0]?.extensions.code;
    const version = (answer?.data as { context?: { version: string } } | undefined)?.context?.version;
    if (version) this.delivery.looks.push({ position, minor, read: Number(version.split('.')[1]) });
    else if (code === 'NOT_FOUND') this.delivery.looks.push({ position, minor, read: -1 });
  }
}
