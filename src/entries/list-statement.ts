import { PAGE_PAYLOAD_BYTES } from '../contract/limits.ts';
import { otherColumns, versionColumns } from '../log/rows.ts';
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
 * One page of a room's entries from one snapshot: values are the room, the filters, the limit and, where the page is not the
 * first, the sort key to go on behind. The first row (its key is null) is the room itself: the `position` and `request_id` of
 * its head, and as `payload_bytes` how many entries it has. Repeated in each row, these would be a third of the page's cost.
 */
export function listStatement({ orderBy, filters, after, payload }: ListShape) {
  const key = sortColumn(orderBy);
  const [direction, beyond] = orderBy.endsWith('DESC') ? ['DESC', '<'] : ['ASC', '>'];
  const limit = `$${filters.length + 2}`;
  const room = { position: 'r.position', payload_bytes: 'r.entry_count', request_id: 'r.head_request_id' };
  const entries = `
    SELECT e.position, e.${key} AS key FROM entries e
    WHERE e.room_id = $1 AND NOT e.deleted ${conditions(filters)}
      ${after ? `AND e.${key} ${beyond} $${filters.length + 3}` : ''}
    ORDER BY e.${key} ${direction} LIMIT ${limit}`;
  const versions = `(${entries}) p JOIN versions v ON v.room_id = $1 AND v.position = p.position`;
  // Only payloads can make a page end early; without them the windows would be a third of its cost.
  const page = payload
    ? `SELECT s.key, s.found, ${versionColumns('s', true)} FROM (
         SELECT p.key, count(*) OVER () AS found, row_number() OVER (ORDER BY p.key ${direction}) AS nth,
           sum(v.payload_bytes) OVER (ORDER BY p.key ${direction}) AS bytes, v.*
         FROM ${versions}
       ) s WHERE s.nth = 1 OR s.bytes <= ${PAGE_PAYLOAD_BYTES}`
    : `SELECT p.key, ${versionColumns('v', false)} FROM ${versions}`;
  return {
    name: `list-${orderBy}-${filters.join('-')}${after ? '-after' : ''}${payload ? '-payload' : ''}`,
    text: `
      SELECT NULL::bigint AS key, ${payload ? 'NULL::bigint AS found,' : ''} ${otherColumns(room, payload)} FROM rooms r WHERE r.room_id = $1
      UNION ALL (${page})
      ORDER BY key ${direction} NULLS FIRST`,
  };
}

/** How many entries the filters leave. */
export const countStatement = (filters: ListShape['filters']) => ({
  name: `count-${filters.join('-')}`,
  text: `SELECT count(*) AS count FROM entries e WHERE e.room_id = $1 AND NOT e.deleted ${conditions(filters)}`,
});
