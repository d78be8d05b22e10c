import { allowRead, type Caller } from '../access/caller.ts';
import { checkAgentId, checkFirst, checkRoomId } from '../contract/arguments.ts';
import type { Page } from '../contract/page.ts';
import { cursorOf, decodeCursor, START } from '../log/cursor.ts';
import { readHead, readSlice, type Selection } from '../log/read.ts';
import type { Version } from '../log/version.ts';
import { actionsOf } from './event-types.ts';
import type { ContextEventsInput } from './inputs.ts';
import type { Wanted } from './results.ts';
import type { Store } from './store.ts';

/**
 * The events of a room as pages, oldest first: the same that a subscription delivers.
 * @throws ContextError BAD_USER_INPUT or LIMIT_EXCEEDED for the input, CURSOR_INVALID, CURSOR_AHEAD.
 */
export async function contextEvents(
  store: Store,
  caller: Caller,
  input: ContextEventsInput,
  wanted: Wanted,
): Promise<Page<Version>> {
  const roomId = checkRoomId(input.roomId);
  allowRead(caller, roomId);
  const first = checkFirst(input.first);
  const selection: Selection = {
    all: false,
    agentId: input.agentId == null ? undefined : checkAgentId('agentId', input.agentId),
    actions: actionsOf(input.types),
  };
  const after = input.after == null ? START : decodeCursor(roomId, 'after', input.after);
  if (after.position > 0) await readHead(store.database, roomId, 'after', after);
  return eventPage(store, roomId, after.position, first, selection, wanted, input.after != null);
}

/** A page of the versions that the selection takes from behind a position. */
export async function eventPage(
  store: Store,
  roomId: string,
  after: number,
  first: number,
  selection: Selection,
  wanted: Wanted,
  hasPreviousPage: boolean,
): Promise<Page<Version>> {
  const slice = await readSlice(store.database, roomId, after, first + 1, selection, wanted.payload);
  const shown = slice.versions.slice(0, first);
  return {
    edges: shown.map((version) => ({ cursor: cursorOf(version), node: version })),
    hasNextPage: shown.length < slice.versions.length || slice.through < slice.head.position,
    hasPreviousPage,
  };
}
