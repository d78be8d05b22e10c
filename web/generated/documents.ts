/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
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

export type EntriesQueryVariables = Exact<{
  roomId: string;
  filter?: ContextFilter | null | undefined;
  orderBy?: ContextOrder | null | undefined;
  after?: string | null | undefined;
}>;


export type EntriesQuery = { contexts: { totalCount: number, nodes: Array<{ id: string, type: ContextType, author: string, timestamp: string, summary: string, consumingAgents: Array<string>, version: string }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type EntryRowFragment = { id: string, type: ContextType, author: string, timestamp: string, summary: string, consumingAgents: Array<string>, version: string };

export type EntryQueryVariables = Exact<{
  roomId: string;
  id: string;
}>;


export type EntryQuery = { contextHistory: { current: { payload: unknown, payloadBytes: number, deleted: boolean, cursor: string, id: string, type: ContextType, author: string, timestamp: string, summary: string, consumingAgents: Array<string>, version: string }, versions: { nodes: Array<{ deleted: boolean, id: string, type: ContextType, author: string, timestamp: string, summary: string, consumingAgents: Array<string>, version: string }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } };

export type MoreVersionsQueryVariables = Exact<{
  roomId: string;
  id: string;
  after?: string | null | undefined;
}>;


export type MoreVersionsQuery = { contextHistory: { versions: { nodes: Array<{ deleted: boolean, id: string, type: ContextType, author: string, timestamp: string, summary: string, consumingAgents: Array<string>, version: string }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } };

export type VersionQueryVariables = Exact<{
  roomId: string;
  id: string;
  version: string;
}>;


export type VersionQuery = { contextDiff: { to: { payload: unknown, payloadBytes: number, deleted: boolean, cursor: string, id: string, type: ContextType, author: string, timestamp: string, summary: string, consumingAgents: Array<string>, version: string } } };

export type DiffQueryVariables = Exact<{
  roomId: string;
  id: string;
  from: string;
  to: string;
}>;


export type DiffQuery = { contextDiff: { consumingAgentsAdded: Array<string>, consumingAgentsRemoved: Array<string>, from: { payload: unknown, deleted: boolean, id: string, type: ContextType, author: string, timestamp: string, summary: string, consumingAgents: Array<string>, version: string }, to: { payload: unknown, deleted: boolean, id: string, type: ContextType, author: string, timestamp: string, summary: string, consumingAgents: Array<string>, version: string }, summary: { before: string, after: string } | null, changes: Array<{ kind: ChangeKind, pointer: string, before: unknown, after: unknown }> } };

export type UnacknowledgedQueryVariables = Exact<{
  roomId: string;
  agentId: string;
  after?: string | null | undefined;
}>;


export type UnacknowledgedQuery = { contextEvents: { nodes: Array<{ contextId: string, previousVersion: string | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type ChangeFragment = { cursor: string, type: ContextEventType, from: string, to: Array<string>, timestamp: string, contextId: string, contextType: ContextType, summary: string, version: string, previousVersion: string | null };

export type RoomStartQueryVariables = Exact<{
  roomId: string;
}>;


export type RoomStartQuery = { room: { createdAt: string, lastActivityAt: string, entryCount: number, changes: { nodes: Array<{ cursor: string, type: ContextEventType, from: string, to: Array<string>, timestamp: string, contextId: string, contextType: ContextType, summary: string, version: string, previousVersion: string | null }>, pageInfo: { hasNextPage: boolean } } } | null, contexts: { asOf: string, nodes: Array<{ id: string }> } };

export type OlderChangesQueryVariables = Exact<{
  roomId: string;
  before: string;
}>;


export type OlderChangesQuery = { room: { changes: { nodes: Array<{ cursor: string, type: ContextEventType, from: string, to: Array<string>, timestamp: string, contextId: string, contextType: ContextType, summary: string, version: string, previousVersion: string | null }>, pageInfo: { hasNextPage: boolean } } } | null };

export type RoomHeadQueryVariables = Exact<{
  roomId: string;
}>;


export type RoomHeadQuery = { room: { cursor: string } | null };

export type ActivityQueryVariables = Exact<{
  roomId: string;
  since: string;
  every: number;
}>;


export type ActivityQuery = { room: { activity: Array<{ from: string, writes: number, events: number }> } | null };

export type ChangesSubscriptionVariables = Exact<{
  roomId: string;
  after: string;
}>;


export type ChangesSubscription = { contextChanges: { cursor: string, type: ContextEventType, from: string, to: Array<string>, timestamp: string, contextId: string, contextType: ContextType, summary: string, version: string, previousVersion: string | null } };

export type RoomAgentsQueryVariables = Exact<{
  roomId: string;
  after?: string | null | undefined;
}>;


export type RoomAgentsQuery = { room: { agents: Array<{ agentId: string, acknowledged: string | null, pending: number, lastSeenAt: string | null }> } | null };

export type RoomsQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type RoomsQuery = { rooms: { nodes: Array<{ id: string, createdAt: string, lastActivityAt: string, entryCount: number }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

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
export const EntryRowFragmentDoc = new TypedDocumentString(`
    fragment EntryRow on ContextEntry {
  id
  type
  author
  timestamp
  summary
  consumingAgents
  version
}
    `, {"fragmentName":"EntryRow"}) as unknown as TypedDocumentString<EntryRowFragment, unknown>;
export const ChangeFragmentDoc = new TypedDocumentString(`
    fragment Change on ContextEvent {
  cursor
  type
  from
  to
  timestamp
  contextId
  contextType
  summary
  version
  previousVersion
}
    `, {"fragmentName":"Change"}) as unknown as TypedDocumentString<ChangeFragment, unknown>;
export const EntriesDocument = new TypedDocumentString(`
    query Entries($roomId: ID!, $filter: ContextFilter, $orderBy: ContextOrder, $after: String) {
  contexts(
    roomId: $roomId
    filter: $filter
    first: 100
    after: $after
    orderBy: $orderBy
  ) {
    nodes {
      ...EntryRow
    }
    totalCount
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    fragment EntryRow on ContextEntry {
  id
  type
  author
  timestamp
  summary
  consumingAgents
  version
}`) as unknown as TypedDocumentString<EntriesQuery, EntriesQueryVariables>;
export const EntryDocument = new TypedDocumentString(`
    query Entry($roomId: ID!, $id: ID!) {
  contextHistory(roomId: $roomId, id: $id) {
    current {
      ...EntryRow
      payload
      payloadBytes
      deleted
      cursor
    }
    versions(first: 50) {
      nodes {
        ...EntryRow
        deleted
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
    fragment EntryRow on ContextEntry {
  id
  type
  author
  timestamp
  summary
  consumingAgents
  version
}`) as unknown as TypedDocumentString<EntryQuery, EntryQueryVariables>;
export const MoreVersionsDocument = new TypedDocumentString(`
    query MoreVersions($roomId: ID!, $id: ID!, $after: String) {
  contextHistory(roomId: $roomId, id: $id) {
    versions(first: 200, after: $after) {
      nodes {
        ...EntryRow
        deleted
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
    fragment EntryRow on ContextEntry {
  id
  type
  author
  timestamp
  summary
  consumingAgents
  version
}`) as unknown as TypedDocumentString<MoreVersionsQuery, MoreVersionsQueryVariables>;
export const VersionDocument = new TypedDocumentString(`
    query Version($roomId: ID!, $id: ID!, $version: String!) {
  contextDiff(
    roomId: $roomId
    id: $id
    againstVersion: $version
    version: $version
  ) {
    to {
      ...EntryRow
      payload
      payloadBytes
      deleted
      cursor
    }
  }
}
    fragment EntryRow on ContextEntry {
  id
  type
  author
  timestamp
  summary
  consumingAgents
  version
}`) as unknown as TypedDocumentString<VersionQuery, VersionQueryVariables>;
export const DiffDocument = new TypedDocumentString(`
    query Diff($roomId: ID!, $id: ID!, $from: String!, $to: String!) {
  contextDiff(roomId: $roomId, id: $id, againstVersion: $from, version: $to) {
    from {
      ...EntryRow
      payload
      deleted
    }
    to {
      ...EntryRow
      payload
      deleted
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
  }
}
    fragment EntryRow on ContextEntry {
  id
  type
  author
  timestamp
  summary
  consumingAgents
  version
}`) as unknown as TypedDocumentString<DiffQuery, DiffQueryVariables>;
export const UnacknowledgedDocument = new TypedDocumentString(`
    query Unacknowledged($roomId: ID!, $agentId: String!, $after: EventCursor) {
  contextEvents(roomId: $roomId, agentId: $agentId, after: $after, first: 200) {
    nodes {
      contextId
      previousVersion
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<UnacknowledgedQuery, UnacknowledgedQueryVariables>;
export const RoomStartDocument = new TypedDocumentString(`
    query RoomStart($roomId: ID!) {
  room(roomId: $roomId) {
    createdAt
    lastActivityAt
    entryCount
    changes(first: 60) {
      nodes {
        ...Change
      }
      pageInfo {
        hasNextPage
      }
    }
  }
  contexts(roomId: $roomId, first: 1) {
    nodes {
      id
    }
    asOf
  }
}
    fragment Change on ContextEvent {
  cursor
  type
  from
  to
  timestamp
  contextId
  contextType
  summary
  version
  previousVersion
}`) as unknown as TypedDocumentString<RoomStartQuery, RoomStartQueryVariables>;
export const OlderChangesDocument = new TypedDocumentString(`
    query OlderChanges($roomId: ID!, $before: EventCursor!) {
  room(roomId: $roomId) {
    changes(first: 100, before: $before) {
      nodes {
        ...Change
      }
      pageInfo {
        hasNextPage
      }
    }
  }
}
    fragment Change on ContextEvent {
  cursor
  type
  from
  to
  timestamp
  contextId
  contextType
  summary
  version
  previousVersion
}`) as unknown as TypedDocumentString<OlderChangesQuery, OlderChangesQueryVariables>;
export const RoomHeadDocument = new TypedDocumentString(`
    query RoomHead($roomId: ID!) {
  room(roomId: $roomId) {
    cursor
  }
}
    `) as unknown as TypedDocumentString<RoomHeadQuery, RoomHeadQueryVariables>;
export const ActivityDocument = new TypedDocumentString(`
    query Activity($roomId: ID!, $since: DateTime!, $every: Int!) {
  room(roomId: $roomId) {
    activity(since: $since, every: $every) {
      from
      writes
      events
    }
  }
}
    `) as unknown as TypedDocumentString<ActivityQuery, ActivityQueryVariables>;
export const ChangesDocument = new TypedDocumentString(`
    subscription Changes($roomId: ID!, $after: EventCursor!) {
  contextChanges(roomId: $roomId, after: $after) {
    ...Change
  }
}
    fragment Change on ContextEvent {
  cursor
  type
  from
  to
  timestamp
  contextId
  contextType
  summary
  version
  previousVersion
}`) as unknown as TypedDocumentString<ChangesSubscription, ChangesSubscriptionVariables>;
export const RoomAgentsDocument = new TypedDocumentString(`
    query RoomAgents($roomId: ID!, $after: String) {
  room(roomId: $roomId) {
    agents(first: 200, after: $after) {
      agentId
      acknowledged
      pending
      lastSeenAt
    }
  }
}
    `) as unknown as TypedDocumentString<RoomAgentsQuery, RoomAgentsQueryVariables>;
export const RoomsDocument = new TypedDocumentString(`
    query Rooms($after: String) {
  rooms(first: 200, after: $after) {
    nodes {
      id
      createdAt
      lastActivityAt
      entryCount
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<RoomsQuery, RoomsQueryVariables>;