import { randomUUID } from 'node:crypto';
import { AGENTS, AUTHOR, LISTED, summaryText } from '../workload.ts';

export type Operation = 'write' | 'update' | 'read' | 'list' | 'list with payload';

/** One request as it goes over the wire, but for the head that every request has. */
export interface Asked {
  method: 'GET' | 'POST';
  path: string;
  body: string;
}

/** An entry that was written before, to be read or updated. */
export interface Known {
  room: string;
  id: string;
}

/** How one system is spoken to. All make the same of it. */
export interface Dialect {
  write(room: string, payload: string, n: number): Asked;
  update(entry: Known, payload: string, n: number): Asked;
  read(entry: Known): Asked;
  list(room: string, payload: boolean): Asked;
  /** What an answer holds: the entry or the page. Undefined where it is an error. */
  contentOf(answer: unknown, operation: Operation): Record<string, unknown> | undefined;
  /** Where a websocket follows a room. */
  socketPath(room: string): string;
  /** What it says: first to begin, then (once it has been acknowledged) to subscribe. Nothing where the path says all. */
  hello: string | undefined;
  subscribe(room: string): string;
}

const ENTRY = 'id type author timestamp summary consumingAgents version';
const DOCUMENTS = {
  write:
    'mutation Write($input: WriteContextInput!) { writeContext(input: $input) { entry { id version timestamp } } }',
  update:
    'mutation Update($input: UpdateContextInput!) { updateContext(input: $input) { entry { id version timestamp } } }',
  read: `query Read($roomId: ID!, $id: ID!) { context(roomId: $roomId, id: $id) { ${ENTRY} payload } }`,
  list: `query List($roomId: ID!) { contexts(roomId: $roomId, first: ${LISTED}) { nodes { ${ENTRY} } pageInfo { hasNextPage endCursor } } }`,
  'list with payload': `query ListPayload($roomId: ID!) { contexts(roomId: $roomId, first: ${LISTED}) { nodes { ${ENTRY} payload } pageInfo { hasNextPage endCursor } } }`,
  follow:
    'subscription Follow($roomId: ID!) { contextEvents(roomId: $roomId) { cursor type contextId contextType summary version from timestamp } }',
};
const FIELDS = {
  write: 'writeContext',
  update: 'updateContext',
  read: 'context',
  list: 'contexts',
  'list with payload': 'contexts',
};

const graphql = (name: keyof typeof DOCUMENTS, variables: string): Asked => ({
  method: 'POST',
  path: '/graphql',
  body: `{"query":${JSON.stringify(DOCUMENTS[name])},"variables":${variables}}`,
});

const written = (room: string, n: number): string =>
  `"roomId":${JSON.stringify(room)},"author":"${AUTHOR}","summary":${JSON.stringify(summaryText(n))}`;
const added = (payload: string): string =>
  `"type":"api_contract","consumingAgents":${JSON.stringify(AGENTS)},"payload":${payload}`;

/** The GraphQL contract, which the product and two baselines share, and graphql-transport-ws. */
export const GRAPHQL: Dialect = {
  write: (room, payload, n) => graphql('write', `{"input":{${written(room, n)},${added(payload)}}}`),
  update: ({ room, id }, payload, n) =>
    graphql('update', `{"input":{${written(room, n)},"id":"${id}","payload":${payload}}}`),
  read: ({ room, id }) => graphql('read', JSON.stringify({ roomId: room, id })),
  list: (room, payload) => graphql(payload ? 'list with payload' : 'list', JSON.stringify({ roomId: room })),
  contentOf: (answer, operation) => {
    const { data, errors } = answer as { data?: Record<string, Record<string, unknown>>; errors?: unknown };
    const content = errors ? undefined : data?.[FIELDS[operation]];
    return operation === 'write' || operation === 'update' ? (content?.entry as Record<string, unknown>) : content;
  },
  socketPath: () => '/graphql',
  hello: '{"type":"connection_init"}',
  subscribe: (room) =>
    JSON.stringify({
      id: randomUUID(),
      type: 'subscribe',
      payload: { query: DOCUMENTS.follow, variables: { roomId: room } },
    }),
};

/** The bare server's paths. */
export const BARE: Dialect = {
  write: (room, payload, n) => ({ method: 'POST', path: '/write', body: `{${written(room, n)},${added(payload)}}` }),
  update: ({ room, id }, payload, n) => ({
    method: 'POST',
    path: '/update',
    body: `{${written(room, n)},"id":"${id}","payload":${payload}}`,
  }),
  read: ({ room, id }) => ({ method: 'GET', path: `/read?room=${room}&id=${id}`, body: '' }),
  list: (room, payload) => ({
    method: 'GET',
    path: `/list?room=${room}&first=${LISTED}&payload=${payload ? 1 : 0}`,
    body: '',
  }),
  contentOf: (answer) => answer as Record<string, unknown>,
  socketPath: (room) => `/events?room=${room}`,
  hello: undefined,
  subscribe: () => '',
};

export const DIALECTS = { bare: BARE, graphql: GRAPHQL };
