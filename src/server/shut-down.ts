import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Connections } from './connections.ts';
import type { Serving } from './serving.ts';

/** How often it is looked whether all is done, in milliseconds. */
const LOOK_MS = 20;

/** How long a request that was sent before the end may take to get here, in milliseconds. */
const ARRIVAL_MS = 100;

/**
 * Ends a server in good order: it takes no new connection, streams end, websockets are closed one after the other (so that
 * their clients do not all knock at the next server at once), requests in flight are answered. What is not done when the
 * grace is over is cut.
 */
export async function shutDown(server: Server, { connections, pace }: Serving): Promise<void> {
  const deadline = Date.now() + pace.grace;
  // node:http's own `close` also cuts connections whose request is on its way.
  const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
  // A connection that is kept alive could bring another request: each is closed behind its answer.
  server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'));
  connections.waits.stop();
  await sendAway(connections, pace.closeSpread);
  await sleep(ARRIVAL_MS);
  server.closeIdleConnections();
  while (connections.requests.size > 0 && Date.now() < deadline) await sleep(LOOK_MS);
  for (const connection of connections.all()) connection.letGo();
  server.closeAllConnections();
  connections.stop();
  await closed;
}

async function sendAway(connections: Connections, spread: number): Promise<void> {
  const open = connections.all();
  const atOnce = Math.ceil((open.length * LOOK_MS) / spread);
  for (const [index, connection] of open.entries()) {
    if (index > 0 && index % atOnce === 0) await sleep(LOOK_MS);
    connection.goAway();
  }
}
