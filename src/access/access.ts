import type { IncomingMessage } from 'node:http';
import type { ContextError } from '../contract/errors.ts';
import type { Database } from '../database/database.ts';
import type { Caller } from './caller.ts';
import { Gatekeeper, type Mode, settleMode } from './gatekeeper.ts';
import type { End } from './key-ring.ts';
import { originRules } from './origin.ts';
import { type Counted, limitsOf, type Quota, RateLimits } from './rate-limits.ts';
import type { AccessSettings } from './settings.ts';

/** Everything that settles who may use a server, and how much. */
export interface Access {
  /** Whether keys are asked for right now: an open server does so once it has been given one. */
  mode(): Mode;
  /** Why a page, or a host name, is refused; undefined where it is not. */
  refusalOf(request: Pick<IncomingMessage, 'headers'>): ContextError | undefined;
  /** The headers for a page of another, allowed origin. */
  corsOf(request: Pick<IncomingMessage, 'headers'>): Record<string, string> | undefined;
  /** Who is calling, by the text of an `authorization`. Throws UNAUTHENTICATED. */
  callerOf(authorization: string | undefined): Caller | Promise<Caller>;
  /** See Gatekeeper.watch: `end` is called when the caller's key no longer counts. Throws LIMIT_EXCEEDED. */
  watch(caller: Caller, end: End): () => void;
  /** Counts requests or writes of a caller. Throws RATE_LIMITED. */
  count(caller: Caller, what: Counted, points?: number): Promise<Quota> | undefined;
  close(): Promise<void>;
}

/**
 * Settles who may use a server at this address.
 * @throws Error for the operator, where the server may not start (see settleMode).
 */
export async function openAccess(
  database: Database,
  { host, redisUrl }: { host: string; redisUrl?: string },
  settings: AccessSettings,
): Promise<Access> {
  const mode = await settleMode(database, host, settings.auth);
  const gatekeeper = new Gatekeeper(database, mode, settings.connectionsPerKey);
  const limits = {
    keyed: new RateLimits(limitsOf(settings, true), redisUrl),
    open: new RateLimits(limitsOf(settings, false), redisUrl),
  };
  return {
    mode: () => gatekeeper.mode,
    ...originRules(host, settings),
    callerOf: (authorization) => gatekeeper.callerOf(authorization),
    watch: (caller, end) => gatekeeper.watch(caller, end),
    count: (caller, what, points) =>
      (gatekeeper.mode === 'keys' ? limits.keyed : limits.open).count(caller, what, points),
    close: async () => {
      await gatekeeper.close();
      await Promise.all([limits.keyed.close(), limits.open.close()]);
    },
  };
}
