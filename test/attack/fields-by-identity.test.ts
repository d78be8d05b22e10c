import type { GraphQLObjectType } from 'graphql';
import { revokeKey } from '../../src/access/keys.ts';
import { schema } from '../../src/graphql/schema.ts';
import { openSubscriber } from '../support/subscriber.ts';
import { IDENTITIES, type Identity, MUTATIONS, QUERIES, type Row, type Scene, SUBSCRIPTIONS } from './fields-table.ts';
import { bearer, keyedServer } from './keyed-server.ts';
import { codeOf, faultsOf } from './manners.ts';

const SECRET = 'kingfisher-7f3a';
const ROOM = 'team-a/polls';
const AGENT = 'heron';

const server = keyedServer();
const keys = {} as Record<Identity, string | undefined>;

beforeAll(async () => {
  const rooms = ['team-a/*'];
  const text = async (input: Parameters<typeof server.makeKey>[0]) => (await server.makeKey(input)).text;
  const revoked = await server.makeKey({ role: 'admin', rooms: ['*'] });
  await revokeKey(server.database, 'test', revoked.key.id);
  keys.revoked = revoked.text;
  keys.reader = await text({ role: 'reader', rooms });
  keys.writer = await text({ role: 'writer', rooms });
  keys.bound = await text({ role: 'writer', rooms, agent: AGENT });
  keys.elsewhere = await text({ role: 'writer', rooms: ['team-b/*', 'team-a'] });
  keys.admin = await text({ role: 'admin', rooms: ['*'] });
});

const idOf = (data: unknown) =>
  (data as { writeContext: { entry: { id: string; cursor: string } } }).writeContext.entry;

async function write(): Promise<{ id: string; cursor: string }> {
  const { data } = await server.ask(
    keys.admin,
    'mutation($i: WriteContextInput!) { writeContext(input: $i) { entry { id cursor } } }',
    {
      i: {
        roomId: ROOM,
        type: 'note',
        summary: SECRET,
        consumingAgents: [AGENT],
        payload: { text: SECRET },
        author: 'otter',
      },
    },
  );
  return idOf(data);
}

/** A room with something new in it for each question: what one question changes does not meet the next. */
async function scene(): Promise<Scene> {
  const [live, deleted] = [await write(), await write()];
  const change =
    'mutation($r: ID!, $id: ID!) { updateContext(input: {roomId: $r, id: $id, author: "o", payload: {text: "2"}}) { entry { id } } }';
  await server.ask(keys.admin, change, { r: ROOM, id: live.id });
  await server.ask(keys.admin, 'mutation($r: ID!, $id: ID!) { deleteContext(input: {roomId: $r, id: $id}) { id } }', {
    r: ROOM,
    id: deleted.id,
  });
  const unused = (await server.makeKey({ role: 'reader', rooms: ['nowhere'], note: SECRET })).key.id;
  return { roomId: ROOM, live: live.id, deleted: deleted.id, cursor: live.cursor, agent: AGENT, keyId: unused };
}

const fieldsOf = (type: GraphQLObjectType | null | undefined) => Object.keys(type!.getFields()).sort();

it('the table has every field of the schema, and no other', () => {
  expect(Object.keys(QUERIES).sort()).toEqual(fieldsOf(schema.getQueryType()));
  expect(Object.keys(MUTATIONS).sort()).toEqual(fieldsOf(schema.getMutationType()));
  expect(Object.keys(SUBSCRIPTIONS).sort()).toEqual(fieldsOf(schema.getSubscriptionType()));
});

const cells = (table: Record<string, Row>) =>
  Object.entries(table).flatMap(([field, row]) => IDENTITIES.map((who) => [field, who, row.right[who], row] as const));

it.each(cells({ ...QUERIES, ...MUTATIONS }))('%s as %s is %s', async (_field, who, right, row) => {
  const { status, text, headers } = await server.ask(keys[who], row.ask, row.variables(await scene()));
  expect(faultsOf(text)).toEqual([]);
  // A room that a key may not see is what a room is that nobody has written to.
  expect(text === '{"data":{"room":null}}' ? 'NOTHING' : codeOf(text)).toBe(right);
  expect(status).toBe(right === 'UNAUTHENTICATED' ? 401 : 200);
  expect(headers.has('www-authenticate')).toBe(right === 'UNAUTHENTICATED');
  if (right !== 'OK' || who === 'elsewhere') expect(text).not.toContain(SECRET);
});

it.each(cells(SUBSCRIPTIONS))('%s over SSE as %s is %s', async (_field, who, right, row) => {
  await scene();
  const abort = new AbortController();
  const response = await fetch(server.url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'text/event-stream, application/json',
      ...bearer(keys[who]),
    },
    body: JSON.stringify({ query: row.ask, variables: row.variables(await scene()) }),
    signal: abort.signal,
  });
  if (right === 'OK') expect(response.headers.get('content-type')).toContain('text/event-stream');
  else expect(codeOf(await response.text())).toBe(right);
  abort.abort();
});

it.each(cells(SUBSCRIPTIONS))('%s over a websocket as %s is %s', async (_field, who, right, row) => {
  const subscriber = await openSubscriber(server.url, { init: false });
  subscriber.tell({ type: 'connection_init', payload: bearer(keys[who]) });
  if (right === 'UNAUTHENTICATED') return expect((await subscriber.closed).code).toBe(4403);
  expect(await subscriber.next()).toEqual({ type: 'connection_ack' });
  subscriber.subscribe('1', row.ask, row.variables(await scene()));
  subscriber.subscribe('2', '{ __typename }');
  const answers = [await subscriber.next(), await subscriber.next()];
  if (right !== 'OK') answers.push(await subscriber.next(), await subscriber.next());
  const own = answers.filter(({ id }) => id === '1');
  if (right === 'OK') expect(own).toEqual([]);
  else expect(own).toMatchObject([{ payload: { errors: [{ extensions: { code: right } }] } }, { type: 'complete' }]);
  subscriber.socket.close();
});

it.each(Object.entries(MUTATIONS))('%s by a bound key as another agent is FORBIDDEN', async (_field, row) => {
  const { text } = await server.ask(keys.bound, row.ask, row.variables({ ...(await scene()), agent: 'otter' }));
  expect(codeOf(text)).toBe('FORBIDDEN');
});

it('what is deleted without agentId is deleted by the agent of a bound key, else by anonymous', async () => {
  for (const [who, by] of [
    ['bound', AGENT],
    ['writer', 'anonymous'],
  ] as const) {
    const { live } = await scene();
    const ask = 'mutation($r: ID!, $id: ID!) { deleteContext(input: {roomId: $r, id: $id}) { event { from } } }';
    const { data } = await server.ask(keys[who], ask, { r: ROOM, id: live });
    expect(data).toEqual({ deleteContext: { event: { from: by } } });
  }
});

it('a pattern sees what it names and nothing that only looks like it', async () => {
  const { text: key } = await server.makeKey({ role: 'reader', rooms: ['team-a', 'team-c/*'] });
  const seen = async (r: string) => codeOf((await server.ask(key, QUERIES.contexts!.ask, { r })).text);
  for (const r of ['team-a', 'team-c/', 'team-c/x']) expect(await seen(r)).toBe('OK');
  for (const r of ['team-a/polls', 'Team-a', 'team-', 'team-c', 'team-C/x', 'x/team-a', 'team-c%2Fx', 'team-а'])
    expect([r, await seen(r)]).toEqual([r, 'NOT_FOUND']);
});
