import pg from 'pg';

/**
 * The tables of the baselines that write SQL by hand: a room's position, a row a version, the head of each entry. The
 * payload column is `json` or `jsonb`.
 */
export const tables = (payload: 'json' | 'jsonb'): string => `
  CREATE TABLE rooms (room_id text PRIMARY KEY, position bigint NOT NULL) WITH (fillfactor = 50);
  CREATE TABLE versions (
    room_id text NOT NULL, position bigint NOT NULL, entry_id uuid NOT NULL, type text NOT NULL, minor integer NOT NULL,
    author text NOT NULL, written_at timestamptz(3) NOT NULL, summary text NOT NULL, consuming_agents text[] NOT NULL,
    payload ${payload} NOT NULL, PRIMARY KEY (room_id, position));
  CREATE TABLE entries (
    room_id text NOT NULL, entry_id uuid NOT NULL, created_position bigint NOT NULL, position bigint NOT NULL,
    minor integer NOT NULL, PRIMARY KEY (room_id, entry_id)) WITH (fillfactor = 80);
  CREATE INDEX entries_created ON entries (room_id, created_position);`;

const COLUMNS = 'v.entry_id AS id, v.type, v.author, v.written_at AS timestamp, v.summary, v.consuming_agents, v.minor';

/** One prepared statement an operation. */
export const statements = {
  /** room, id, type, author, summary, agents, payload */
  write: {
    name: 'write',
    text: `
      WITH room AS (
        INSERT INTO rooms VALUES ($1, 1) ON CONFLICT (room_id) DO UPDATE SET position = rooms.position + 1 RETURNING position
      ), head AS (
        INSERT INTO entries SELECT $1, $2, position, position, 0 FROM room
      )
      INSERT INTO versions SELECT $1, position, $2, $3, 0, $4, clock_timestamp(), $5, $6, $7 FROM room
      RETURNING position, written_at AS timestamp`,
  },
  /** room, id, author, summary, payload */
  update: {
    name: 'update',
    text: `
      WITH room AS (
        UPDATE rooms SET position = position + 1 WHERE room_id = $1 RETURNING position
      ), old AS (
        SELECT v.type, v.consuming_agents FROM entries e JOIN versions v USING (room_id, position) WHERE e.room_id = $1 AND e.entry_id = $2
      ), head AS (
        UPDATE entries SET minor = minor + 1, position = room.position FROM room WHERE room_id = $1 AND entry_id = $2
        RETURNING entries.position, minor
      )
      INSERT INTO versions SELECT $1, position, $2, type, minor, $3, clock_timestamp(), $4, consuming_agents, $5 FROM head, old
      RETURNING position, minor, type, consuming_agents, written_at AS timestamp`,
  },
  /** room, id */
  read: {
    name: 'read',
    text: `SELECT ${COLUMNS}, v.payload FROM entries e JOIN versions v USING (room_id, position) WHERE e.room_id = $1 AND e.entry_id = $2`,
  },
  /** room, one more than asked for */
  list: {
    name: 'list',
    text: `SELECT ${COLUMNS}, e.created_position FROM entries e JOIN versions v USING (room_id, position) WHERE e.room_id = $1 ORDER BY e.created_position DESC LIMIT $2`,
  },
  listPayload: {
    name: 'list-payload',
    text: `SELECT ${COLUMNS}, e.created_position, v.payload FROM entries e JOIN versions v USING (room_id, position) WHERE e.room_id = $1 ORDER BY e.created_position DESC LIMIT $2`,
  },
};

pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** A pool with the tables made. Connections that nobody uses are given back soon: the systems take turns. */
export async function openPool(url: string, payload: 'json' | 'jsonb'): Promise<pg.Pool> {
  const pool = new pg.Pool({ connectionString: url, max: 10, idleTimeoutMillis: 3_000 });
  pool.on('error', () => undefined);
  await pool.query(tables(payload));
  return pool;
}

/** Tells whoever started this process where it listens, and ends it when it is told to. */
export function announce(port: number): void {
  process.on('SIGTERM', () => process.exit(0));
  process.stdout.write(`listening on http://127.0.0.1:${port}\n`);
}
