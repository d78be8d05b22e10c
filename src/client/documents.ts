// The operations that the client sends, as plain text: nothing of graphql-js comes into a browser's bundle.

/** A GraphQL document that knows its types: the typed documents that graphql-codegen makes fit, and so does a string. */
export interface TypedDocument<Data, Variables> {
  toString(): string;
  __apiType?: (variables: Variables) => Data;
}

const HEAD = 'id roomId type author timestamp summary consumingAgents payloadBytes version cursor deleted';
const ENTRY = `${HEAD} payload`;
const ENTRY_IF = `${HEAD} payload @include(if: $payloads)`;
const EVENT = `cursor type roomId from to timestamp contextId contextType summary version previousVersion entry { ${ENTRY} }`;
const PAGE = 'pageInfo { hasNextPage endCursor }';

const mutation = (name: string, fields: string): string => {
  const type = `${name[0]!.toUpperCase()}${name.slice(1)}`;
  return `mutation ${type}($input: ${type}Input!) { ${name}(input: $input) { ${fields} } }`;
};

export const WRITE = mutation('writeContext', `entry { ${ENTRY} }`);
export const UPDATE = mutation('updateContext', `entry { ${ENTRY} }`);
export const RESTORE = mutation('restoreContext', `entry { ${ENTRY} }`);
export const DELETE = mutation('deleteContext', 'id deleted');
export const ACKNOWLEDGE = mutation('acknowledgeContextEvents', 'acknowledged');

export const READ = `query Context($roomId: ID!, $id: ID!) { context(roomId: $roomId, id: $id) { ${ENTRY} } }`;
export const READ_PART = `query ContextPart($roomId: ID!, $id: ID!, $pointer: String!) {
  context(roomId: $roomId, id: $id) { payload(pointer: $pointer) }
}`;
export const LIST = `query Contexts($roomId: ID!, $filter: ContextFilter, $first: Int, $after: String, $orderBy: ContextOrder, $payloads: Boolean!) {
  contexts(roomId: $roomId, filter: $filter, first: $first, after: $after, orderBy: $orderBy) {
    nodes { ${ENTRY_IF} } ${PAGE} totalCount asOf
  }
}`;
export const AS_OF = 'query AsOf($roomId: ID!) { contexts(roomId: $roomId, first: 1) { asOf } }';
export const HISTORY = `query ContextHistory($roomId: ID!, $id: ID!, $first: Int, $after: String, $payloads: Boolean!) {
  contextHistory(roomId: $roomId, id: $id) {
    current { ${ENTRY_IF} }
    versions(first: $first, after: $after) { nodes { ${ENTRY_IF} } ${PAGE} totalCount }
  }
}`;
export const DIFF = `query ContextDiff($roomId: ID!, $id: ID!, $againstVersion: String, $version: String) {
  contextDiff(roomId: $roomId, id: $id, againstVersion: $againstVersion, version: $version) {
    id fromVersion toVersion summary { before after } consumingAgentsAdded consumingAgentsRemoved
    changes { kind pointer before after } jsonPatch
  }
}`;
export const EVENTS = `query ContextEvents($roomId: ID!, $agentId: String, $types: [ContextEventType!], $after: EventCursor, $first: Int) {
  contextEvents(roomId: $roomId, agentId: $agentId, types: $types, after: $after, first: $first) { nodes { ${EVENT} } ${PAGE} }
}`;
export const INBOX = `query ContextInbox($roomId: ID!, $agentId: String!, $first: Int) {
  contextInbox(roomId: $roomId, agentId: $agentId, first: $first) { nodes { ${EVENT} } ${PAGE} }
}`;
export const ROOM =
  'query Room($roomId: ID!) { room(roomId: $roomId) { id createdAt lastActivityAt entryCount cursor } }';
export const ROOMS = `query Rooms($first: Int, $after: String) {
  rooms(first: $first, after: $after) { nodes { id createdAt lastActivityAt entryCount cursor } ${PAGE} }
}`;

export const FOLLOW_EVENTS = `subscription ContextEvents($roomId: ID!, $agentId: String, $types: [ContextEventType!], $after: EventCursor, $resume: Boolean) {
  contextEvents(roomId: $roomId, agentId: $agentId, types: $types, after: $after, resume: $resume) { ${EVENT} }
}`;
export const FOLLOW_CHANGES = `subscription ContextChanges($roomId: ID!, $after: EventCursor) {
  contextChanges(roomId: $roomId, after: $after) { ${EVENT} }
}`;
