import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Caller } from '../access/caller.ts';
import type { Store } from '../entries/store.ts';
import type { Ctx } from '../graphql/ctx.ts';
import type { Connections } from './connections.ts';
import type { Door } from './door.ts';
import type { Pace } from './pace.ts';
import type { Client } from './waits.ts';
import type { Yoga } from './yoga.ts';

/** What one server has, and each of its transports needs. */
export interface Serving {
  store: Store;
  logger: Logger;
  door: Door;
  yoga: Yoga;
  /** Whether the page at GET /graphql is served. */
  graphiql: boolean;
  connections: Connections;
  pace: Pace;
}

/**
 * A context for one request. Faults of the server are logged under its id, which the caller is told. `client` is what
 * closes when the caller goes away.
 */
export function openCtx({ store, logger, connections }: Serving, caller: Caller, client?: Client): Ctx {
  const requestId = randomUUID();
  return {
    store,
    caller,
    requestId,
    report: (error) => logger.error({ requestId, err: error }, 'A request failed'),
    whenOver: client && connections.waits.of(client),
  };
}
