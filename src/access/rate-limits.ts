import { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Caller } from './caller.ts';
import { rateLimited } from './refusals.ts';
import { type AccessSettings, REQUESTS_PER_MINUTE, WRITES_PER_MINUTE } from './settings.ts';

/** Seconds of the window that is counted in. */
const WINDOW = 60;
/** Redis has so long to answer, in milliseconds; then this server counts by itself until Redis is back. */
const REDIS_MS = 250;

export type Counted = 'requests' | 'writes';

/** What is left of a limit: `remaining` of `limit`, all of it again in `reset` seconds. */
export interface Quota {
  limit: number;
  remaining: number;
  reset: number;
}

type Limiter = RateLimiterMemory | RateLimiterRedis;

/**
 * Requests and writes a key may make a minute: counted on this server, or over all servers where there is a Redis. What is
 * counted is kept per key and only for its minute, so it takes no more room than there are keys.
 */
export class RateLimits {
  readonly #limiters: Record<Counted, Limiter | undefined>;
  readonly #redis: Redis | undefined;

  constructor(limits: Record<Counted, number>, redisUrl?: string) {
    const limited = limits.requests > 0 || limits.writes > 0;
    this.#redis = limited && redisUrl ? connectRedis(redisUrl) : undefined;
    this.#limiters = {
      requests: limiter('requests', limits.requests, this.#redis),
      writes: limiter('writes', limits.writes, this.#redis),
    };
  }

  /**
   * Counts `points` requests or writes of a caller. Undefined where they are not limited.
   * @throws ContextError RATE_LIMITED (extensions: `limit`, and `retryAfter` in seconds)
   */
  count(caller: Caller, what: Counted, points = 1): Promise<Quota> | undefined {
    const limiter = this.#limiters[what];
    return limiter && countBy(limiter, caller.id, what, points);
  }

  async close(): Promise<void> {
    this.#redis?.disconnect();
  }
}

/** The limits that hold: the settings', else those for keys where keys are asked for, else none. */
export const limitsOf = (settings: AccessSettings, asksForKeys: boolean): Record<Counted, number> => ({
  requests: settings.requestsPerMinute ?? (asksForKeys ? REQUESTS_PER_MINUTE : 0),
  writes: settings.writesPerMinute ?? (asksForKeys ? WRITES_PER_MINUTE : 0),
});

async function countBy(limiter: Limiter, id: string, what: Counted, points: number): Promise<Quota> {
  try {
    const { remainingPoints, msBeforeNext } = await limiter.consume(id, points);
    return { limit: limiter.points, remaining: remainingPoints, reset: seconds(msBeforeNext) };
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    throw rateLimited(what, limiter.points, seconds(refused.msBeforeNext));
  }
}

const seconds = (ms: number): number => Math.max(1, Math.ceil(ms / 1_000));

function limiter(what: Counted, points: number, redis: Redis | undefined): Limiter | undefined {
  if (points === 0) return undefined;
  const options = { keyPrefix: `roomd:limit:${what}`, points, duration: WINDOW };
  const memory = new RateLimiterMemory(options);
  if (!redis) return memory;
  return new RateLimiterRedis({
    ...options,
    storeClient: redis,
    insuranceLimiter: memory,
    inMemoryBlockOnConsumed: points + 1,
    rejectIfRedisNotReady: true,
  });
}

function connectRedis(url: string): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: REDIS_MS,
    connectTimeout: 2_000,
  });
  // While it is away the limits hold on each server by itself; the doorbells tell the operator.
  redis.on('error', () => undefined);
  return redis;
}
