import type { IncomingMessage } from 'node:http';
import { type Caller, OPEN_CALLER } from '../access/caller.ts';

/** Decides who comes in. It is asked before anything of a request is read. */
export interface Door {
  /** Whether a page of this origin may talk to the server. Programs send no origin. */
  allowsOrigin(request: IncomingMessage): boolean;
  /**
   * Who is calling, by the text of an `authorization` header (of a websocket: of its connection_init).
   * Throws ContextError UNAUTHENTICATED or RATE_LIMITED.
   */
  callerOf(authorization: string | undefined, request: IncomingMessage): Caller | Promise<Caller>;
}

/** A server without keys: everybody may do everything, but no page of another origin may use a browser for it. */
export const OPEN_DOOR: Door = {
  allowsOrigin: ({ headers: { origin, host } }) => origin === undefined || hostOf(origin) === host,
  callerOf: () => OPEN_CALLER,
};

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
