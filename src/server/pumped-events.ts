import { RawJson } from '../json/raw-json.ts';
import type { EventResult, Events } from './run.ts';

/** Most events that go out as one write, and after how many characters of text no more are added. */
const TOGETHER = 32;
const CHARACTERS_TOGETHER = 64 * 1024;

const DONE: IteratorResult<EventResult> = { done: true, value: undefined };

/**
 * The events of a subscription, as graphql-ws gets to see them: those that are plain text are sent right here, all that
 * are at hand as one write, and graphql-ws is given only what is left, a failure or the end. Its own way to the socket is
 * several times as long.
 */
export class PumpedEvents implements AsyncIterableIterator<EventResult> {
  readonly #events: Events;
  readonly #send: (events: readonly RawJson[]) => void | Promise<void>;
  #ended = false;

  /** `send` resolves when the next events may be sent. */
  constructor(events: Events, send: (events: readonly RawJson[]) => void | Promise<void>) {
    this.#events = events;
    this.#send = send;
  }

  async next(): Promise<IteratorResult<EventResult>> {
    while (!this.#ended) {
      const { ready, last } = this.#atHand();
      if (ready.length > 0) await this.#send(ready);
      let step: IteratorResult<EventResult>;
      if (last) step = { done: false, value: await last };
      else if (ready.length > 0) continue;
      else {
        const word = this.#events.word();
        if (word) {
          await word;
          continue;
        }
        step = await this.#events.next();
      }
      if (this.#ended) break;
      if (step.done || !(step.value instanceof RawJson)) return step;
      await this.#send([step.value]);
    }
    return DONE;
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
