import { allowWrite, type Caller } from '../access/caller.ts';
import { checkAgentId, checkRoomId } from '../contract/arguments.ts';
import { checkEntryId } from './entry-id.ts';
import { keyedInput } from './idempotency.ts';
import type { RestoreContextInput } from './inputs.ts';
import { settle } from './refusals.ts';
import type { WriteResult } from './results.ts';
import type { Store } from './store.ts';

/**
 * Brings a deleted entry back as its next version, with the content that it had.
 * @throws ContextError NOT_FOUND for an unknown id, BAD_USER_INPUT for an entry that is not deleted, FORBIDDEN.
 */
export async function restoreContext(store: Store, caller: Caller, input: RestoreContextInput): Promise<WriteResult> {
  const roomId = checkRoomId(input.roomId);
  const author = checkAgentId('author', input.author);
  allowWrite(caller, roomId, author);
  const id = checkEntryId(roomId, input.id);
  const key = keyedInput('restoreContext', input.idempotencyKey, { id });
  const outcome = await store.log.append(roomId, { action: 'restore', entryId: id, author, ...key });
  return settle(roomId, id, outcome);
}
