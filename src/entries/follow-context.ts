import { allowRead, type Caller } from '../access/caller.ts';
import { checkAgentId, checkRoomId } from '../contract/arguments.ts';
import { ContextError } from '../contract/errors.ts';
import { singleIssue } from '../contract/issues.ts';
import { decodeCursor, type Position } from '../log/cursor.ts';
import type { Selection } from '../log/read.ts';
import type { Subscription } from '../log/subscription.ts';
import { acknowledgedCursor } from './acknowledged.ts';
import { actionsOf } from './event-types.ts';
import type { FollowInput } from './inputs.ts';
import type { Store } from './store.ts';

/**
 * The events of a room: what was written behind `after` (or behind what the agent has acknowledged, with `resume`) and
 * then what is written from now on, in order, none twice and none missed. `after` counts where both are given: a client
 * that comes back knows best where it was.
 * @throws ContextError BAD_USER_INPUT, CURSOR_INVALID, CURSOR_AHEAD.
 */
export async function followContextEvents(store: Store, caller: Caller, input: FollowInput): Promise<Subscription> {
  const roomId = checkRoomId(input.roomId);
  allowRead(caller, roomId);
  const agentId = input.agentId == null ? undefined : checkAgentId('agentId', input.agentId);
  const selection: Selection = { all: false, agentId, actions: actionsOf(input.types) };
  const after = await startOf(store, roomId, agentId, input);
  if (agentId !== undefined) store.presence.seen(caller, roomId, agentId);
  return store.log.follow(roomId, selection, after);
}

/**
 * Every change of a room, also of entries that nobody consumes.
 * @throws ContextError BAD_USER_INPUT, CURSOR_INVALID, CURSOR_AHEAD.
 */
export async function followContextChanges(store: Store, caller: Caller, input: FollowInput): Promise<Subscription> {
  const roomId = checkRoomId(input.roomId);
  allowRead(caller, roomId);
  return store.log.follow(roomId, { all: true }, await startOf(store, roomId, undefined, input));
}

async function startOf(
  store: Store,
  roomId: string,
  agentId: string | undefined,
  { after, resume }: FollowInput,
): Promise<Position | undefined> {
  if (after != null) return decodeCursor(roomId, 'after', after);
  if (!resume) return undefined;
  if (agentId !== undefined) return acknowledgedCursor(store, roomId, agentId);
  const message = 'resume needs agentId: it starts behind what that agent has acknowledged.';
  throw new ContextError('BAD_USER_INPUT', message, singleIssue(['agentId'], message, 'an agent id', 'nothing'));
}
