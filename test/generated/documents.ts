/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** How far an agent has come. */
export type AcknowledgeContextEventsInput = {
  /** The agent that has handled the events. */
  agentId: string;
  /** The room: up to 128 characters, no white space at either end. */
  roomId: string;
  /** The `cursor` of the last one that it has handled. */
  upTo: string;
};

/** How one place of a payload differs. */
export type ChangeKind =
  /** It stands only in the newer version. */
  | 'added'
  /** It has another value. */
  | 'changed'
  /** It stood only in the older version. */
  | 'removed';

/** What happened to an entry. */
export type ContextEventType =
  /** It can be read from now on: it was written, or restored after it had been deleted. */
  | 'context_available'
  /** It is gone from `context` and `contexts`; its history stays. */
  | 'context_deleted'
  /** It has a new version. */
  | 'context_updated';

/** Which entries are listed: those that meet all that is given. */
export type ContextFilter = {
  /** Entries whose current version is by this agent. */
  author?: string | null | undefined;
  /** Entries that are meant for this agent. */
  consumingAgent?: string | null | undefined;
  /** Words to find in summary and payload. */
  search?: string | null | undefined;
  /** Entries of this type. */
  type?: ContextType | null | undefined;
  /** Entries whose current version is later than this. */
  updatedAfter?: string | null | undefined;
};

/** How entries are sorted. By creation, an update does not move an entry. */
export type ContextOrder =
  /** The entry that was written first comes first. */
  | 'CREATED_ASC'
  /** The entry that was written last comes first. */
  | 'CREATED_DESC'
  /** The entry whose current version is the earliest comes first. */
  | 'UPDATED_ASC'
  /** The entry whose current version is the latest comes first. */
  | 'UPDATED_DESC';

/** What kind of context an entry is. It settles which fields its payload must have, and never changes. */
export type ContextType =
  | 'api_contract'
  | 'arch_decision'
  | 'change_request'
  | 'note'
  | 'task';

/** The entry to delete. */
export type DeleteContextInput = {
  /** The agent that deletes it. By default the one that the key is bound to, or else `anonymous`. */
  agentId?: string | null | undefined;
  /** The version that you have seen, as `1.3`. Where it is no longer the current one, nothing is written and VERSION_CONFLICT tells what has changed since. */
  expectedVersion?: string | null | undefined;
  /** The `id` of the entry. */
  id: string;
  /** Makes a retry safe: the same key with the same input gives the first answer again and writes nothing, for 24 hours. With another input it is IDEMPOTENCY_KEY_REUSED. A key belongs to its room and author. */
  idempotencyKey?: string | null | undefined;
  /** The room: up to 128 characters, no white space at either end. */
  roomId: string;
};

/** The deleted entry to bring back. */
export type RestoreContextInput = {
  /** The agent that is writing. */
  author: string;
  /** The `id` of the entry. */
  id: string;
  /** Makes a retry safe: the same key with the same input gives the first answer again and writes nothing, for 24 hours. With another input it is IDEMPOTENCY_KEY_REUSED. A key belongs to its room and author. */
  idempotencyKey?: string | null | undefined;
  /** The room: up to 128 characters, no white space at either end. */
  roomId: string;
};

/** What changes about an entry. What is left out stays as it is; null is refused, and so is an update that names nothing to change. */
export type UpdateContextInput = {
  /** The agent that is writing. */
  author: string;
  /** The new list. Agents that it no longer holds get this one event more. */
  consumingAgents?: Array<string> | null | undefined;
  /** The version that you have seen, as `1.3`. Where it is no longer the current one, nothing is written and VERSION_CONFLICT tells what has changed since. */
  expectedVersion?: string | null | undefined;
  /** The `id` of the entry. */
  id: string;
  /** Makes a retry safe: the same key with the same input gives the first answer again and writes nothing, for 24 hours. With another input it is IDEMPOTENCY_KEY_REUSED. A key belongs to its room and author. */
  idempotencyKey?: string | null | undefined;
  /** Where nothing would be different, return the entry as it is: no version and no event. */
  onlyIfChanged?: boolean | null | undefined;
  /** Replaces the whole payload. At most one of the three ways to change the payload may be given. */
  payload?: object | null | undefined;
  /** RFC 6902 operations, applied to the current payload: `{op: "add", path: "/endpoints/-", value: {…}}`. All of them apply, or none. */
  payloadJsonPatch?: Array<unknown> | null | undefined;
  /** RFC 7396, applied to the current payload: keys are set, null removes a key, lists are replaced whole. */
  payloadMergePatch?: object | null | undefined;
  /** The room: up to 128 characters, no white space at either end. */
  roomId: string;
  /** The new summary. */
  summary?: string | null | undefined;
};

