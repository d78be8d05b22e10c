import { ContextError } from '../contract/errors.ts';
import type { ApiKey } from './key-statements.ts';

const HOW =
  'Send the header "authorization: Bearer roomd_…", on a websocket { "authorization": "Bearer roomd_…" } as the payload of connection_init.';
const WHERE = 'Whoever runs the server makes keys with: npx roomd keys create --role writer';

/** For a request without a key at a server that asks for one. */
export const keyMissing = (): ContextError =>
  new ContextError('UNAUTHENTICATED', `This server asks for a key. ${HOW} ${WHERE}`);

/** For a key that nobody knows, or that no longer counts: its holder may know why. */
export function badKey(key?: ApiKey): ContextError {
  if (!key)
    return new ContextError(
      'UNAUTHENTICATED',
      `This is no key of this server: check that it is whole. ${HOW} ${WHERE}`,
    );
  const { revokedAt, expiresAt, rotatedTo } = key;
  if (rotatedTo !== null && revokedAt !== null)
    return ended(`was replaced by roomd_${rotatedTo}… and stopped counting at ${revokedAt.toISOString()}`);
  if (revokedAt !== null) return ended(`was revoked at ${revokedAt.toISOString()}`);
  return ended(`expired at ${expiresAt?.toISOString()}`);
}

/** For what lives by a key at the moment when it stops counting. */
export const keyEnded = (): ContextError => ended('was revoked or has expired');

/** For what was let in without a key at the moment when the server is given its first one. */
export const keysAskedFor = (): ContextError =>
  new ContextError('UNAUTHENTICATED', `This server asks for a key from now on. ${HOW} ${WHERE}`);

const ended = (what: string): ContextError =>
  new ContextError('UNAUTHENTICATED', `This key ${what}. Take the new one, or ask for one. ${WHERE}`);

/** For a stream or websocket beyond what one key may have open on one server. */
export const tooManyConnections = (limit: number): ContextError =>
  new ContextError(
    'LIMIT_EXCEEDED',
    `This key has ${limit} streams and websockets open, as many as it may. Close some; one websocket carries many subscriptions.`,
    { limit, found: limit + 1 },
  );

/** For a request or write beyond what a caller may make a minute; `retryAfter` in seconds. */
export const rateLimited = (what: 'requests' | 'writes', limit: number, retryAfter: number): ContextError =>
  new ContextError(
    'RATE_LIMITED',
    `At most ${limit} ${what} a minute are taken from one caller. Wait ${retryAfter} s and repeat; nothing was done.`,
    { retryAfter, limit },
  );
