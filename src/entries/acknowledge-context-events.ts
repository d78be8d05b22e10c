import { allowAcknowledge, type Caller } from '../access/caller.ts';
import { checkAgentId, checkRoomId } from '../contract/arguments.ts';
import { decodeCursor, encodeCursor, markOf } from '../log/cursor.ts';
import { readHead } from '../log/read.ts';
import type { AcknowledgeContextEventsInput } from './inputs.ts';
import type { Store } from './store.ts';

const STATEMENT = {
  name: 'acknowledge',
  text: `
    INSERT INTO agents AS a (room_id, agent_id, acknowledged, last_seen_at)
    VALUES ($1, $2, $3, date_trunc('milliseconds', clock_timestamp()))
    ON CONFLICT (room_id, agent_id) DO UPDATE
      SET acknowledged = greatest(a.acknowledged, EXCLUDED.acknowledged), last_seen_at = EXCLUDED.last_seen_at
    RETURNING acknowledged, (SELECT v.request_id FROM versions v WHERE v.room_id = a.room_id AND v.position = a.acknowledged) AS request_id`,
};

/**
 * Moves an agent's acknowledged position up to a cursor, never backwards. Returns the cursor that it is at now.
 * @throws ContextError CURSOR_INVALID, CURSOR_AHEAD, BAD_USER_INPUT, FORBIDDEN.
 */
export async function acknowledgeContextEvents(
  store: Store,
  caller: Caller,
  input: AcknowledgeContextEventsInput,
): Promise<string> {
  const roomId = checkRoomId(input.roomId);
  const agentId = checkAgentId('agentId', input.agentId);
  allowAcknowledge(caller, roomId, agentId);
  const upTo = decodeCursor(roomId, 'upTo', input.upTo);
  await readHead(store.database, roomId, 'upTo', upTo);
  const [row] = await store.database.query<{ acknowledged: number; request_id: string | null }>(STATEMENT, [
    roomId,
    agentId,
    upTo.position,
  ]);
  const { acknowledged, request_id } = row!;
  return encodeCursor(roomId, request_id ? { position: acknowledged, mark: markOf(request_id) } : undefined);
}
