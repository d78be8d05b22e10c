import type { Page, PageInput } from '../contract/page.ts';
import type { PayloadChange } from '../json/diff-rows.ts';
import type { Json } from '../json/json.ts';
import type { Version } from '../log/version.ts';

export type { PayloadChange };

/** What a write answers. `posted` is false where nothing was written (`onlyIfChanged`): then there is no event. */
export interface WriteResult {
  version: Version;
  posted: boolean;
}

/** What of the page the caller looks at: what it does not select is not loaded. */
export interface Wanted {
  payload: boolean;
}

/** `asOf` is the cursor of the snapshot that the page shows. The count is worked out only when it is asked for. */
export interface EntryPage extends Page<Version> {
  asOf: string;
  totalCount(): number | Promise<number>;
}

export interface ContextHistory {
  current: Version;
  /** Prior versions, newest first. */
  versions(page: PageInput, wanted: Wanted): Promise<EntryPage>;
}

export interface ContextDiff {
  id: string;
  from: Version;
  to: Version;
  summary: { before: string; after: string } | null;
  consumingAgentsAdded: string[];
  consumingAgentsRemoved: string[];
  changes: PayloadChange[];
  jsonPatch: Json[];
}

export interface Room {
  id: string;
  createdAt: Date;
  lastActivityAt: Date;
  entryCount: number;
  cursor: string;
}

/** What happened in a room during one span of time. */
export interface Activity {
  from: Date;
  writes: number;
  /** Writes that posted an event. */
  events: number;
}

/** How far an agent has got with the events of a room. */
export interface RoomAgent {
  agentId: string;
  /** The cursor that it has acknowledged; null where it has acknowledged nothing. */
  acknowledged: string | null;
  pending: number;
  lastSeenAt: Date | null;
}
