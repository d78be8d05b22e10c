import { Socket } from 'node:net';
import pg from 'pg';
import type { Run } from './database.ts';
import { isBroken, notAnswered, notConnected, overloaded } from './errors.ts';
import { send } from './send.ts';
import { valueTypes } from './value-types.ts';

export interface PoolOptions {
  /** Connections at most. 10 if left out. */
  max?: number;
  /** Callers that may wait for a connection at one time; one more is refused at once. 2,000 if left out. */
  maxWaiting?: number;
  /** How long a caller waits for a connection. 3,000 ms if left out. */
  connectMs?: number;
  /** How long the database works on a statement. 3,500 ms if left out; half a second later the connection is given up. */
  statementMs?: number;
  /** Hears of connections that were lost while nobody used them. */
  onError?: (error: Error) => void;
}

export interface Pool {
  readonly pg: pg.Pool;
  /** Runs statements in one transaction: the rows of each, or the errors of errors.ts. */
  run(runs: readonly Run[]): Promise<unknown[][]>;
  /** Throws OVERLOADED where too many callers wait already. */
  admit(): void;
  /** Connections made so far. */
  made(): number;
  close(): Promise<void>;
}

/** Opens the pool; no connection is made yet. Every wait in it is bounded. */
export function openPool(url: string, options: PoolOptions): Pool {
  const { max = 10, maxWaiting = 2_000, connectMs = 3_000, statementMs = 3_500, onError } = options;
  const timeoutMs = statementMs + 500;
  const pool = new pg.Pool({
    ...target(url, statementMs),
    max,
    connectionTimeoutMillis: connectMs,
    query_timeout: timeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    idleTimeoutMillis: 60_000,
    types: valueTypes,
    stream: closingSocket,
  });
  let made = 0;
  pool.on('connect', (client) => {
    made += 1;
    ignoreErrors(client);
  });
  pool.on('error', (error) => {
    dropIdle(pool);
    onError?.(error);
  });
  const admit = (): void => {
    if (pool.waitingCount - pool.idleCount >= maxWaiting) throw overloaded();
  };
  return {
    pg: pool,
    admit,
    made: () => made,
    run: async (runs) => {
      admit();
      const client = await pool.connect().catch((error) => {
        throw notConnected(error);
      });
      return runOn(pool, client, runs, timeoutMs);
    },
    close: () => (pool.ended ? Promise.resolve() : pool.end()),
  };
}

async function runOn(pool: pg.Pool, client: pg.PoolClient, runs: readonly Run[], timeoutMs: number) {
  let broken = false;
  try {
    return await send(client, { runs, types: valueTypes, timeoutMs });
  } catch (error) {
    broken = isBroken(error);
    throw notAnswered(error);
  } finally {
    client.release(broken);
    if (broken) dropIdle(pool);
  }
}

/** A connection that fails while it is in use tells so through its statement; its event would end the process. */
const ignoreErrors = (client: pg.PoolClient): void => {
  client.on('error', () => undefined);
};

/** A socket that we have closed is gone a second later, also where the other side does not answer any more. */
function closingSocket(): Socket {
  const socket = new Socket();
  return socket.once('finish', () => setTimeout(() => socket.destroy(), 1_000).unref());
}

/** Where one connection was lost, the others were probably lost with it: the next callers get new ones. */
function dropIdle(pool: pg.Pool): void {
  for (let idle = pool.idleCount; idle > 0; idle--) {
    pool.connect().then(
      (client) => client.release(true),
      () => undefined,
    );
  }
}

/** The settings go with the connection's first message, so that they cost no round trip; those of the URL are kept. */
function target(url: string, statementMs: number): pg.PoolConfig {
  const parsed = new URL(url);
  const own = parsed.searchParams.get('options') ?? '';
  parsed.searchParams.delete('options');
  const settings = {
    TimeZone: 'UTC',
    DateStyle: 'ISO',
    statement_timeout: statementMs,
    lock_timeout: Math.round(statementMs * 0.8),
    idle_in_transaction_session_timeout: statementMs * 2,
    default_transaction_isolation: 'read\\ committed',
  };
  const flags = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  return { connectionString: parsed.href, application_name: 'roomd', options: [own, ...flags].join(' ').trim() };
}
