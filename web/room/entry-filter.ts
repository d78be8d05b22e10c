import type { ContextFilter, ContextOrder, ContextType } from '../generated/documents.ts';

/** How a room's entries are filtered and sorted; an empty text filters nothing. It is kept in the address. */
export interface EntryFilter {
  q: string;
  type: string;
  author: string;
  for: string;
  order: string;
}

export const TYPES: Record<ContextType, string> = {
  api_contract: 'Contract',
  arch_decision: 'Decision',
  task: 'Task',
  change_request: 'Change request',
  note: 'Note',
};

export const ORDERS = { changed: 'Latest change', newest: 'Newest', oldest: 'Oldest' };

const ORDER_BY: Record<string, ContextOrder> = { newest: 'CREATED_DESC', oldest: 'CREATED_ASC' };

/** Reads the filter from the query of an address. */
export function filterOf(query: URLSearchParams): EntryFilter {
  const text = (name: string): string => query.get(name) ?? '';
  return { q: text('q'), type: text('type'), author: text('author'), for: text('for'), order: text('order') };
}

export const isFiltered = (filter: EntryFilter): boolean =>
  [filter.q, filter.type, filter.author, filter.for].some((text) => text.trim() !== '');

/** The filter as the server takes it. */
export function toQuery(filter: EntryFilter): { filter: ContextFilter; orderBy: ContextOrder } {
  return {
    filter: {
      search: filter.q.trim() || undefined,
      type: filter.type in TYPES ? (filter.type as ContextType) : undefined,
      author: filter.author.trim() || undefined,
      consumingAgent: filter.for.trim() || undefined,
    },
    orderBy: ORDER_BY[filter.order] ?? 'UPDATED_DESC',
  };
}
