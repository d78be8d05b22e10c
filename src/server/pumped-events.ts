import { RawJson } from '../json/raw-json.ts';
import type { EventResult, Events } from './run.ts';

/** Most events that go out as one write, and after how many characters of text no more are added. */
const TOGETHER = 32;
const CHARACTERS_TOGETHER = 64 * 1024;

const DONE: IteratorResult<EventResult> = { done: true, value: undefined };

interface Waiting {
  resolve(step: IteratorResult<EventResult>): void;
  reject(error: unknown): void;
}

/** Where events go. */
export interface Outlet {
  /** Resolves when the next events may be sent; undefined where they may at once. */
  room(): void | Promise<void>;
  send(events: readonly RawJson[]): void;
}

/**
 * The events of a subscription, as graphql-ws gets to see them: those that are plain text are sent right here, all that
 * are at hand as one write, and graphql-ws is given only what is left, a failure or the end. Its own way to the socket is
 * several times as long. While nothing has to be waited for but the next event, no promise is made.
 */
export class PumpedEvents implements AsyncIterableIterator<EventResult> {
  readonly #events: Events;
  readonly #outlet: Outlet;
  /** The `next` that is pending. */
  #next: Waiting | undefined;
  /** Whether it goes on when it is woken. */
  #sleeps = false;
  #ended = false;

  constructor(events: Events, outlet: Outlet) {
    this.#events = events;
    this.#outlet = outlet;
  }

  next(): Promise<IteratorResult<EventResult>> {
    return new Promise((resolve, reject) => {
      this.#next = { resolve, reject };
      this.#pump();
    });
  }

  /**
   * Only one is under way at a time: `next` begins it, and it stops where it sleeps or hands something over. Nothing is sent
   * once the operation is over: its id may be another one's by then. Never throws: who wakes it has others to wake.
   */
  #pump(hasRoom = false): void {
    try {
      for (let isFree = hasRoom; !this.#ended; isFree = false) {
        const room = isFree ? undefined : this.#outlet.room();
        if (room) return void this.#pumpBehind(room);
        const { ready, last } = this.#atHand();
        if (ready.length > 0) this.#outlet.send(ready);
        if (last) return void this.#pumpBehindStep(stepOf(last));
        if (ready.length > 0) continue;
        this.#sleeps = this.#events.wait(this.#woken);
        if (!this.#sleeps) void this.#pumpBehindStep(this.#events.next());
        return;
      }
      this.#give(DONE);
    } catch (error) {
      this.#fail(error);
    }
  }

  readonly #woken = (): void => {
    if (!this.#sleeps) return;
    this.#sleeps = false;
    this.#pump();
  };

  async #pumpBehind(room: Promise<void>): Promise<void> {
    await room;
    this.#pump(true);
  }

  /** Goes on behind a step that is being worked out. */
  async #pumpBehindStep(working: Promise<IteratorResult<EventResult>>): Promise<void> {
    try {
      const { done, value } = await working;
      if (done || this.#ended) return this.#give(DONE);
      if (!(value instanceof RawJson)) return this.#give({ done, value });
      await this.#outlet.room();
      if (this.#ended) return this.#give(DONE);
      this.#outlet.send([value]);
      this.#pump();
    } catch (error) {
      this.#fail(error);
    }
  }

  #give(step: IteratorResult<EventResult>): void {
    this.#next?.resolve(step);
    this.#next = undefined;
  }

  /** Nobody asks for more behind a failure, nor ends it: that is done here. */
  #fail(error: unknown): void {
    this.#ended = true;
    void this.#events.return?.();
    this.#next?.reject(error);
    this.#next = undefined;
  }

  /** The events that are texts already, and the first that is something else: a failure, or an answer that is being worked out. */
  #atHand(): { ready: RawJson[]; last?: EventResult | Promise<EventResult> } {
    const ready: RawJson[] = [];
    for (let characters = 0; ready.length < TOGETHER && characters < CHARACTERS_TOGETHER; ) {
      const event = this.#events.poll();
      if (event === undefined) break;
      if (!(event instanceof RawJson)) return { ready, last: event };
      ready.push(event);
      characters += event.text.length;
    }
    return { ready };
  }

  async return(): Promise<IteratorResult<EventResult>> {
    this.#ended = true;
    await this.#events.return?.();
    this.#give(DONE);
    return DONE;
  }

  async throw(error: unknown): Promise<IteratorResult<EventResult>> {
    await this.return();
    throw error;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}

const stepOf = async (answer: EventResult | Promise<EventResult>): Promise<IteratorResult<EventResult>> => ({
  done: false,
  value: await answer,
});
