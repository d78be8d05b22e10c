import type { RequestListener } from 'node:http';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Database } from '../database/database.ts';
import type { Log } from '../log/log.ts';
import type { Connections } from '../server/connections.ts';
import type { Door } from '../server/door.ts';
import type { Route } from '../server/gate.ts';
import { useMeter } from './count-operations.ts';
import { Meter } from './meter.ts';
import { openMetrics } from './metrics.ts';
import { observeDatabase } from './observe-database.ts';
import { Readiness } from './readiness.ts';
import { answerMetrics, answerReady } from './routes.ts';
import { useTracing } from './trace-operations.ts';
import type { Tracing } from './tracing.ts';
import { watchRequests } from './watch-requests.ts';

export interface OperationOptions {
  logger: Logger;
  tracing?: Tracing;
  /** What `authorization: Bearer` must hold for /metrics. */
  metricsToken?: string;
}

/** What looks at a server from its side: what it has done, whether it is ready, and its spans. */
export function openOperation({ logger, tracing, metricsToken }: OperationOptions) {
  const meter = new Meter();
  return {
    /** To be put between the database and everything that uses it. */
    observe: (database: Database): Database => observeDatabase(database, meter, tracing),
    /** To stand behind all other plugins. */
    plugins: () => [useMeter(meter), ...(tracing ? [useTracing(tracing)] : [])],
    watch: (listener: RequestListener): RequestListener => watchRequests(listener, meter, logger, tracing),
    /** The routes /ready and /metrics; `end` makes the server unready at once. */
    routesOf: (parts: { database: Database; log: Log; connections: Connections; door: Door }) => {
      const readiness = new Readiness(parts.database, parts.log);
      let metrics: Registry | undefined;
      const routes: Record<string, Route> = {
        '/ready': (_request, response) => answerReady(response, readiness),
        '/metrics': (request, response) => {
          metrics ??= openMetrics(meter, parts);
          return answerMetrics(request, response, metrics, parts.door, metricsToken);
        },
      };
      return { routes, end: () => readiness.end() };
    },
  };
}
