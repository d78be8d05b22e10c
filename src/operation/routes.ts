import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Registry } from 'prom-client';
import { ContextError } from '../contract/errors.ts';
import type { Door } from '../server/door.ts';
import type { Readiness } from './readiness.ts';

/** GET /ready: 200 where the server should be sent work, else 503; and how each part is. */
export async function answerReady(response: ServerResponse, readiness: Readiness): Promise<void> {
  const parts = await readiness.parts();
  const ready = Object.values(parts).every((state) => state === 'ok');
  answer(response, ready ? 200 : 503, 'application/json', `${JSON.stringify({ ready, parts })}\n`);
}

/**
 * GET /metrics. Open to programs of this machine that come straight to the server; everybody else needs the token of
 * METRICS_TOKEN, or what makes an admin at the door.
 * @throws ContextError FORBIDDEN, and what the door throws.
 */
export async function answerMetrics(
  request: IncomingMessage,
  response: ServerResponse,
  metrics: Registry,
  door: Door,
  token: string | undefined,
): Promise<void> {
  const authorization = request.headers.authorization;
  // A page that points a name of its own at this machine would look local too: the door knows the names.
  const isLocal = isDirectlyLocal(request) && !door.refusalOf(request);
  if (!isLocal && !(token && isBearer(authorization, token))) {
    const caller = await door.callerOf(authorization);
    if (caller.role !== 'admin' || (token && !authorization)) throw METRICS_REFUSED;
  }
  answer(response, 200, metrics.contentType, await metrics.metrics());
}

const METRICS_REFUSED = new ContextError(
  'FORBIDDEN',
  'The metrics need "authorization: Bearer …" with the token of METRICS_TOKEN or an admin key.',
);

/** A proxy on this machine speaks for others: what it forwards is not local. */
function isDirectlyLocal({ socket, headers }: IncomingMessage): boolean {
  const address = socket.remoteAddress ?? '';
  const isLoopback = address === '::1' || /^(::ffff:)?127\./.test(address);
  return isLoopback && !headers['x-forwarded-for'] && !headers.forwarded && !headers['x-real-ip'] && !headers.origin;
}

function isBearer(authorization: string | undefined, token: string): boolean {
  const given = Buffer.from(authorization ?? '');
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

function answer(response: ServerResponse, status: number, type: string, text: string): void {
  response.writeHead(status, {
    'content-type': type,
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
  });
  response.end(text);
}
