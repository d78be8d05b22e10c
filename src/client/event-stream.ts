import type { Acknowledger } from './acknowledger.ts';
import { RoomError } from './errors.ts';
import { followOnce, type Subscription } from './follow.ts';
import { pauseBefore, sleep } from './request.ts';
import type { Socket } from './socket.ts';
import type { ContextEvent } from './types.ts';

/** `live`: events come as they are written. `away`: the connection was lost; the stream goes on from its cursor by itself. */
export type StreamStatus = 'live' | 'away';

/** What a stream follows and how it gets there. */
export interface Followed extends Subscription {
  socket(): Promise<Socket>;
  /** The cursor of now, from which a stream without `after` and `resume` starts. */
  now(): Promise<string>;
  acknowledger?: Acknowledger;
  signal?: AbortSignal;
  onStatus?(status: StreamStatus): void;
}

/** So many events are read ahead of who consumes them; then the stream pauses, and goes on from its cursor. */
const READ_AHEAD = 500;
const DONE: IteratorReturnResult<undefined> = { done: true, value: undefined };

/**
 * The events of a room, in order, none twice and none missed, for as long as it is read: it reconnects, and goes on behind
 * the last event that it got. Asking for the next event says that the one before is done. Ends with `return` (a `break`) or
 * its signal; throws RoomError where the server refuses for good.
 */
export class EventStream implements AsyncIterableIterator<ContextEvent> {
  readonly #followed: Followed;
  readonly #queue: ContextEvent[] = [];
  readonly #ended = new AbortController();
  #after: string | undefined;
  #given: ContextEvent | undefined;
  #error: unknown;
  #status: StreamStatus | undefined;
  #running = false;
  #wake: (() => void) | undefined;
  #isReady: (() => void) | undefined;
  /** Resolves when it is settled from where the stream goes: what is written from then on will come. */
  readonly ready: Promise<void>;

  constructor(followed: Followed) {
    this.#followed = followed;
    this.#after = followed.variables.after as string | undefined;
    this.ready = new Promise((resolve) => {
      this.#isReady = resolve;
    });
    const { signal } = followed;
    if (signal?.aborted) this.#end();
    else signal?.addEventListener('abort', () => this.#end(), { once: true, signal: this.#ended.signal });
    void this.#run();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<ContextEvent>> {
    const { acknowledger } = this.#followed;
    if (this.#given) acknowledger?.done(this.#given.cursor);
    this.#given = undefined;
    while (!this.#ended.signal.aborted) {
      if (acknowledger?.error) this.#fail(acknowledger.error);
      this.#given = this.#queue.shift();
      if (this.#given) return { done: false, value: this.#given };
      if (this.#error) this.#fail(this.#error);
      if (!this.#running) void this.#run();
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    await acknowledger?.flushed();
    return DONE;
  }

  /** Ends the stream. The event in hand counts as not done; what was done before it is acknowledged. */
  async return(): Promise<IteratorResult<ContextEvent>> {
    this.#end();
    await this.#followed.acknowledger?.flushed();
    return DONE;
  }

  #end(): void {
    this.#ended.abort();
    this.#isReady?.();
    this.#wake?.();
  }

  #fail(error: unknown): never {
    this.#end();
    throw error;
  }

  /** Follows until the stream has ended, has failed for good, or is far enough ahead of its reader. */
  async #run(): Promise<void> {
    this.#running = true;
    let failures = 0;
    while (!this.#ended.signal.aborted && this.#queue.length < READ_AHEAD) {
      try {
        await this.#follow(() => {
          failures = 0;
        });
      } catch (error) {
        if (!(error instanceof RoomError && error.retryable)) {
          this.#error = error;
          break;
        }
        this.#tell('away');
        failures += 1;
        await sleep(pauseBefore(failures), this.#ended.signal);
      }
    }
    this.#running = false;
    this.#isReady?.();
    this.#wake?.();
  }

  async #follow(onEvent: () => void): Promise<void> {
    const { document, field, variables, socket, now } = this.#followed;
    if (this.#after === undefined && !variables.resume) this.#after = await now();
    this.#isReady?.();
    const paused = new AbortController();
    const signal = AbortSignal.any([paused.signal, this.#ended.signal]);
    await followOnce(await socket(), { document, field, variables: { ...variables, after: this.#after } }, signal, {
      live: () => this.#tell('live'),
      event: (event) => {
        onEvent();
        this.#after = event.cursor;
        this.#queue.push(event);
        if (this.#queue.length >= READ_AHEAD) paused.abort();
        this.#wake?.();
      },
    });
  }

  #tell(status: StreamStatus): void {
    if (status === this.#status) return;
    this.#status = status;
    this.#followed.onStatus?.(status);
  }
}
