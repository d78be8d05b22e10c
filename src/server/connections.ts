import type { Pace } from './pace.ts';
import { Waits } from './waits.ts';

/** A client that stays: an SSE stream or a websocket. */
export interface Connection {
  readonly kind: 'stream' | 'socket';
  /** Bytes that wait in this process for the client to take them. */
  unsent(): number;
  /** Bytes that it has taken so far. Only ever grows. */
  taken(): number;
  /** Called on every tick: shows life where it is due, and ends itself where the other side has gone. */
  tick(now: number): void;
  /** The client does not keep up: let it go, freeing everything at once. It can resume from its cursor. */
  letGo(): void;
  /** The server is going away: end in a way that makes the client come back elsewhere. */
  goAway(): void;
}

interface Progress {
  taken: number;
  takenAt: number;
  lightAt: number;
}

export interface Counts {
  /** Requests that have not been answered yet (SSE streams apart). */
  requests: number;
  streams: number;
  sockets: number;
  subscriptions: number;
}

/**
 * How many are under way. A number, since a busy set costs more than it looks: when V8 gives it a new table it keeps the
 * old one, and all that was ever in it, until the next full collection.
 */
export class UnderWay {
  size = 0;

  /** One more; gives the way out, which counts once however often it is taken. */
  enter(): () => void {
    this.size += 1;
    let isIn = true;
    return () => {
      if (isIn) this.size -= 1;
      isIn = false;
    };
  }
}

/** All that is open, so that one clock serves it, shutdown can end it, and tests can prove that nothing stays behind. */
export class Connections {
  readonly #open = new Map<Connection, Progress>();
  readonly #pace: Pace;
  readonly #timer: NodeJS.Timeout;
  readonly requests = new UnderWay();
  /** Subscriptions come and go with what runs them: each adds itself, and takes itself out. */
  readonly subscriptions = new Set<object>();
  readonly waits = new Waits();
  /** Clients that were let go so far because they did not keep up. */
  readonly slow: Record<Connection['kind'], number> = { stream: 0, socket: 0 };

  constructor(pace: Pace) {
    this.#pace = pace;
    this.#timer = setInterval(() => this.#tick(Date.now()), pace.tick);
    this.#timer.unref();
  }

  add(connection: Connection): void {
    const now = Date.now();
    this.#open.set(connection, { taken: connection.taken(), takenAt: now, lightAt: now });
  }

  remove(connection: Connection): void {
    this.#open.delete(connection);
  }

  all(): Connection[] {
    return [...this.#open.keys()];
  }

  counts(): Counts {
    const kinds = this.all().map((connection) => connection.kind);
    const streams = kinds.filter((kind) => kind === 'stream').length;
    return {
      requests: this.requests.size,
      streams,
      sockets: kinds.length - streams,
      subscriptions: this.subscriptions.size,
    };
  }

  /** Stops the clock. */
  stop(): void {
    clearInterval(this.#timer);
  }

  #tick(now: number): void {
    for (const [connection, progress] of this.#open) {
      connection.tick(now);
      if (!this.#isTooSlow(connection, progress, now)) continue;
      this.slow[connection.kind] += 1;
      connection.letGo();
    }
  }

  #isTooSlow(connection: Connection, progress: Progress, now: number): boolean {
    const unsent = connection.unsent();
    const taken = connection.taken();
    if (unsent === 0 || taken !== progress.taken) progress.takenAt = now;
    if (unsent <= this.#pace.unsentBytes) progress.lightAt = now;
    progress.taken = taken;
    return now - progress.takenAt > this.#pace.noProgress || now - progress.lightAt > this.#pace.unsentFor;
  }
}
