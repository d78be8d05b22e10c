import { allowRead, type Caller } from '../access/caller.ts';
import { checkRoomId } from '../contract/arguments.ts';
import type { Version } from '../log/version.ts';
import { liveVersion } from './current-version.ts';
import { checkEntryId } from './entry-id.ts';
import type { Wanted } from './results.ts';
import type { Store } from './store.ts';

/**
 * One entry as it is now.
 * @throws ContextError NOT_FOUND for an id that the room does not have, or that is deleted.
 */
export async function readContext(
  store: Store,
  caller: Caller,
  input: { roomId: string; id: string },
  wanted: Wanted,
): Promise<Version> {
  const roomId = checkRoomId(input.roomId);
  allowRead(caller, roomId);
  return liveVersion(store, roomId, checkEntryId(roomId, input.id), wanted);
}
