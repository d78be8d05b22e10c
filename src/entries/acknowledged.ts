import { markOf, type Position, START } from '../log/cursor.ts';
import type { Store } from './store.ts';

const STATEMENT = {
  name: 'acknowledged',
  text: `
    SELECT a.acknowledged, v.request_id
    FROM agents a LEFT JOIN versions v ON v.room_id = a.room_id AND v.position = a.acknowledged
    WHERE a.room_id = $1 AND a.agent_id = $2`,
};

/** The position that an agent has acknowledged; the start of the log where it has acknowledged nothing. */
export async function acknowledgedCursor(store: Store, roomId: string, agentId: string): Promise<Position> {
  const [row] = await store.database.query<{ acknowledged: number; request_id: string | null }>(STATEMENT, [
    roomId,
    agentId,
  ]);
  if (!row || row.acknowledged === 0) return START;
  return { position: row.acknowledged, mark: row.request_id ? markOf(row.request_id) : START.mark };
}