/** A new entry. */
export type WriteContextInput = {
  /** The agent that is writing. */
  author: string;
  /** The agents that it is meant for, up to 50; they get its events. May be empty. */
  consumingAgents: Array<string>;
  /** Makes a retry safe: the same key with the same input gives the first answer again and writes nothing, for 24 hours. With another input it is IDEMPOTENCY_KEY_REUSED. A key belongs to its room and author. */
  idempotencyKey?: string | null | undefined;
  /** The content, up to 65,536 bytes. PAYLOAD_INVALID lists all that is wrong with it at once, each with its place and what is expected there. */
  payload: object;
  /** The room: up to 128 characters, no white space at either end. */
  roomId: string;
  /** What it is about, in up to 4,000 characters. */
  summary: string;
  /** Settles the fields of the payload, for good. */
  type: ContextType;
};

export type EntryFragment = { id: string, roomId: string, type: ContextType, author: string, timestamp: string, summary: string, consumingAgents: Array<string>, payload: unknown, payloadBytes: number, version: string, cursor: string, deleted: boolean };

export type EventFragment = { cursor: string, type: ContextEventType, roomId: string, from: string, to: Array<string>, timestamp: string, contextId: string, contextType: ContextType, summary: string, version: string, previousVersion: string | null };

export type WriteContextMutationVariables = Exact<{
  input: WriteContextInput;
}>;


export type WriteContextMutation = { writeContext: { entry: { id: string, roomId: string, type: ContextType, author: string, timestamp: string, summary: string, consumingAgents: Array<string>, payload: unknown, payloadBytes: number, version: string, cursor: string, deleted: boolean }, event: { cursor: string, type: ContextEventType, roomId: string, from: string, to: Array<string>, timestamp: string, contextId: string, contextType: ContextType, summary: string, version: string, previousVersion: string | null } | null } };

export type UpdateContextMutationVariables = Exact<{
  input: UpdateContextInput;
}>;


export type UpdateContextMutation = { updateContext: { entry: { id: string, roomId: string, type: ContextType, author: string, timestamp: string, summary: string, consumingAgents: Array<string>, payload: unknown, payloadBytes: number, version: string, cursor: string, deleted: boolean }, event: { cursor: string, type: ContextEventType, roomId: string, from: string, to: Array<string>, timestamp: string, contextId: string, contextType: ContextType, summary: string, version: string, previousVersion: string | null } | null } };

export type DeleteContextMutationVariables = Exact<{
  input: DeleteContextInput;
}>;


export type DeleteContextMutation = { deleteContext: { id: string, deleted: boolean, event: { cursor: string, type: ContextEventType, roomId: string, from: string, to: Array<string>, timestamp: string, contextId: string, contextType: ContextType, summary: string, version: string, previousVersion: string | null } | null } };

export type RestoreContextMutationVariables = Exact<{
  input: RestoreContextInput;
}>;


export type RestoreContextMutation = { restoreContext: { entry: { id: string, roomId: string, type: ContextType, author: string, timestamp: string, summary: string, consumingAgents: Array<string>, payload: unknown, payloadBytes: number, version: string, cursor: string, deleted: boolean }, event: { cursor: string, type: ContextEventType, roomId: string, from: string, to: Array<string>, timestamp: string, contextId: string, contextType: ContextType, summary: string, version: string, previousVersion: string | null } | null } };

export type AcknowledgeContextEventsMutationVariables = Exact<{
  input: AcknowledgeContextEventsInput;
}>;


export type AcknowledgeContextEventsMutation = { acknowledgeContextEvents: { acknowledged: string } };

export type ContextQueryVariables = Exact<{
  roomId: string;
  id: string;
}>;


export type ContextQuery = { context: { id: string, roomId: string, type: ContextType, author: string, timestamp: string, summary: string, consumingAgents: Array<string>, payload: unknown, payloadBytes: number, version: string, cursor: string, deleted: boolean } };

export type PayloadPartQueryVariables = Exact<{
  roomId: string;
  id: string;
  pointer?: string | null | undefined;
}>;


export type PayloadPartQuery = { context: { version: string, payload: unknown } };

export type ContextsQueryVariables = Exact<{
  roomId: string;
  filter?: ContextFilter | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  orderBy?: ContextOrder | null | undefined;
}>;


