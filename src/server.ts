import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import type { Database } from './database/database.ts';
import { openStore } from './entries/store.ts';
import { graphqlPlugins } from './graphql/plugins.ts';
import { schema } from './graphql/schema.ts';
import type { BellState, OpenBell } from './log/doorbell.ts';
import { Log, type LogCounts } from './log/log.ts';
import { type OperationOptions, openOperation } from './operation/operation.ts';
import { packageVersion } from './package-version.ts';
import { Connections, type Counts } from './server/connections.ts';
import { type Door, OPEN_DOOR } from './server/door.ts';
import { openGate, type Route } from './server/gate.ts';
import { PACE, type Pace } from './server/pace.ts';
import type { Serving } from './server/serving.ts';
import { shutDown } from './server/shut-down.ts';
import { acceptWebSockets } from './server/websocket.ts';
import { openYoga } from './server/yoga.ts';

export interface RunningServer {
  /** Where GraphQL is, such as http://127.0.0.1:4000/graphql. */
  url: string;
  /** What is open right now. */
  counts(): Counts;
  /** What the log holds for its followers, and how the doorbells between the servers are. */
  log(): LogCounts & { bell: BellState };
  /** Takes nothing new, answers what is in flight, sends streaming clients away, and resolves within 10 s. The database stays open. */
  stop(): Promise<void>;
}

export interface Parts {
  database: Database;
  logger: Logger;
  /** Who may come in. Everybody, if left out. */
  door?: Door;
  /** Whether the GraphiQL page is served, and whether the schema can be asked for. Both are, if left out. */
  graphiql?: boolean;
  introspection?: boolean;
  pace?: Partial<Pace>;
  /** How many rooms one transaction may write to: 16 if left out. */
  commitRooms?: number;
  /** The doorbells between the servers of one database. None, if left out. */
  openBell?: OpenBell;
  /** What /metrics asks for elsewhere than on this machine, and where spans go. */
  metricsToken?: string;
  tracing?: OperationOptions['tracing'];
}

/** Times in milliseconds. Left alone, node looks only every 30 s whether a head or a body has taken too long. */
const HTTP = {
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 5_000,
  keepAliveTimeout: 65_000,
  noDelay: true,
};

/**
 * Starts the server: HTTP, server-sent events and websockets on one port. Rejects with node's error (EADDRINUSE, …)
 * where it cannot listen.
 */
export async function startServer(settings: { host: string; port: number }, parts: Parts): Promise<RunningServer> {
  const pace = { ...PACE, ...parts.pace };
  const graphiql = parts.graphiql ?? true;
  const operation = openOperation(parts);
  const database = operation.observe(parts.database);
  const log = new Log(database, parts.openBell, parts.commitRooms);
  const plugins = [...graphqlPlugins({ introspection: parts.introspection ?? true }), ...operation.plugins()];
  const serving: Serving = {
    store: openStore(database, log),
    logger: parts.logger,
    door: parts.door ?? OPEN_DOOR,
    yoga: openYoga(schema, plugins, graphiql),
    graphiql,
    connections: new Connections(pace),
    pace,
  };
  const { routes, end } = operation.routesOf({ ...serving, database, log });
  const server = createServer(
    HTTP,
    operation.watch(
      openGate(serving, {
        ...routes,
        '/mcp': openLate(async () => (await import('./mcp/route.ts')).mcpRoute(serving, packageVersion())),
      }),
    ),
  );
  acceptWebSockets(server, serving);
  await listen(server, settings);
  return {
    url: urlOf(server, settings.host),
    counts: () => serving.connections.counts(),
    log: () => ({ ...log.counts(), bell: log.bell() }),
    stop: async () => {
      end();
      await shutDown(server, serving);
      await log.close();
    },
  };
}

/** A door whose library takes a tenth of the server's memory, and which many servers never need: opened when it is knocked at. */
function openLate(open: () => Promise<Route>): Route {
  let route: Promise<Route> | undefined;
  return async (...exchange) => {
    route ??= open();
    await (await route)(...exchange);
  };
}

function listen(server: Server, { host, port }: { host: string; port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, backlog: 2_048 }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function urlOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}/graphql`;
}
