import type { RequestListener } from 'node:http';
import type { Logger } from 'pino';
import type { Meter } from './meter.ts';
import type { Tracing } from './tracing.ts';

/** Paths that are told apart in figures, spans and the access log. What else is asked for comes from clients. */
const PATHS = new Set(['/', '/graphql', '/mcp', '/health', '/ready', '/metrics']);

/**
 * Around the listener: each answer is counted and, at the level debug, logged in a line; a span goes around it where
 * there is tracing. Only the path is told: a query string may hold a payload.
 */
export function watchRequests(
  listener: RequestListener,
  meter: Meter,
  logger: Logger,
  tracing: Tracing | undefined,
): RequestListener {
  return (request, response) => {
    const began = performance.now();
    const asked = (request.url ?? '/').split('?', 1)[0]!;
    const path = PATHS.has(asked) ? asked : 'other';
    response.once('close', () => {
      const { statusCode } = response;
      meter.answers.add(path, String(statusCode));
      if (!logger.isLevelEnabled('debug')) return;
      const ms = Math.round((performance.now() - began) * 10) / 10;
      logger.debug(
        { method: request.method, path, status: statusCode, ms, whole: response.writableFinished },
        'Answered',
      );
    });
    if (tracing) tracing.request(request, response, path, () => listener(request, response));
    else listener(request, response);
  };
}
