import type { z } from 'zod';
import type { ContextEventType, ContextOrder } from '../entries/inputs.ts';
import type { Json } from '../json/json.ts';
import type { ContextType, payloadTypes } from '../payloads/types.ts';

export type { ContextEventType, ContextOrder, ContextType, Json };

/** The payload of each type of entry. Fields that the type does not name are allowed everywhere. */
export type Payloads = { [Type in ContextType]: z.infer<(typeof payloadTypes)[Type]> };

/** An entry as one of its versions has it, without the payload. */
export interface EntryHead<Type extends ContextType = ContextType> {
  id: string;
  roomId: string;
  type: Type;
  /** The agent that wrote this version. */
  author: string;
  /** When this version was written: RFC 3339, UTC. */
  timestamp: string;
  summary: string;
  consumingAgents: string[];
  /** Bytes of the payload as compact JSON in UTF-8. */
  payloadBytes: number;
  /** 1.0, 1.1, … 1.9, 1.10. */
  version: string;
  /** Where in the room's log this version was written. */
  cursor: string;
  deleted: boolean;
}

export interface EntryOf<Type extends ContextType> extends EntryHead<Type> {
  payload: Payloads[Type];
}

/** An entry of any type: compare `type`, and the payload has that type's fields. */
export type Entry = { [Type in ContextType]: EntryOf<Type> }[ContextType];

export interface ContextEvent {
  /** Hand it back as `after` to go on right behind this event. */
  cursor: string;
  type: ContextEventType;
  roomId: string;
  /** The agent whose write caused it. */
  from: string;
  to: string[];
  timestamp: string;
  contextId: string;
  contextType: ContextType;
  summary: string;
  version: string;
  previousVersion: string | null;
  /** The entry exactly as this event's version left it. */
  entry: Entry;
}

export interface Page<Node> {
  nodes: Node[];
  hasNextPage: boolean;
  /** `after` of the next page; null where this page is empty. */
  endCursor: string | null;
}

export interface EntryPage<Node> extends Page<Node> {
  totalCount: number;
  /** The snapshot that the page shows: follow with `after: asOf`, and nothing is lost in between. */
  asOf: string;
}

export interface History<Node> extends Page<Node> {
  current: Node;
  totalCount: number;
}

export interface Diff {
  id: string;
  fromVersion: string;
  toVersion: string;
  summary: { before: string; after: string } | null;
  consumingAgentsAdded: string[];
  consumingAgentsRemoved: string[];
  changes: { kind: 'added' | 'removed' | 'changed'; pointer: string; before: Json; after: Json }[];
  /** RFC 6902: applied to the older payload it gives the newer one. */
  jsonPatch: Json[];
}

export interface WriteInput<Type extends ContextType> {
  type: Type;
  author: string;
  summary: string;
  /** Who is told. Nobody, if left out. */
  consumingAgents?: string[];
  payload: Payloads[Type];
  /** One is made where it is left out, so that repeating after a broken connection writes nothing twice. */
  idempotencyKey?: string;
}

export interface UpdateInput {
  author: string;
  summary?: string;
  consumingAgents?: string[];
  /** Replaces the whole payload. At most one of the three. */
  payload?: object;
  /** RFC 7396. */
  payloadMergePatch?: object;
  /** RFC 6902. */
  payloadJsonPatch?: object[];
  /** Refuse with VERSION_CONFLICT unless this is still the current version. */
  expectedVersion?: string;
  onlyIfChanged?: boolean;
  idempotencyKey?: string;
}

export interface ListOptions {
  type?: ContextType;
  author?: string;
  consumingAgent?: string;
  updatedAfter?: string;
  search?: string;
  orderBy?: ContextOrder;
  /** Entries a page, at most 200. */
  first?: number;
  after?: string;
}

export interface RoomInfo {
  id: string;
  createdAt: string;
  lastActivityAt: string;
  entryCount: number;
  cursor: string;
}
