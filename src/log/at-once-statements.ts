import type { Statement } from '../database/database.ts';
import { statementsBy } from '../database/statements.ts';

/** How many rooms a statement can write to: one of a few sizes, so that a connection has few statements to prepare. */
const SIZES = [1, 2, 4, 8, 16];
export const LARGEST = SIZES.at(-1)!;

/** The parameters of each room, and their types. */
const INPUT = {
  room_id: 'text', request_id: 'uuid', action: 'text', entry_id: 'text', type: 'text', author: 'text', summary: 'text',
  agents: 'text[]', payload: 'json', payload_bytes: 'integer', expected: 'integer',
}; // biome-ignore format: a list to be read as one
const NO_ROOM = Object.keys(INPUT).map(() => null);

/** New entries, or next versions of entries that there are. */
export type Form = 'writes' | 'changes';

const sizeFor = (rooms: number): number => SIZES.find((size) => size >= rooms)!;

/**
 * A version in each of so many rooms, all different: the same rows as `roomd_append` writes for it, by a statement that is set
 * up once for all rooms. It passes over rooms that are locked or not there, and entries that are not as the operation wants
 * them; of the others it gives a row each.
 */
export const statementFor = (form: Form, rooms: number): Statement => statement({ form, size: sizeFor(rooms) });

/** Its values; where it has room for more, they are filled up with rooms that are none. */
export const valuesFor = (rooms: readonly unknown[][]): unknown[] =>
  rooms.concat(Array(sizeFor(rooms.length) - rooms.length).fill(NO_ROOM)).flat();

const statement = statementsBy(({ form, size }: { form: Form; size: number }) => {
  const types = Object.values(INPUT);
  const numbers = Array.from({ length: size }, (_, row) => row * types.length + 1);
  const rows = numbers.map((first) => `(${types.map((type, n) => `$${first + n}::${type}`).join(', ')})`);
  const { versions, entries, count, answer } = PARTS[form];
  return {
    name: `append_${form}_${size}`,
    text: `
      WITH input (${Object.keys(INPUT).join(', ')}) AS (
        VALUES ${rows.join(', ')}
      ), head AS MATERIALIZED (
        SELECT r.room_id, r.position, greatest(date_trunc('milliseconds', clock_timestamp()), r.last_activity_at) AS now
        FROM rooms r WHERE r.room_id IN (${numbers.map((first) => `$${first}`).join(', ')}) FOR NO KEY UPDATE SKIP LOCKED
      ), version AS MATERIALIZED (
        ${versions}
      ), log AS (
        INSERT INTO versions SELECT room_id, position, entry_id, type, minor, action, author, written_at, summary,
          consuming_agents, recipients, payload, payload_bytes, request_id FROM version
      ), entry AS (
        ${entries}
      ), delivery AS (
        INSERT INTO deliveries SELECT room_id, agent_id, position FROM version, unnest(recipients) AS agent_id
      ), room AS (
        UPDATE rooms r SET position = v.position, head_request_id = v.request_id, last_activity_at = v.written_at,
          entry_count = r.entry_count + ${count}
        FROM version v WHERE r.room_id = v.room_id
      )
      SELECT 'done' AS outcome, action, room_id, position, written_at${answer} FROM version`,
  };
});

const PARTS = {
  writes: {
    versions: `
        SELECT i.room_id, h.position + 1 AS position, i.entry_id, i.type, 0 AS minor, i.action, i.author, h.now AS written_at,
          i.summary, i.agents AS consuming_agents, i.agents AS recipients, i.payload, i.payload_bytes, i.request_id
        FROM input i JOIN head h USING (room_id)`,
    entries: `
        INSERT INTO entries
        SELECT room_id, entry_id, type, position, position, minor, false, author, written_at, consuming_agents FROM version`,
    count: '1',
    answer: '',
  },
  changes: {
    // The snapshot is older than the locks: a room that was written to in between, as its row in the snapshot tells, is left alone.
    versions: `
        SELECT i.room_id, h.position + 1 AS position, i.entry_id, v.type, v.minor + 1 AS minor, i.action, i.author,
          h.now AS written_at, coalesce(i.summary, v.summary) AS summary,
          coalesce(i.agents, v.consuming_agents) AS consuming_agents,
          CASE WHEN i.agents IS NULL THEN v.consuming_agents
            ELSE i.agents || ARRAY(SELECT a FROM unnest(v.consuming_agents) AS a WHERE a <> ALL (i.agents)) END AS recipients,
          i.payload IS NULL AS keeps, coalesce(i.payload, v.payload) AS payload,
          coalesce(i.payload_bytes, v.payload_bytes) AS payload_bytes, i.request_id
        FROM input i
          JOIN head h USING (room_id)
          JOIN rooms r ON r.room_id = h.room_id AND r.position = h.position
          JOIN entries e ON e.room_id = i.room_id AND e.entry_id = i.entry_id
          JOIN versions v ON v.room_id = e.room_id AND v.position = e.position
        WHERE e.deleted = (i.action = 'restore') AND (i.expected IS NULL OR i.expected = e.minor)`,
    entries: `
        UPDATE entries e SET position = v.position, minor = v.minor, deleted = (v.action = 'delete'), author = v.author,
          updated_at = v.written_at, consuming_agents = v.consuming_agents
        FROM version v WHERE e.room_id = v.room_id AND e.entry_id = v.entry_id`,
    count: `CASE v.action WHEN 'restore' THEN 1 WHEN 'delete' THEN -1 ELSE 0 END`,
    answer: `, type, minor, summary, consuming_agents, recipients, CASE WHEN keeps THEN payload END AS payload, payload_bytes`,
  },
} satisfies Record<Form, object>;
