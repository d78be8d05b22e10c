import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Serving } from './serving.ts';

/** How often it is looked whether all is done, in milliseconds. */
const LOOK_MS = 20;

/**
 * Ends a server in good order: it takes no new connection, streams end, websockets are closed one after the other (so that
 * their clients do not all knock at the next server at once), requests in flight are answered. What is not done when the
 * grace is over is cut.
 */
export async function shutDown(server: Server, { connections, pace }: Serving): Promise<void> {
  const deadline = Date.now() + pace.grace;
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A connection that is kept alive could bring another request: each is closed behind its answer.
  server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'));
  server.closeIdleConnections();
  const open = connections.all();
  const pause = pace.closeSpread / Math.max(open.length, 1);
  for (const [index, connection] of open.entries()) {
    connection.goAway();
    if (Math.floor((index + 1) * pause) > Math.floor(index * pause)) await sleep(Math.ceil(pause));
  }
  while (connections.requests.size > 0 && Date.now() < deadline) await sleep(LOOK_MS);
  server.closeIdleConnections();
  await Promise.race([closed, sleep(Math.max(deadline - Date.now(), 0) && LOOK_MS * 5)]);
  for (const connection of connections.all()) connection.letGo();
  server.closeAllConnections();
  connections.stop();
  await closed;
}
