import { allowWrite, type Caller } from '../access/caller.ts';
import { checkAgentId, checkRoomId } from '../contract/arguments.ts';
import { checkEntryId } from './entry-id.ts';
import { expectedMinor, versionConflict } from './expected-version.ts';
import { keyedInput } from './idempotency.ts';
import type { DeleteContextInput } from './inputs.ts';
import { settle } from './refusals.ts';
import type { WriteResult } from './results.ts';
import type { Store } from './store.ts';

/** Who deletes where neither the call nor the key says so. */
const ANONYMOUS = 'anonymous';

/**
 * Appends a tombstone version: the entry leaves reads and lists, its history stays.
 * @throws ContextError NOT_FOUND (also for an entry that is deleted), VERSION_CONFLICT, VERSION_NOT_FOUND, BAD_USER_INPUT, FORBIDDEN.
 */
export async function deleteContext(store: Store, caller: Caller, input: DeleteContextInput): Promise<WriteResult> {
  const roomId = checkRoomId(input.roomId);
  const author = input.agentId == null ? (caller.agent ?? ANONYMOUS) : checkAgentId('agentId', input.agentId);
  allowWrite(caller, roomId, author);
  const id = checkEntryId(roomId, input.id);
  const expected = await expectedMinor(store, roomId, id, input.expectedVersion);
  const key = keyedInput('deleteContext', input.idempotencyKey, { id, expectedMinor: expected });
  const outcome = await store.log.append(roomId, {
    action: 'delete',
    entryId: id,
    author,
    expectedMinor: expected,
    ...key,
  });
  return settle(roomId, id, outcome, (current) => versionConflict(store, roomId, id, expected!, current));
}
