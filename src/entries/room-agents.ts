import { checkAgentId, checkFirst } from '../contract/arguments.ts';
import type { PageInput } from '../contract/page.ts';
import { encodeCursor, markOf } from '../log/cursor.ts';
import type { RoomAgent } from './results.ts';
import type { Store } from './store.ts';

/** Events of one agent that are counted at most. */
const MOST_PENDING = 10_000;

interface Row {
  agent_id: string;
  acknowledged: number | null;
  request_id: string | null;
  last_seen_at: Date | null;
  pending: number;
}

/** The agents that something was addressed to are found by hopping through the key, however many deliveries there are. */
const STATEMENT = {
  name: 'room-agents',
  text: `
    WITH RECURSIVE addressed AS (
      (SELECT d.agent_id FROM deliveries d WHERE d.room_id = $1 AND d.agent_id > $2 ORDER BY d.agent_id LIMIT 1)
      UNION ALL
      SELECT (SELECT d.agent_id FROM deliveries d WHERE d.room_id = $1 AND d.agent_id > p.agent_id ORDER BY d.agent_id LIMIT 1)
      FROM addressed p WHERE p.agent_id IS NOT NULL
    ), shown AS (
      (SELECT agent_id FROM addressed WHERE agent_id IS NOT NULL LIMIT $3)
      UNION
      (SELECT a.agent_id FROM agents a WHERE a.room_id = $1 AND a.agent_id > $2 ORDER BY a.agent_id LIMIT $3)
      ORDER BY agent_id LIMIT $3
    )
    SELECT s.agent_id, a.acknowledged, v.request_id, a.last_seen_at, (
      SELECT count(*) FROM (
        SELECT FROM deliveries d
        WHERE d.room_id = $1 AND d.agent_id = s.agent_id AND d.position > coalesce(a.acknowledged, 0) LIMIT ${MOST_PENDING}
      ) behind) AS pending
    FROM shown s
    LEFT JOIN agents a ON a.room_id = $1 AND a.agent_id = s.agent_id
    LEFT JOIN versions v ON v.room_id = $1 AND v.position = a.acknowledged
    ORDER BY s.agent_id`,
};

/**
 * The agents of a room that something was addressed to or that have shown themselves, by id: how far each has
 * acknowledged, how many events it is behind (10,000 at most), and when it was last seen. `roomId` is one that the caller may see.
 * @throws ContextError BAD_USER_INPUT, LIMIT_EXCEEDED.
 */
export async function roomAgents(store: Store, roomId: string, page: PageInput): Promise<RoomAgent[]> {
  const first = checkFirst(page.first);
  const after = page.after == null ? '' : checkAgentId('after', page.after);
  const rows = await store.database.query<Row>(STATEMENT, [roomId, after, first]);
  return rows.map((row) => ({
    agentId: row.agent_id,
    acknowledged:
      row.acknowledged && row.request_id
        ? encodeCursor(roomId, { position: row.acknowledged, mark: markOf(row.request_id) })
        : null,
    pending: row.pending,
    lastSeenAt: row.last_seen_at,
  }));
}
