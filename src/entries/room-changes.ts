import { allowRead, type Caller } from '../access/caller.ts';
import { checkFirst, checkRoomId } from '../contract/arguments.ts';
import { PAGE_PAYLOAD_BYTES } from '../contract/limits.ts';
import type { Page } from '../contract/page.ts';
import { statementsBy } from '../database/statements.ts';
import { cursorOf, decodeCursor } from '../log/cursor.ts';
import { readHead } from '../log/read.ts';
import { toVersion, type VersionRow, versionColumns } from '../log/rows.ts';
import type { Version } from '../log/version.ts';
import type { Wanted } from './results.ts';
import type { Store } from './store.ts';

const statementOf = statementsBy(({ payload }: { payload: boolean }) => ({
  name: `changes${payload ? '-payload' : ''}`,
  text: `
    SELECT ${versionColumns('w', payload)}
    FROM (
      SELECT p.position, row_number() OVER newest AS nth, ${payload ? 'sum(p.payload_bytes) OVER newest' : '0'} AS bytes
      FROM (
        SELECT v.position, v.payload_bytes FROM versions v
        WHERE v.room_id = $1 AND ($2::bigint IS NULL OR v.position < $2) ORDER BY v.position DESC LIMIT $3
      ) p WINDOW newest AS (ORDER BY p.position DESC)
    ) s JOIN versions w ON w.room_id = $1 AND w.position = s.position
    WHERE s.nth = 1 OR s.bytes <= ${PAGE_PAYLOAD_BYTES}
    ORDER BY w.position DESC`,
}));

/**
 * The latest changes of a room, newest first, also of entries that nobody consumes: what somebody who comes to look
 * sees before following on. `before` is the cursor of the oldest change seen so far.
 * @throws ContextError BAD_USER_INPUT or LIMIT_EXCEEDED for the input, CURSOR_INVALID, CURSOR_AHEAD.
 */
export async function roomChanges(
  store: Store,
  caller: Caller,
  input: { roomId: string; first?: number | null; before?: string | null },
  wanted: Wanted,
): Promise<Page<Version>> {
  const roomId = checkRoomId(input.roomId);
  allowRead(caller, roomId);
  const first = checkFirst(input.first);
  const before = input.before == null ? undefined : decodeCursor(roomId, 'before', input.before);
  if (before && before.position > 0) await readHead(store.database, roomId, 'before', before);
  const values = [roomId, before?.position ?? null, first];
  const rows = await store.database.query<VersionRow>(statementOf({ payload: wanted.payload }), values);
  const versions = rows.map((row) => toVersion(roomId, row));
  return {
    edges: versions.map((version) => ({ cursor: cursorOf(version), node: version })),
    // Positions have no hole: what is older than the last one shown is there unless that one is the first.
    hasNextPage: (versions.at(-1)?.position ?? 1) > 1,
    hasPreviousPage: before !== undefined,
  };
}
