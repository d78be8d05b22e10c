import { Redis } from 'ioredis';
import type { Bell, BellState, Ear, OpenBell } from './doorbell.ts';
import { newServerName, RingCollector, takeMessage } from './doorbell-messages.ts';

const CHANNEL = 'roomd:rings';
/** A connection that does not answer within this time is given up, in milliseconds. */
const ANSWER_MS = 2_000;
const KEEP_ALIVE_MS = 3_000;
const LONGEST_PAUSE_MS = 2_000;

/**
 * Doorbells over Redis pub/sub, for deployments that outgrow NOTIFY. Redis being away costs nothing but promptness;
 * `onAway` is called once each time.
 */
export const redisBell =
  (url: string, onAway: (error: Error) => void = () => undefined): OpenBell =>
  (ear) =>
    new RedisBell(url, ear, onAway);

class RedisBell implements Bell {
  readonly #self = newServerName();
  readonly #collector: RingCollector;
  readonly #out: Redis;
  readonly #in: Redis;
  readonly #timer: NodeJS.Timeout;
  #heard = 0;
  #lost = 0;
  #isAway = false;

  constructor(url: string, ear: Ear, onAway: (error: Error) => void) {
    this.#out = open(url);
    this.#in = open(url);
    this.#collector = new RingCollector(
      this.#self,
      (message) => answered(this.#out.publish(CHANNEL, message)),
      () => this.#out.status === 'ready',
    );
    this.#in.on('ready', () => {
      this.#isAway = false;
      answered(this.#in.subscribe(CHANNEL)).then(
        () => ear.missed(),
        () => this.#in.disconnect(true),
      );
    });
    this.#in.on('message', (_channel, message) => {
      this.#heard += takeMessage(message, this.#self, ear);
    });
    for (const redis of [this.#out, this.#in]) {
      redis.on('error', (error) => {
        if (!this.#isAway) onAway(error);
        this.#isAway = true;
      });
      redis.on('close', () => {
        this.#lost += 1;
      });
    }
    this.#timer = setInterval(() => this.#keepAlive(), KEEP_ALIVE_MS).unref();
  }

  ring(roomId: string, position: number): void {
    this.#collector.ring(roomId, position);
  }

  state(): BellState {
    const { rung, messages } = this.#collector;
    const connected = this.#out.status === 'ready' && this.#in.status === 'ready';
    return { kind: 'redis', connected, rung, messages, heard: this.#heard, lost: this.#lost };
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#collector.stop();
    this.#out.disconnect();
    this.#in.disconnect();
  }

  /** A link that is dead without having told so is broken off and made anew. */
  #keepAlive(): void {
    for (const redis of [this.#out, this.#in])
      if (redis.status === 'ready') answered(redis.ping()).catch(() => redis.disconnect(true));
  }
}

/** Nothing waits for a connection, nothing is sent twice, and connecting goes on for ever. */
const open = (url: string): Redis =>
  new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResubscribe: false,
    autoResendUnfulfilledCommands: false,
    connectTimeout: 3_000,
    disconnectTimeout: 200,
    keepAlive: 10_000,
    retryStrategy: (times) => Math.min(100 * 2 ** Math.min(times, 10), LONGEST_PAUSE_MS) * (0.75 + Math.random() / 2),
  });

/** Rejects where the answer does not come in time. */
function answered(answer: Promise<unknown>): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('Redis does not answer.')), ANSWER_MS).unref();
    answer.then(() => resolve(), reject).finally(() => clearTimeout(timer));
  });
}
