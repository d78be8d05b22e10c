import { parseDateTime } from '../contract/date-time.ts';
import type { ContextOrder } from '../entries/inputs.ts';
import { listContexts } from '../entries/list-contexts.ts';
import type { EntryPage } from '../entries/results.ts';
import { RawJson, stringify } from '../json/raw-json.ts';
import { payloadTypes } from '../payloads/types.ts';
import { Budget } from './budget.ts';
import { rowOf } from './entry-text.ts';
import { type Call, PAGE, ROOM, type Tool } from './tool.ts';

const ORDERS: readonly ContextOrder[] = ['CREATED_DESC', 'CREATED_ASC', 'UPDATED_DESC', 'UPDATED_ASC'];

const listTool: Tool = {
  name: 'list_context',
  description:
    'List entries (newest first): summaries, sizes and versions; with payloads: true also the payloads that fit.',
  arguments: {
    ...ROOM,
    type: { kind: 'string', values: Object.keys(payloadTypes) },
    author: { kind: 'string' },
    consuming_agent: { kind: 'string' },
    updatedAfter: { kind: 'date' },
    search: { kind: 'string', description: 'words in summary and payload' },
    orderBy: { kind: 'string', values: ORDERS },
    payloads: { kind: 'boolean' },
    ...PAGE,
  },
  readOnly: true,
  run: listEntries,
};

async function listEntries({ store, caller, given }: Call): Promise<string> {
  const { roomId, orderBy, first, after, type, author, consuming_agent, updatedAfter, search } = given as Record<
    string,
    string
  >;
  const filter = {
    type,
    author,
    consumingAgent: consuming_agent,
    updatedAfter: updatedAfter == null ? undefined : parseDateTime(updatedAfter),
    search,
  };
  const input = {
    roomId: roomId!,
    filter,
    orderBy: orderBy as ContextOrder,
    first: first as number | undefined,
    after,
  };
  const payload = given.payloads === true;
  const page = await listContexts(store, caller, input, { payload });
  return pageText(page, { totalCount: await page.totalCount(), asOf: page.asOf }, payload, 'entries');
}

/** As many rows of a page as fit, with the payloads that fit; `after` says where to go on. */
export function pageText(page: EntryPage, more: object, payloads: boolean, name: string, taken = new Budget()): string {
  const rows: object[] = [];
  const left_out: string[] = [];
  for (const { node } of page.edges) {
    const row = rowOf(node);
    if (!taken.take(JSON.stringify(row))) break;
    const fits = payloads && node.payload !== undefined && taken.take(node.payload);
    if (payloads && !fits) left_out.push(node.entryId);
    rows.push(fits ? { ...row, payload: new RawJson(node.payload!) } : row);
  }
  const hasMore = page.hasNextPage || rows.length < page.edges.length;
  return stringify({
    [name]: rows,
    ...more,
    ...(left_out.length > 0 && { payloads_left_out: left_out, hint: 'Read those with read_context.' }),
    ...(hasMore && { after: page.edges[rows.length - 1]?.cursor, more: 'Call again with this after.' }),
  });
}

export const listingTools: readonly Tool[] = [listTool];
