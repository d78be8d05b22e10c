import type { ServerResponse } from 'node:http';
import type { Quota } from '../access/rate-limits.ts';
import { ContextError } from '../contract/errors.ts';

/** Shows a caller how much of its limit is left. */
export function showQuota(response: ServerResponse, { limit, remaining, reset }: Quota): void {
  response.setHeader('ratelimit-limit', limit);
  response.setHeader('ratelimit-remaining', remaining);
  response.setHeader('ratelimit-reset', reset);
}

/** The headers that HTTP has for a refusal: when to come back, or what to bring. */
export function showRefusal(response: ServerResponse, error: unknown): void {
  if (!(error instanceof ContextError) || response.headersSent) return;
  if (error.code === 'UNAUTHENTICATED') response.setHeader('www-authenticate', 'Bearer realm="roomd"');
  if (error.code !== 'RATE_LIMITED') return;
  const { limit, retryAfter } = error.extensions as { limit: number; retryAfter: number };
  showQuota(response, { limit, remaining: 0, reset: retryAfter });
  response.setHeader('retry-after', retryAfter);
}