export type ContextsQuery = { contexts: { totalCount: number, asOf: string, nodes: Array<{ id: string, roomId: string, type: ContextType, author: string, timestamp: string, summary: string, consumingAgents: Array<string>, payload: unknown, payloadBytes: number, version: string, cursor: string, deleted: boolean }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } };

export type ContextHistoryQueryVariables = Exact<{
  roomId: string;
  id: string;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type ContextHistoryQuery = { contextHistory: { current: { id: string, roomId: string, type: ContextType, author: string, timestamp: string, summary: string, consumingAgents: Array<string>, payload: unknown, payloadBytes: number, version: string, cursor: string, deleted: boolean }, versions: { totalCount: number, nodes: Array<{ id: string, roomId: string, type: ContextType, author: string, timestamp: string, summary: string, consumingAgents: Array<string>, payload: unknown, payloadBytes: number, version: string, cursor: string, deleted: boolean }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } } };

export type ContextDiffQueryVariables = Exact<{
  roomId: string;
  id: string;
  againstVersion?: string | null | undefined;
  version?: string | null | undefined;
}>;


export type ContextDiffQuery = { contextDiff: { id: string, fromVersion: string, toVersion: string, consumingAgentsAdded: Array<string>, consumingAgentsRemoved: Array<string>, jsonPatch: Array<unknown>, from: { id: string, roomId: string, type: ContextType, author: string, timestamp: string, summary: string, consumingAgents: Array<string>, payload: unknown, payloadBytes: number, version: string, cursor: string, deleted: boolean }, to: { id: string, roomId: string, type: ContextType, author: string, timestamp: string, summary: string, consumingAgents: Array<string>, payload: unknown, payloadBytes: number, version: string, cursor: string, deleted: boolean }, summary: { before: string, after: string } | null, changes: Array<{ kind: ChangeKind, pointer: string, before: unknown, after: unknown }> } };

export type ContextEventsQueryVariables = Exact<{
  roomId: string;
  agentId?: string | null | undefined;
  types?: Array<ContextEventType> | ContextEventType | null | undefined;
  after?: string | null | undefined;
  first?: number | null | undefined;
}>;


export type ContextEventsQuery = { contextEvents: { nodes: Array<{ cursor: string, type: ContextEventType, roomId: string, from: string, to: Array<string>, timestamp: string, contextId: string, contextType: ContextType, summary: string, version: string, previousVersion: string | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type ContextInboxQueryVariables = Exact<{
  roomId: string;
  agentId: string;
  first?: number | null | undefined;
}>;


export type ContextInboxQuery = { contextInbox: { nodes: Array<{ cursor: string, type: ContextEventType, roomId: string, from: string, to: Array<string>, timestamp: string, contextId: string, contextType: ContextType, summary: string, version: string, previousVersion: string | null }>, pageInfo: { hasNextPage: boolean } } };

export type RoomQueryVariables = Exact<{
  roomId: string;
}>;


export type RoomQuery = { room: { id: string, createdAt: string, lastActivityAt: string, entryCount: number, cursor: string } | null };

export type RoomsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type RoomsQuery = { rooms: { nodes: Array<{ id: string, entryCount: number }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type FollowContextEventsSubscriptionVariables = Exact<{
  roomId: string;
  agentId?: string | null | undefined;
  types?: Array<ContextEventType> | ContextEventType | null | undefined;
  after?: string | null | undefined;
  resume?: boolean | null | undefined;
}>;


export type FollowContextEventsSubscription = { contextEvents: { cursor: string, type: ContextEventType, roomId: string, from: string, to: Array<string>, timestamp: string, contextId: string, contextType: ContextType, summary: string, version: string, previousVersion: string | null } };

export type FollowContextChangesSubscriptionVariables = Exact<{
  roomId: string;
  after?: string | null | undefined;
}>;


export type FollowContextChangesSubscription = { contextChanges: { cursor: string, type: ContextEventType, roomId: string, from: string, to: Array<string>, timestamp: string, contextId: string, contextType: ContextType, summary: string, version: string, previousVersion: string | null } };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}
export const EntryFragmentDoc = new TypedDocumentString(`
    fragment Entry on ContextEntry {
  id
  roomId
  type
  author
  timestamp
  summary
  consumingAgents
  payload
  payloadBytes
  version
  cursor
  deleted
}
    `, {"fragmentName":"Entry"}) as unknown as TypedDocumentString<EntryFragment, unknown>;
export const EventFragmentDoc = new TypedDocumentString(`
    fragment Event on ContextEvent {
  cursor
  type
  roomId
  from
  to
  timestamp
  contextId
  contextType
  summary
  version
  previousVersion
}
    `, {"fragmentName":"Event"}) as unknown as TypedDocumentString<EventFragment, unknown>;
export const WriteContextDocument = new TypedDocumentString(`
    mutation WriteContext($input: WriteContextInput!) {
  writeContext(input: $input) {
    entry {
      ...Entry
    }
    event {
      ...Event
    }
  }
}
    fragment Entry on ContextEntry {
  id
  roomId
  type
  author
  timestamp
  summary
  consumingAgents
  payload
  payloadBytes
  version
  cursor
  deleted
}
fragment Event on ContextEvent {
  cursor
  type
  roomId
  from
  to
  timestamp
  contextId
  contextType
  summary
  version
  previousVersion
}`) as unknown as TypedDocumentString<WriteContextMutation, WriteContextMutationVariables>;
export const UpdateContextDocument = new TypedDocumentString(`
    mutation UpdateContext($input: UpdateContextInput!) {
  updateContext(input: $input) {
    entry {
      ...Entry
    }
    event {
      ...Event
    }
  }
}
    fragment Entry on ContextEntry {
  id
  roomId
  type
  author
  timestamp
  summary
  consumingAgents
  payload
  payloadBytes
  version
  cursor
  deleted
}
fragment Event on ContextEvent {
  cursor
  type
  roomId
  from
  to
  timestamp
  contextId
  contextType
  summary
  version
  previousVersion
}`) as unknown as TypedDocumentString<UpdateContextMutation, UpdateContextMutationVariables>;
export const DeleteContextDocument = new TypedDocumentString(`
    mutation DeleteContext($input: DeleteContextInput!) {
  deleteContext(input: $input) {
    id
    deleted
    event {
      ...Event
    }
  }
}
    fragment Event on ContextEvent {
  cursor
  type
  roomId
  from
  to
  timestamp
  contextId
  contextType
  summary
  version
  previousVersion
}`) as unknown as TypedDocumentString<DeleteContextMutation, DeleteContextMutationVariables>;
export const RestoreContextDocument = new TypedDocumentString(`
    mutation RestoreContext($input: RestoreContextInput!) {
  restoreContext(input: $input) {
    entry {
      ...Entry
    }
    event {
      ...Event
    }
  }
}
    fragment Entry on ContextEntry {
  id
  roomId
  type
  author
  timestamp
  summary
  consumingAgents
  payload
  payloadBytes
  version
  cursor
  deleted
}
fragment Event on ContextEvent {
  cursor
  type
  roomId
  from
  to
  timestamp
  contextId
  contextType
  summary
  version
  previousVersion
}`) as unknown as TypedDocumentString<RestoreContextMutation, RestoreContextMutationVariables>;
export const AcknowledgeContextEventsDocument = new TypedDocumentString(`
    mutation AcknowledgeContextEvents($input: AcknowledgeContextEventsInput!) {
  acknowledgeContextEvents(input: $input) {
    acknowledged
  }
}
    `) as unknown as TypedDocumentString<AcknowledgeContextEventsMutation, AcknowledgeContextEventsMutationVariables>;
export const ContextDocument = new TypedDocumentString(`
    query Context($roomId: ID!, $id: ID!) {
  context(roomId: $roomId, id: $id) {
    ...Entry
  }
}
    fragment Entry on ContextEntry {
  id
  roomId
  type
  author
  timestamp
  summary
  consumingAgents
  payload
  payloadBytes
  version
  cursor
  deleted
}`) as unknown as TypedDocumentString<ContextQuery, ContextQueryVariables>;
export const PayloadPartDocument = new TypedDocumentString(`
    query PayloadPart($roomId: ID!, $id: ID!, $pointer: String) {
  context(roomId: $roomId, id: $id) {
    version
    payload(pointer: $pointer)
  }
}
    `) as unknown as TypedDocumentString<PayloadPartQuery, PayloadPartQueryVariables>;
export const ContextsDocument = new TypedDocumentString(`
    query Contexts($roomId: ID!, $filter: ContextFilter, $first: Int, $after: String, $orderBy: ContextOrder) {
  contexts(
    roomId: $roomId
    filter: $filter
    first: $first
    after: $after
    orderBy: $orderBy
  ) {
    nodes {
      ...Entry
    }
    pageInfo {
      hasNextPage
      hasPreviousPage
      startCursor
      endCursor
    }
    totalCount
    asOf
  }
}
    fragment Entry on ContextEntry {
  id
  roomId
  type
  author
  timestamp
  summary
  consumingAgents
  payload
  payloadBytes
  version
  cursor
  deleted
}`) as unknown as TypedDocumentString<ContextsQuery, ContextsQueryVariables>;
export const ContextHistoryDocument = new TypedDocumentString(`
    query ContextHistory($roomId: ID!, $id: ID!, $first: Int, $after: String) {
  contextHistory(roomId: $roomId, id: $id) {
    current {
      ...Entry
    }
    versions(first: $first, after: $after) {
      nodes {
        ...Entry
      }
      pageInfo {
        hasNextPage
        hasPreviousPage
        startCursor
        endCursor
      }
      totalCount
    }
  }
}
    fragment Entry on ContextEntry {
  id
  roomId
  type
  author
  timestamp
  summary
  consumingAgents
  payload
  payloadBytes
  version
  cursor
  deleted
}`) as unknown as TypedDocumentString<ContextHistoryQuery, ContextHistoryQueryVariables>;
export const ContextDiffDocument = new TypedDocumentString(`
    query ContextDiff($roomId: ID!, $id: ID!, $againstVersion: String, $version: String) {
  contextDiff(
    roomId: $roomId
    id: $id
    againstVersion: $againstVersion
    version: $version
  ) {
    id
    fromVersion
    toVersion
    from {
      ...Entry
    }
    to {
      ...Entry
    }
    summary {
      before
      after
    }
    consumingAgentsAdded
    consumingAgentsRemoved
    changes {
      kind
      pointer
      before
      after
    }
    jsonPatch
  }
}
    fragment Entry on ContextEntry {
  id
  roomId
  type
  author
  timestamp
  summary
  consumingAgents
  payload
  payloadBytes
  version
  cursor
  deleted
}`) as unknown as TypedDocumentString<ContextDiffQuery, ContextDiffQueryVariables>;
export const ContextEventsDocument = new TypedDocumentString(`
    query ContextEvents($roomId: ID!, $agentId: String, $types: [ContextEventType!], $after: EventCursor, $first: Int) {
  contextEvents(
    roomId: $roomId
    agentId: $agentId
    types: $types
    after: $after
    first: $first
  ) {
    nodes {
      ...Event
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    fragment Event on ContextEvent {
  cursor
  type
  roomId
  from
  to
  timestamp
  contextId
  contextType
  summary
  version
  previousVersion
}`) as unknown as TypedDocumentString<ContextEventsQuery, ContextEventsQueryVariables>;
export const ContextInboxDocument = new TypedDocumentString(`
    query ContextInbox($roomId: ID!, $agentId: String!, $first: Int) {
  contextInbox(roomId: $roomId, agentId: $agentId, first: $first) {
    nodes {
      ...Event
    }
    pageInfo {
      hasNextPage
    }
  }
}
    fragment Event on ContextEvent {
  cursor
  type
  roomId
  from
  to
  timestamp
  contextId
  contextType
  summary
  version
  previousVersion
}`) as unknown as TypedDocumentString<ContextInboxQuery, ContextInboxQueryVariables>;
export const RoomDocument = new TypedDocumentString(`
    query Room($roomId: ID!) {
  room(roomId: $roomId) {
    id
    createdAt
    lastActivityAt
    entryCount
    cursor
  }
}
    `) as unknown as TypedDocumentString<RoomQuery, RoomQueryVariables>;
export const RoomsDocument = new TypedDocumentString(`
    query Rooms($first: Int, $after: String) {
  rooms(first: $first, after: $after) {
    nodes {
      id
      entryCount
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<RoomsQuery, RoomsQueryVariables>;
export const FollowContextEventsDocument = new TypedDocumentString(`
    subscription FollowContextEvents($roomId: ID!, $agentId: String, $types: [ContextEventType!], $after: EventCursor, $resume: Boolean) {
  contextEvents(
    roomId: $roomId
    agentId: $agentId
    types: $types
    after: $after
    resume: $resume
  ) {
    ...Event
  }
}
    fragment Event on ContextEvent {
  cursor
  type
  roomId
  from
  to
  timestamp
  contextId
  contextType
  summary
  version
  previousVersion
}`) as unknown as TypedDocumentString<FollowContextEventsSubscription, FollowContextEventsSubscriptionVariables>;
export const FollowContextChangesDocument = new TypedDocumentString(`
    subscription FollowContextChanges($roomId: ID!, $after: EventCursor) {
  contextChanges(roomId: $roomId, after: $after) {
    ...Event
  }
}
    fragment Event on ContextEvent {
  cursor
  type
  roomId
  from
  to
  timestamp
  contextId
  contextType
  summary
  version
  previousVersion
}`) as unknown as TypedDocumentString<FollowContextChangesSubscription, FollowContextChangesSubscriptionVariables>;