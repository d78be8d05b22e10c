import type { Action, Version } from './version.ts';

/** A row of `versions` as the database gives it. */
export interface VersionRow {
  position: number;
  entry_id: string;
  type: string;
  minor: number;
  action: Action;
  author: string;
  written_at: Date;
  summary: string;
  consuming_agents: string[];
  recipients: string[];
  payload?: string | null;
  payload_bytes: number;
  request_id: string;
}

/** The columns of a Version, and their types. */
const COLUMNS = {
  position: 'bigint', entry_id: 'text', type: 'text', minor: 'integer', action: 'text', author: 'text',
  written_at: 'timestamptz', summary: 'text', consuming_agents: 'text[]', recipients: 'text[]', payload_bytes: 'integer',
  request_id: 'uuid', payload: 'json',
}; // biome-ignore format: a list to be read as one

const columnsOf = (payload: boolean): [name: string, type: string][] =>
  Object.entries(COLUMNS).filter(([name]) => payload || name !== 'payload');

/** The columns of a Version under the alias, with the payload only where it is wanted: it may lie outside of the row. */
export const versionColumns = (alias: string, payload: boolean): string =>
  columnsOf(payload)
    .map(([name]) => `${alias}.${name}`)
    .join(', ');

/** The same columns for a row that is no version: each is what `given` says, or null. */
export const otherColumns = (given: Partial<Record<keyof typeof COLUMNS, string>>, payload: boolean): string =>
  columnsOf(payload)
    .map(([name, type]) => `${given[name as keyof typeof COLUMNS] ?? `NULL::${type}`} AS ${name}`)
    .join(', ');

/** The Version of a row; its payload is undefined where that was not selected, or where the caller has it. */
export const toVersion = (roomId: string, row: VersionRow): Version => ({
  roomId,
  position: row.position,
  entryId: row.entry_id,
  type: row.type,
  minor: row.minor,
  action: row.action,
  author: row.author,
  writtenAt: row.written_at,
  summary: row.summary,
  consumingAgents: row.consuming_agents,
  recipients: row.recipients,
  payload: row.payload ?? undefined,
  payloadBytes: row.payload_bytes,
  requestId: row.request_id,
});
