import type { ServerResponse } from 'node:http';
import { ContextError, type ErrorCode } from '../contract/errors.ts';
import type { Ctx } from '../graphql/ctx.ts';
import { formatErrors } from '../graphql/error-list.ts';
import type { Accepts } from './accept.ts';

/** HTTP statuses of requests that are refused before any field runs. Everything else is 200, or 400 (see `answerRefusal`). */
const STATUS: Partial<Record<ErrorCode, number>> = {
  LIMIT_EXCEEDED: 413,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  RATE_LIMITED: 429,
  OVERLOADED: 503,
  UNAVAILABLE: 503,
  INTERNAL: 500,
};

/** Sends JSON text as the whole answer. */
export function answerJson(response: ServerResponse, status: number, type: string, text: string): void {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(status, {
    'content-type': `${type}; charset=utf-8`,
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
  });
  response.end(text);
}

/** The text of an answer that has errors and no data. */
export const refusalText = (errors: readonly unknown[], ctx: Ctx): string =>
  JSON.stringify({ errors: formatErrors(errors, ctx) });

/**
 * Answers a request none of whose fields ran. Documents that cannot run are 400, but 200 for a client that asks for
 * application/json (so GraphQL over HTTP has it).
 */
export function answerRefusedDocument(
  response: ServerResponse,
  errors: readonly unknown[],
  accepts: Accepts,
  ctx: Ctx,
): void {
  const status = accepts.json === 'application/graphql-response+json' ? 400 : 200;
  answerJson(response, status, accepts.json ?? 'application/json', refusalText(errors, ctx));
}

/** Answers a request that is refused as a whole, with the status of its error whatever the client accepts. */
export function answerRefusedRequest(
  response: ServerResponse,
  error: unknown,
  ctx: Ctx,
  status = statusOf(error),
): void {
  answerJson(response, status, 'application/json', refusalText([error], ctx));
}

/** The HTTP status of a request that is refused as a whole. */
export const statusOf = (error: unknown): number => (error instanceof ContextError ? (STATUS[error.code] ?? 400) : 500);

export const STREAM_NEEDED = new ContextError(
  'BAD_USER_INPUT',
  'A subscription needs a stream: send "accept: text/event-stream", or use a websocket (graphql-transport-ws).',
);
