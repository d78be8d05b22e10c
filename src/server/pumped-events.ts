import { RawJson } from '../json/raw-json.ts';
import type { EventResult, Events } from './run.ts';

const DONE: IteratorResult<EventResult> = { done: true, value: undefined };

/**
 * The events of a subscription, as graphql-ws gets to see them: those that are plain text are sent right here, and
 * graphql-ws is given only what is left, a failure or the end. Its own way to the socket is several times as long.
 */
export class PumpedEvents implements AsyncIterableIterator<EventResult> {
  readonly #events: Events;
  readonly #send: (event: RawJson) => void | Promise<void>;
  #ended = false;

  /** `send` resolves when the next event may be sent. */
  constructor(events: Events, send: (event: RawJson) => void | Promise<void>) {
    this.#events = events;
    this.#send = send;
  }

  async next(): Promise<IteratorResult<EventResult>> {
    for (;;) {
      const step = await this.#events.next();
      if (this.#ended) return DONE;
      if (step.done || !(step.value instanceof RawJson)) return step;
      const taken = this.#send(step.value);
      if (taken) await taken;
    }
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
