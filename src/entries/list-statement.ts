import { PAGE_PAYLOAD_BYTES } from '../contract/limits.ts';
import { versionColumns } from '../log/rows.ts';
import type { ContextOrder } from './inputs.ts';

/** What a list is narrowed by, in the order in which the values are bound behind `$1` (the room). */
export interface ListShape {
  orderBy: ContextOrder;
  /** The names of the filters that are given. */
  filters: readonly (keyof typeof FILTERS)[];
  after: boolean;
  payload: boolean;
}

/** Each filter as a condition on the head `e` of an entry; `$n` is its value. */
export const FILTERS = {
  type: 'e.type = $n',
  author: 'e.author = $n',
  consumingAgent: '$n = ANY (e.consuming_agents)',
  updatedAfter: 'e.updated_at > $n',
  // Behind the position that the search documents have reached, the words are looked for in the entry itself.
  search: `(
    (e.entry_id IN (SELECT d.entry_id FROM search_documents d WHERE d.room_id = $1 AND d.words @@ roomd_query($1, $n))
      AND e.position <= (SELECT s.position FROM search_progress s WHERE s.room_id = $1))
    OR (e.position > coalesce((SELECT s.position FROM search_progress s WHERE s.room_id = $1), 0)
      AND (SELECT roomd_words($1, x.summary, x.payload) FROM versions x WHERE x.room_id = e.room_id AND x.position = e.position)
        @@ roomd_query($1, $n)))`,
} as const;

const sortColumn = (orderBy: ContextOrder): string => (orderBy.startsWith('CREATED') ? 'created_position' : 'position');

const conditions = (filters: ListShape['filters']): string =>
  filters.map((name, i) => `AND ${FILTERS[name].replaceAll('$n', `$${i + 2}`)}`).join(' ');

/**
 * One page of a room's entries, and the room that it shows, from one snapshot: values are the room, the filters, the
 * limit and, where the page is not the first, the sort key to go on behind. A room without a page is one row of nulls.
 */
export function listStatement({ orderBy, filters, after, payload }: ListShape) {
  const key = sortColumn(orderBy);
  const [direction, beyond] = orderBy.endsWith('DESC') ? ['DESC', '<'] : ['ASC', '>'];
  const limit = `$${filters.length + 2}`;
  // Only payloads can make a page end early; without them the windows would be a third of its cost.
  const windows = payload
    ? `count(*) OVER () AS found, row_number() OVER (ORDER BY p.key ${direction}) AS nth,
       sum(v.payload_bytes) OVER (ORDER BY p.key ${direction}) AS bytes,`
    : '';
  return {
    name: `list-${orderBy}-${filters.join('-')}${after ? '-after' : ''}${payload ? '-payload' : ''}`,
    text: `
      SELECT r.position AS head, r.head_request_id, r.entry_count, s.key, ${payload ? 's.found, ' : ''}${versionColumns('s', payload)}
      FROM rooms r
      LEFT JOIN LATERAL (
        SELECT p.key, ${windows} v.*
        FROM (
          SELECT e.position, e.${key} AS key FROM entries e
          WHERE e.room_id = r.room_id AND NOT e.deleted ${conditions(filters)}
            ${after ? `AND e.${key} ${beyond} $${filters.length + 3}` : ''}
          ORDER BY e.${key} ${direction} LIMIT ${limit}
        ) p JOIN versions v ON v.room_id = r.room_id AND v.position = p.position
      ) s ON ${payload ? `s.nth = 1 OR s.bytes <= ${PAGE_PAYLOAD_BYTES}` : 'true'}
      WHERE r.room_id = $1
      ORDER BY s.key ${direction}`,
  };
}

/** How many entries the filters leave. */
export const countStatement = (filters: ListShape['filters']) => ({
  name: `count-${filters.join('-')}`,
  text: `SELECT count(*) AS count FROM entries e WHERE e.room_id = $1 AND NOT e.deleted ${conditions(filters)}`,
});
