import { allowRead, type Caller } from '../access/caller.ts';
import { checkAgentId, checkFirst, checkRoomId, checkSearch } from '../contract/arguments.ts';
import { statementsBy } from '../database/statements.ts';
import { decodePageCursor, encodeCursor, encodePageCursor, markOf, type PageKind, START } from '../log/cursor.ts';
import { toVersion, type VersionRow } from '../log/rows.ts';
import type { ContextFilter, ContextOrder, ListContextsInput } from './inputs.ts';
import { countStatement, FILTERS, type ListShape, listStatement } from './list-statement.ts';
import type { EntryPage, Wanted } from './results.ts';
import type { Store } from './store.ts';

type ListRow = VersionRow & {
  /** How many entries the page would have, were payloads small. */
  found?: number;
  key: number;
};

/**
 * A page of the room's entries that are not deleted. Pages stay stable while others write: an entry keeps its place in
 * the order of creation, and one that is changed moves only to the front of the order of updates.
 * @throws ContextError BAD_USER_INPUT or LIMIT_EXCEEDED for the input, CURSOR_INVALID for an `after` of another list.
 */
export async function listContexts(
  store: Store,
  caller: Caller,
  input: ListContextsInput,
  wanted: Wanted,
): Promise<EntryPage> {
  const roomId = checkRoomId(input.roomId);
  allowRead(caller, roomId);
  const first = checkFirst(input.first);
  const orderBy = input.orderBy ?? 'CREATED_DESC';
  const kind = pageKind(orderBy);
  const after = input.after == null ? undefined : decodePageCursor(kind, roomId, input.after);
  const { filters, values } = filterValues(input.filter ?? {});
  if (filters.includes('search')) await store.log.search.catchUp(roomId);

  const statement = statementOf({ orderBy, filters, after: after !== undefined, payload: wanted.payload });
  const bound = [roomId, ...values, first + 1, ...(after === undefined ? [] : [after])];
  const [room, ...found] = await store.database.query<ListRow>(statement, bound);
  const shown = found.slice(0, first);
  return {
    edges: shown.map((row) => ({ cursor: encodePageCursor(kind, roomId, row.key), node: toVersion(roomId, row) })),
    hasNextPage: shown.length < (found[0]?.found ?? found.length),
    hasPreviousPage: after !== undefined,
    asOf: encodeCursor(roomId, room ? { position: room.position, mark: markOf(room.request_id) } : START),
    totalCount: () => {
      if (!room) return 0;
      return filters.length === 0 ? room.payload_bytes : countEntries(store, roomId, filters, values);
    },
  };
}

async function countEntries(
  store: Store,
  roomId: string,
  filters: ListShape['filters'],
  values: unknown[],
): Promise<number> {
  const [row] = await store.database.query<{ count: number }>(countStatement(filters), [roomId, ...values]);
  return row!.count;
}

const pageKind = (orderBy: ContextOrder): PageKind => (orderBy.startsWith('CREATED') ? 'created' : 'updated');

/** The filters that are given, in a fixed order, and their checked values. */
function filterValues(filter: ContextFilter): { filters: (keyof typeof FILTERS)[]; values: unknown[] } {
  const checked: Record<keyof typeof FILTERS, unknown> = {
    type: filter.type,
    author: filter.author == null ? undefined : checkAgentId('filter.author', filter.author),
    consumingAgent:
      filter.consumingAgent == null ? undefined : checkAgentId('filter.consumingAgent', filter.consumingAgent),
    updatedAfter: filter.updatedAfter,
    search: filter.search == null ? undefined : checkSearch(filter.search),
  };
  const filters = (Object.keys(FILTERS) as (keyof typeof FILTERS)[]).filter((name) => checked[name] != null);
  return { filters, values: filters.map((name) => checked[name]) };
}

const statementOf = statementsBy(listStatement);
