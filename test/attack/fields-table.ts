/** Every field of Query, Mutation and Subscription, how it is asked, and what each identity is answered. */

export const IDENTITIES = ['none', 'revoked', 'reader', 'writer', 'bound', 'elsewhere', 'admin'] as const;
export type Identity = (typeof IDENTITIES)[number];

/** What the room under attack holds for one question. */
export interface Scene {
  roomId: string;
  /** A live entry of two versions, a deleted one, and a cursor of the room. */
  live: string;
  deleted: string;
  cursor: string;
  /** Whoever asks writes as this agent: the one that the bound key is bound to. */
  agent: string;
  /** A key that nobody uses, which each question finds as it was made. */
  keyId: string;
}

export interface Row {
  ask: string;
  variables(scene: Scene): Record<string, unknown>;
  right: Record<Identity, string>;
}

const rights = (reader: string, writer: string, bound: string, elsewhere: string): Row['right'] => {
  const nobody = { none: 'UNAUTHENTICATED', revoked: 'UNAUTHENTICATED' };
  return { ...nobody, reader, writer, bound, elsewhere, admin: 'OK' };
};

const READ = rights('OK', 'OK', 'OK', 'NOT_FOUND');
const WRITE = rights('FORBIDDEN', 'OK', 'OK', 'NOT_FOUND');
const ADMIN = rights('FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN');
const EVERYBODY = rights('OK', 'OK', 'OK', 'OK');

const ofEntry = ({ roomId, live }: Scene) => ({ r: roomId, id: live });
const ofAgent = ({ roomId, agent }: Scene) => ({ r: roomId, a: agent });
const ofKey = ({ keyId }: Scene) => ({ id: keyId });
const ofRoom = ({ roomId }: Scene) => ({ r: roomId });

export const QUERIES: Record<string, Row> = {
  context: {
    ask: 'query($r: ID!, $id: ID!) { context(roomId: $r, id: $id) { payload } }',
    variables: ofEntry,
    right: READ,
  },
  contexts: {
    ask: 'query($r: ID!) { contexts(roomId: $r) { totalCount asOf nodes { payload } } }',
    variables: ofRoom,
    right: READ,
  },
  contextHistory: {
    ask: 'query($r: ID!, $id: ID!) { contextHistory(roomId: $r, id: $id) { versions { nodes { payload } } } }',
    variables: ofEntry,
    right: READ,
  },
  contextDiff: {
    ask: 'query($r: ID!, $id: ID!) { contextDiff(roomId: $r, id: $id) { jsonPatch } }',
    variables: ofEntry,
    right: READ,
  },
  contextEvents: {
    ask: 'query($r: ID!) { contextEvents(roomId: $r) { nodes { summary } } }',
    variables: ofRoom,
    right: READ,
  },
  contextInbox: {
    ask: 'query($r: ID!, $a: String!) { contextInbox(roomId: $r, agentId: $a) { nodes { summary } } }',
    variables: ofAgent,
    right: READ,
  },
  waitForContextEvents: {
    ask: 'query($r: ID!, $a: String!) { waitForContextEvents(roomId: $r, agentId: $a, timeoutMs: 0) { nodes { summary } } }',
    variables: ofAgent,
    right: READ,
  },
  room: {
    ask: 'query($r: ID!) { room(roomId: $r) { cursor entryCount agents { agentId } changes { nodes { summary } } activity { writes } } }',
    variables: ofRoom,
    right: { ...READ, elsewhere: 'NOTHING' },
  },
  rooms: { ask: '{ rooms(first: 200) { nodes { id cursor } } }', variables: () => ({}), right: EVERYBODY },
  keys: {
    ask: '{ keys { nodes { id prefix rooms note } } }',
    variables: () => ({}),
    right: ADMIN,
  },
  auditEvents: { ask: '{ auditEvents { nodes { actor subject details } } }', variables: () => ({}), right: ADMIN },
};

export const MUTATIONS: Record<string, Row> = {
  writeContext: {
    ask: 'mutation($i: WriteContextInput!) { writeContext(input: $i) { entry { id } } }',
    variables: ({ roomId, agent }) => ({
      i: { roomId, type: 'note', summary: 's', consumingAgents: [], payload: { text: 't' }, author: agent },
    }),
    right: WRITE,
  },
  updateContext: {
    ask: 'mutation($i: UpdateContextInput!) { updateContext(input: $i) { entry { id payload } } }',
    variables: ({ roomId, live, agent }) => ({ i: { roomId, id: live, summary: 's2', author: agent } }),
    right: WRITE,
  },
  deleteContext: {
    ask: 'mutation($i: DeleteContextInput!) { deleteContext(input: $i) { event { summary } } }',
    variables: ({ roomId, live, agent }) => ({ i: { roomId, id: live, agentId: agent } }),
    right: WRITE,
  },
  restoreContext: {
    ask: 'mutation($i: RestoreContextInput!) { restoreContext(input: $i) { entry { payload } } }',
    variables: ({ roomId, deleted, agent }) => ({ i: { roomId, id: deleted, author: agent } }),
    right: WRITE,
  },
  acknowledgeContextEvents: {
    ask: 'mutation($i: AcknowledgeContextEventsInput!) { acknowledgeContextEvents(input: $i) { acknowledged } }',
    variables: ({ roomId, agent, cursor }) => ({ i: { roomId, agentId: agent, upTo: cursor } }),
    right: READ,
  },
  createKey: {
    ask: 'mutation($i: CreateKeyInput!) { createKey(input: $i) { key { id } } }',
    variables: () => ({ i: { role: 'reader', rooms: ['nowhere'] } }),
    right: ADMIN,
  },
  rotateKey: {
    ask: 'mutation($id: ID!) { rotateKey(id: $id) { key { id } } }',
    variables: ofKey,
    right: ADMIN,
  },
  revokeKey: { ask: 'mutation($id: ID!) { revokeKey(id: $id) { id revokedAt } }', variables: ofKey, right: ADMIN },
};

export const SUBSCRIPTIONS: Record<string, Row> = Object.fromEntries(
  ['contextEvents', 'contextAvailable', 'contextUpdated', 'contextChanges'].map((field) => [
    field,
    {
      ask: `subscription($r: ID!, $after: EventCursor) { ${field}(roomId: $r, after: $after) { summary } }`,
      variables: ofRoom,
      right: READ,
    },
  ]),
);
