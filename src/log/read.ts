import { PAGE_PAYLOAD_BYTES } from '../contract/limits.ts';
import type { Database, Statement } from '../database/database.ts';
import { statementsBy } from '../database/statements.ts';
import { cursorAhead, markOf, type Position, START } from './cursor.ts';
import { toVersion, type VersionRow, versionColumns } from './rows.ts';
import type { Action, Version } from './version.ts';

/** Which versions of a room are looked for. */
export interface Selection {
  /** Only those addressed to this agent. */
  agentId?: string;
  actions?: Action[];
  /** Also those that are addressed to nobody. */
  all: boolean;
}

export interface Slice {
  versions: Version[];
  /** The room's head in the snapshot that was read. */
  head: Position;
  /** Everything up to this position has been looked at. */
  through: number;
  /** What stands at the position that was read from; undefined where nothing does. */
  mark: string | undefined;
}

/** A row of the page, or of the room alone where the page is empty. */
type SliceRow = VersionRow & { head: number; head_request_id: string; after_request_id: string | null; found: number };

/** Which of its forms the statement takes. */
interface SliceShape {
  addressed: boolean;
  all: boolean;
  actions: boolean;
  payload: boolean;
}

function sliceStatement({ addressed, all, actions, payload }: SliceShape): Statement {
  const source = addressed
    ? 'deliveries d JOIN versions v ON v.room_id = d.room_id AND v.position = d.position WHERE d.room_id = r.room_id AND d.agent_id = $4 AND d.position > $2 AND d.position <= r.position'
    : `versions v WHERE v.room_id = r.room_id AND v.position > $2 AND v.position <= r.position${all ? '' : " AND v.recipients <> '{}'"}`;
  const kinds = actions ? `AND v.action = ANY ($${addressed ? 5 : 4})` : '';
  const bytes = payload ? 'sum(p.payload_bytes) OVER (ORDER BY p.position)' : '0';
  return {
    name: `slice${addressed ? '-agent' : ''}${all ? '-all' : ''}${actions ? '-actions' : ''}${payload ? '-payload' : ''}`,
    text: `
      SELECT r.position AS head, r.head_request_id, b.request_id AS after_request_id, s.found, ${versionColumns('w', payload)}
      FROM rooms r
      LEFT JOIN LATERAL (
        SELECT p.position, count(*) OVER () AS found, row_number() OVER (ORDER BY p.position) AS nth, ${bytes} AS bytes
        FROM (SELECT v.position, v.payload_bytes FROM ${source} ${kinds} ORDER BY v.position LIMIT $3) p
      ) s ON s.nth = 1 OR s.bytes <= ${PAGE_PAYLOAD_BYTES}
      LEFT JOIN versions w ON w.room_id = r.room_id AND w.position = s.position
      LEFT JOIN versions b ON b.room_id = r.room_id AND b.position = $2
      WHERE r.room_id = $1
      ORDER BY s.position`,
  };
}

const statementOf = statementsBy(sliceStatement);

/**
 * The selected versions behind a position, oldest first, at most `limit` and at most 1 MiB of payload (at least one
 * version), all from one snapshot.
 */
export async function readSlice(
  database: Database,
  roomId: string,
  after: number,
  limit: number,
  selection: Selection,
  payload: boolean,
): Promise<Slice> {
  const statement = statementOf({
    addressed: selection.agentId !== undefined,
    all: selection.all,
    actions: selection.actions !== undefined,
    payload,
  });
  const values: unknown[] = [roomId, after, limit];
  if (selection.agentId !== undefined) values.push(selection.agentId);
  if (selection.actions) values.push(selection.actions);
  const rows = await database.query<SliceRow>(statement, values);
  const first = rows[0];
  if (!first) return { versions: [], head: START, through: after, mark: after === 0 ? START.mark : undefined };
  const head = { position: first.head, mark: markOf(first.head_request_id) };
  const versions = rows.filter((row) => row.position !== null).map((row) => toVersion(roomId, row));
  const complete = versions.length === (first.found ?? 0) && versions.length < limit;
  const mark = after === 0 ? START.mark : first.after_request_id ? markOf(first.after_request_id) : undefined;
  return {
    versions,
    head,
    mark,
    through: complete ? Math.max(head.position, after) : (versions.at(-1)?.position ?? after),
  };
}

const HEAD = {
  name: 'head',
  text: `
    SELECT r.position, r.head_request_id, v.request_id AS at_request_id
    FROM rooms r LEFT JOIN versions v ON v.room_id = r.room_id AND v.position = $2
    WHERE r.room_id = $1`,
};

/**
 * The room's head; at position 0 for a room that nobody has written to. Where a position is given, it is checked
 * against the log.
 * @throws ContextError CURSOR_AHEAD where the log does not have that position, or has another write there.
 */
export async function readHead(database: Database, roomId: string, name: string, at?: Position): Promise<Position> {
  const [row] = await database.query<{ position: number; head_request_id: string; at_request_id: string | null }>(
    HEAD,
    [roomId, at?.position ?? 0],
  );
  if (at && at.position > 0 && (!row?.at_request_id || markOf(row.at_request_id) !== at.mark)) throw cursorAhead(name);
  return row ? { position: row.position, mark: markOf(row.head_request_id) } : START;
}

const HEADS = {
  name: 'heads',
  text: 'SELECT room_id, position, head_request_id FROM rooms WHERE room_id = ANY ($1)',
};

/** The heads of several rooms; those that nobody has written to are left out. */
export async function readHeads(database: Database, roomIds: string[]): Promise<Map<string, Position>> {
  const rows = await database.query<{ room_id: string; position: number; head_request_id: string }>(HEADS, [roomIds]);
  return new Map(rows.map((row) => [row.room_id, { position: row.position, mark: markOf(row.head_request_id) }]));
}
