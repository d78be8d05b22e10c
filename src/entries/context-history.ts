import { allowRead, type Caller } from '../access/caller.ts';
import { checkFirst, checkRoomId } from '../contract/arguments.ts';
import { PAGE_PAYLOAD_BYTES } from '../contract/limits.ts';
import type { PageInput } from '../contract/page.ts';
import { decodePageCursor, encodeCursor, encodePageCursor, markOf } from '../log/cursor.ts';
import { toVersion, type VersionRow, versionColumns } from '../log/rows.ts';
import { checkEntryId } from './entry-id.ts';
import { entryNotFound } from './refusals.ts';
import type { ContextHistory, EntryPage, Wanted } from './results.ts';
import type { Store } from './store.ts';

const currentStatement = (payload: boolean) => ({
  name: `history-current${payload ? '-payload' : ''}`,
  text: `
    SELECT r.position AS head, r.head_request_id, ${versionColumns('v', payload)}
    FROM rooms r JOIN entries e ON e.room_id = r.room_id JOIN versions v ON v.room_id = e.room_id AND v.position = e.position
    WHERE r.room_id = $1 AND e.entry_id = $2`,
});

const priorStatement = (payload: boolean) => ({
  name: `history-prior${payload ? '-payload' : ''}`,
  text: `
    SELECT ${versionColumns('v', payload)}, v.found FROM (
      SELECT p.*, count(*) OVER () AS found, row_number() OVER (ORDER BY p.minor DESC) AS nth,
        ${payload ? 'sum(p.payload_bytes) OVER (ORDER BY p.minor DESC)' : '0'} AS bytes
      FROM (
        SELECT * FROM versions WHERE room_id = $1 AND entry_id = $2 AND minor < $3 ORDER BY minor DESC LIMIT $4
      ) p
    ) v WHERE v.nth = 1 OR v.bytes <= ${PAGE_PAYLOAD_BYTES} ORDER BY v.minor DESC`,
});

type CurrentRow = VersionRow & { head: number; head_request_id: string };

/**
 * The current version of an entry, a tombstone where it is deleted, and pages of the versions before it.
 * @throws ContextError NOT_FOUND where the room has never had such an entry.
 */
export async function contextHistory(
  store: Store,
  caller: Caller,
  input: { roomId: string; id: string },
  wanted: Wanted,
): Promise<ContextHistory> {
  const roomId = checkRoomId(input.roomId);
  allowRead(caller, roomId);
  const id = checkEntryId(roomId, input.id);
  const [row] = await store.database.query<CurrentRow>(currentStatement(wanted.payload), [roomId, id]);
  if (!row) throw entryNotFound(roomId, id);
  const asOf = encodeCursor(roomId, { position: row.head, mark: markOf(row.head_request_id) });
  return {
    current: toVersion(roomId, row),
    versions: (page, wantedOfPage) => priorVersions(store, { roomId, id, below: row.minor, asOf }, page, wantedOfPage),
  };
}

async function priorVersions(
  store: Store,
  { roomId, id, below, asOf }: { roomId: string; id: string; below: number; asOf: string },
  page: PageInput,
  wanted: Wanted,
): Promise<EntryPage> {
  const first = checkFirst(page.first);
  // The minor number fits one entry only together with its id: a cursor of another entry's history is no harm, but wrong.
  const list = `${roomId}\n${id}`;
  const after = page.after == null ? below : decodePageCursor('history', list, page.after);
  const rows = await store.database.query<VersionRow & { found: number }>(priorStatement(wanted.payload), [
    roomId,
    id,
    Math.min(after, below),
    first + 1,
  ]);
  const shown = rows.slice(0, first);
  return {
    edges: shown.map((row) => ({ cursor: encodePageCursor('history', list, row.minor), node: toVersion(roomId, row) })),
    hasNextPage: shown.length < (rows[0]?.found ?? 0),
    hasPreviousPage: page.after != null,
    asOf,
    totalCount: () => below,
  };
}
