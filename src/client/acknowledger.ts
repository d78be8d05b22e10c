import { RoomError } from './errors.ts';
import { pauseBefore, sleep } from './request.ts';

/**
 * Sends how far an agent has come: always the latest cursor only, one call at a time, behind the back of who reads. What
 * could not be sent is delivered again another time.
 */
export class Acknowledger {
  readonly #send: (cursor: string) => Promise<unknown>;
  #waiting: string | undefined;
  #sending: Promise<void> | undefined;
  /** Why acknowledging is refused for good. */
  error: RoomError | undefined;

  constructor(send: (cursor: string) => Promise<unknown>) {
    this.#send = send;
  }

  /** Everything up to this cursor is done. */
  done(cursor: string): void {
    this.#waiting = cursor;
    this.#sending ??= this.#drain();
  }

  /** Resolves when all that is done has been sent, or could not be. */
  async flushed(): Promise<void> {
    await this.#sending;
  }

  async #drain(): Promise<void> {
    for (let failures = 0; this.#waiting !== undefined && failures < 3; ) {
      const cursor = this.#waiting;
      this.#waiting = undefined;
      try {
        await this.#send(cursor);
        failures = 0;
      } catch (error) {
        this.#waiting ??= cursor;
        failures += 1;
        if (error instanceof RoomError && !error.retryable) this.error = error;
        if (this.error) break;
        await sleep(pauseBefore(failures));
      }
    }
    this.#sending = undefined;
  }
}
