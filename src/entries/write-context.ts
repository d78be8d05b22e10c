import { allowWrite, type Caller } from '../access/caller.ts';
import { checkAgentId, checkAll, checkConsumingAgents, checkRoomId, checkSummary } from '../contract/arguments.ts';
import type { Json } from '../json/json.ts';
import { newId } from '../log/new-id.ts';
import type { ContextType } from '../payloads/types.ts';
import { checkPayload } from '../payloads/validate.ts';
import { keyedInput } from './idempotency.ts';
import type { WriteContextInput } from './inputs.ts';
import { settle } from './refusals.ts';
import type { WriteResult } from './results.ts';
import type { Store } from './store.ts';

/**
 * Writes a new entry as version 1.0.
 * @throws ContextError BAD_USER_INPUT, PAYLOAD_INVALID or LIMIT_EXCEEDED for the input, IDEMPOTENCY_KEY_REUSED, FORBIDDEN.
 */
export async function writeContext(store: Store, caller: Caller, input: WriteContextInput): Promise<WriteResult> {
  const { roomId, author, summary, consumingAgents } = checkAll({
    roomId: () => checkRoomId(input.roomId),
    author: () => checkAgentId('author', input.author),
    summary: () => checkSummary(input.summary),
    consumingAgents: () => checkConsumingAgents(input.consumingAgents),
  });
  allowWrite(caller, roomId, author);
  const payload = checkPayload(input.type as ContextType, input.payload);
  const key = keyedInput('writeContext', input.idempotencyKey, {
    type: input.type,
    summary,
    consumingAgents,
    payload: input.payload as Json,
  });
  const id = newId();
  const outcome = await store.log.append(roomId, {
    action: 'write',
    entryId: id,
    type: input.type,
    author,
    summary,
    consumingAgents,
    payload,
    ...key,
  });
  const result = await settle(roomId, id, outcome);
  store.types.remember(roomId, result.version.entryId, input.type);
  return result;
}
