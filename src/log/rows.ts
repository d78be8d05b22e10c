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

const COLUMNS = [
  'position', 'entry_id', 'type', 'minor', 'action', 'author', 'written_at', 'summary',
  'consuming_agents', 'recipients', 'payload_bytes', 'request_id',
]; // biome-ignore format: a list to be read as one

/** The columns of a Version under the alias, with the payload only where it is wanted: it may lie outside of the row. */
export const versionColumns = (alias: string, payload: boolean): string =>
  [...COLUMNS, ...(payload ? ['payload'] : [])].map((column) => `${alias}.${column}`).join(', ');

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
