import { allowRead, type Caller } from '../access/caller.ts';
import { checkAgentId, checkFirst, checkRoomId } from '../contract/arguments.ts';
import type { Page } from '../contract/page.ts';
import type { Version } from '../log/version.ts';
import { acknowledgedCursor } from './acknowledged.ts';
import { eventPage } from './context-events.ts';
import type { Wanted } from './results.ts';
import type { Store } from './store.ts';

/**
 * The events addressed to an agent that it has not acknowledged, oldest first. Reading does not consume them.
 * @throws ContextError BAD_USER_INPUT or LIMIT_EXCEEDED for the input.
 */
export async function contextInbox(
  store: Store,
  caller: Caller,
  input: { roomId: string; agentId: string; first?: number | null },
  wanted: Wanted,
): Promise<Page<Version>> {
  const roomId = checkRoomId(input.roomId);
  allowRead(caller, roomId);
  const agentId = checkAgentId('agentId', input.agentId);
  const first = checkFirst(input.first);
  store.presence.seen(caller, roomId, agentId);
  const { position } = await acknowledgedCursor(store, roomId, agentId);
  return eventPage(store, roomId, position, first, { all: false, agentId }, wanted, false);
}
