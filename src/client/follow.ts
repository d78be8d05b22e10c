import { fromGraphQL, RoomError, unreachable } from './errors.ts';
import type { Socket } from './socket.ts';
import type { ContextEvent } from './types.ts';

/** The socket was closed because the server lets nobody in with this key. */
const FORBIDDEN = 4403;
const LOST = unreachable('The stream of events has ended on the way.');

export interface Subscription {
  document: string;
  /** The field of the subscription that gives the events. */
  field: string;
  variables: Record<string, unknown>;
}

/**
 * Runs one subscription over the socket. Resolves when it was left by the signal, rejects with RoomError when it was lost
 * or refused. `onLive` is called when the server has been reached.
 */
export async function followOnce(
  { client, isOpen }: Socket,
  { document, field, variables }: Subscription,
  signal: AbortSignal,
  on: { live(): void; event(event: ContextEvent): void },
): Promise<void> {
  const forget = client.on('connected', on.live);
  if (isOpen()) on.live();
  let leave: (() => void) | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      leave = client.subscribe<Record<string, ContextEvent>>(
        { query: document, variables },
        {
          next: ({ data, errors }) => {
            if (errors?.length) reject(fromGraphQL(errors));
            else if (data?.[field] && !signal.aborted) on.event(data[field]);
          },
          error: (error) => reject(errorOf(error)),
          complete: () => (signal.aborted ? resolve() : reject(LOST)),
        },
      );
      if (signal.aborted) leave();
      else signal.addEventListener('abort', leave, { once: true });
    });
  } finally {
    forget();
    if (leave) signal.removeEventListener('abort', leave);
    leave?.();
  }
}

/** graphql-ws hands over a list of GraphQL errors, the close of the socket, or whatever was thrown. */
function errorOf(error: unknown): RoomError {
  if (Array.isArray(error)) return fromGraphQL(error);
  const { code, reason, message } = error as { code?: number; reason?: string; message?: string };
  if (code === FORBIDDEN) return new RoomError(reason || 'The key was refused.', { code: 'UNAUTHENTICATED' });
  return unreachable(`The live connection was lost (${reason || message || code || 'no reason given'}).`, error);
}
