import { cursorAhead, markOf, type Position } from './cursor.ts';
import type { Selection } from './read.ts';
import type { RoomReader } from './room-reader.ts';
import type { Version } from './version.ts';

/** How long it waits after a failed read before it tries again. */
const RETRY_MS = 500;

const DONE: IteratorReturnResult<undefined> = { done: true, value: undefined };

/**
 * A cursor over the log: each step reads on from its position, from the room's reader where that still has it, from the
 * log where not, and waits where there is nothing yet. In position order, none twice, none missed.
 *
 * A hand-written iterator: `return` ends a `next` that waits, at once, and frees everything (an async generator would
 * sit in its `await` until the next event).
 */
export class Subscription implements AsyncIterableIterator<Version> {
  readonly #reader: RoomReader;
  readonly #selection: Selection;
  readonly #release: () => void;
  #position: number;
  /** What stands at `#position`, so that a log that was replaced is noticed. */
  #mark: string;
  /** What was read from the log and has not been given yet. */
  #backlog: Version[] = [];
  #closed = false;
  #error: Error | undefined;
  /** Ends whatever it waits for. */
  #wake: (() => void) | undefined;

  constructor(reader: RoomReader, selection: Selection, after: Position, release: () => void) {
    this.#reader = reader;
    this.#selection = selection;
    this.#position = after.position;
    this.#mark = after.mark;
    this.#release = release;
  }

  /** Everything up to here has been given or passed over. */
  get position(): number {
    return this.#position;
  }

  async next(): Promise<IteratorResult<Version>> {
    while (!this.#closed) {
      const version = this.poll();
      if (version) return { done: false, value: version };
      if (this.#reader.error) this.#fail(this.#reader.error);
      else if (this.#hasToWait) await new Promise<void>((wake) => this.wait(wake));
      else await this.#fromLog();
    }
    if (!this.#error) return DONE;
    const error = this.#error;
    this.#error = undefined;
    throw error;
  }

  /** What `next` would give without waiting. */
  poll(): Version | undefined {
    return this.#closed ? undefined : (this.#backlog.shift() ?? this.#fromRing());
  }

  /**
   * Calls back when there may be more, or the end: it may do so twice. False where `next` has something to do but to wait.
   * One waits at a time, and not beside a `next` that is pending.
   */
  wait(wake: () => void): boolean {
    if (!this.#hasToWait) return false;
    this.#wake = wake;
    this.#reader.wakers.wait(wake);
    return true;
  }

  return(): Promise<IteratorResult<Version>> {
    if (!this.#closed) {
      this.#closed = true;
      this.#backlog = [];
      if (this.#wake) this.#reader.wakers.cancel(this.#wake);
      this.#wake?.();
      this.#release();
    }
    return Promise.resolve(DONE);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** Ends the subscription with an error that its subscriber gets. */
  #fail(error: Error): void {
    this.#error = error;
    void this.return();
  }

  #fromRing(): Version | undefined {
    const head = this.#headPosition;
    while (this.#position < head) {
      const version = this.#reader.ring.at(this.#position + 1);
      if (!version) return undefined;
      this.#moveTo(version);
      if (selects(this.#selection, version)) return version;
    }
    return undefined;
  }

  async #fromLog(): Promise<void> {
    try {
      const slice = await this.#reader.behind.read(this.#position, this.#selection);
      if (slice.mark !== this.#mark) return this.#fail(cursorAhead('after'));
      this.#backlog = [...slice.versions];
      const last = slice.versions.at(-1);
      if (last) this.#moveTo(last);
      // Never beyond what the reader has: there it goes on.
      const head = this.#reader.head;
      const through = slice.through === slice.head.position ? slice.head : undefined;
      const end = through && head && head.position < through.position ? head : through;
      if (end && end.position > this.#position) [this.#position, this.#mark] = [end.position, end.mark];
    } catch {
      await this.#sleep(RETRY_MS);
    }
  }

  #moveTo({ position, requestId }: Version): void {
    this.#position = position;
    this.#mark = markOf(requestId);
  }

  get #hasToWait(): boolean {
    return !this.#closed && !this.#reader.error && this.#position >= this.#headPosition;
  }

  get #headPosition(): number {
    return this.#reader.head?.position ?? 0;
  }

  #sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

function selects({ agentId, actions, all }: Selection, version: Version): boolean {
  if (agentId !== undefined && !version.recipients.includes(agentId)) return false;
  if (!all && version.recipients.length === 0) return false;
  return actions === undefined || actions.includes(version.action);
}
