import { randomUUID } from 'node:crypto';
import { keyedServer } from '../attack/keyed-server.ts';

const server = keyedServer();
let admin: string;
let reader: string;
let writer: string;
let known: { id: string; cursor: string };

beforeAll(async () => {
  admin = (await server.makeKey({ role: 'admin', rooms: ['*'] })).text;
  reader = (await server.makeKey({ role: 'reader', rooms: ['mine', 'team-a/*'] })).text;
  writer = (await server.makeKey({ role: 'writer', rooms: ['mine', 'team-a/*'] })).text;
  const { data } = await write(admin, 'secret');
  known = (data as { writeContext: { entry: typeof known } }).writeContext.entry;
  for (const room of ['mine', 'team-a/x', 'team-a', 'team-ab', 'team%a/x', 'TEAM-A/x']) await write(admin, room);
});

const write = (key: string, roomId: string, author = 'heron') =>
  server.ask(key, 'mutation($i: WriteContextInput!) { writeContext(input: $i) { entry { id cursor } } }', {
    i: { roomId, author, type: 'note', summary: 's', consumingAgents: ['otter'], payload: { text: 't' } },
  });

/** Every operation that names a room, on an entry and behind a cursor. */
const OPERATIONS = (room: string, id: string, cursor: string): Record<string, string> => ({
  context: `{ context(roomId: "${room}", id: "${id}") { id } }`,
  contexts: `{ contexts(roomId: "${room}") { totalCount asOf nodes { id } } }`,
  'contexts with a search': `{ contexts(roomId: "${room}", filter: { search: "t" }) { totalCount } }`,
  'contexts behind a cursor': `{ contexts(roomId: "${room}", after: "${cursor}") { totalCount } }`,
  contextHistory: `{ contextHistory(roomId: "${room}", id: "${id}") { current { id } } }`,
  contextDiff: `{ contextDiff(roomId: "${room}", id: "${id}") { id } }`,
  contextEvents: `{ contextEvents(roomId: "${room}") { nodes { cursor } } }`,
  'contextEvents behind a cursor': `{ contextEvents(roomId: "${room}", after: "${cursor}") { nodes { cursor } } }`,
  contextInbox: `{ contextInbox(roomId: "${room}", agentId: "otter") { nodes { cursor } } }`,
  writeContext: `mutation { writeContext(input: { roomId: "${room}", author: "heron", type: note, summary: "s", consumingAgents: [], payload: { text: "t" } }) { entry { id } } }`,
  updateContext: `mutation { updateContext(input: { roomId: "${room}", id: "${id}", author: "heron", summary: "s" }) { entry { id } } }`,
  'updateContext of a version': `mutation { updateContext(input: { roomId: "${room}", id: "${id}", author: "heron", summary: "s", expectedVersion: "1.0" }) { entry { id } } }`,
  deleteContext: `mutation { deleteContext(input: { roomId: "${room}", id: "${id}" }) { id } }`,
  restoreContext: `mutation { restoreContext(input: { roomId: "${room}", id: "${id}", author: "heron" }) { entry { id } } }`,
  acknowledgeContextEvents: `mutation { acknowledgeContextEvents(input: { roomId: "${room}", agentId: "heron", upTo: "${cursor}" }) { acknowledged } }`,
  'the subscription contextEvents': `subscription { contextEvents(roomId: "${room}") { type } }`,
  'the subscription contextEvents, resumed': `subscription { contextEvents(roomId: "${room}", agentId: "otter", resume: true) { type } }`,
  'the subscription contextChanges': `subscription { contextChanges(roomId: "${room}", after: "${cursor}") { type } }`,
});

it.each(Object.keys(OPERATIONS('', '', '')))(
  '%s of a room that the key may not see is NOT_FOUND, whether there is such a room or not',
  async (name) => {
    const accept = name.startsWith('the subscription') ? { accept: 'text/event-stream' } : undefined;
    for (const key of [reader, writer]) {
      const ask = async (room: string, id: string) => {
        const { status, text } = await server.ask(key, OPERATIONS(room, id, known.cursor)[name]!, {}, accept);
        return { status, text: text.replaceAll(room, '(room)') };
      };
      const there = await ask('secret', known.id);
      expect(there.text).toMatch(/"code":"NOT_FOUND"/);
      expect(await ask('secret', randomUUID())).toEqual(there);
      expect(await ask('nowhere-to-be-seen', known.id)).toEqual(there);
    }
  },
);

it('room is null and rooms does not list what the key may not see, page by page', async () => {
  const { data } = await server.ask(
    reader,
    '{ secret: room(roomId: "secret") { id } mine: room(roomId: "mine") { id } }',
  );
  expect(data).toEqual({ secret: null, mine: { id: 'mine' } });
  const page = async (after: string | null) => {
    const query =
      'query($a: String) { rooms(first: 1, after: $a) { nodes { id } pageInfo { hasNextPage endCursor } } }';
    return (await server.ask(reader, query, { a: after })).data!.rooms as {
      nodes: { id: string }[];
      pageInfo: { hasNextPage: boolean; endCursor: string };
    };
  };
  const first = await page(null);
  const second = await page(first.pageInfo.endCursor);
  expect([...first.nodes, ...second.nodes].map(({ id }) => id)).toEqual(['mine', 'team-a/x']);
  expect([first.pageInfo.hasNextPage, second.pageInfo.hasNextPage]).toEqual([true, false]);
});

it('a room that the key may see and nobody has written to is empty, not missing', async () => {
  const { data, errors } = await server.ask(reader, '{ contexts(roomId: "team-a/new") { totalCount nodes { id } } }');
  expect(errors).toBeUndefined();
  expect(data).toEqual({ contexts: { totalCount: 0, nodes: [] } });
});

it('a reader reads and acknowledges, and writes nothing', async () => {
  const { errors } = await write(reader, 'mine');
  expect(errors![0]!.extensions.code).toBe('FORBIDDEN');
  const { data } = await server.ask(reader, '{ contextEvents(roomId: "mine") { edges { cursor } } }');
  const { edges } = data!.contextEvents as { edges: { cursor: string }[] };
  const acknowledge = `mutation { acknowledgeContextEvents(input: { roomId: "mine", agentId: "otter", upTo: "${edges[0]!.cursor}" }) { acknowledged } }`;
  expect((await server.ask(reader, acknowledge)).errors).toBeUndefined();
});

it('a bound key acts as its agent alone, and reads what is for others', async () => {
  const { text } = await server.makeKey({ role: 'writer', rooms: ['mine'], agent: 'otter' });
  const code = async (query: string) => (await server.ask(text, query)).errors?.[0]?.extensions.code;
  const { data } = await write(text, 'mine', 'otter');
  const { id, cursor } = (data as { writeContext: { entry: typeof known } }).writeContext.entry;
  expect((await write(text, 'mine', 'heron')).errors![0]!.extensions.code).toBe('FORBIDDEN');
  const by = (agent: string) => [
    `mutation { updateContext(input: { roomId: "mine", id: "${id}", author: "${agent}", summary: "new" }) { entry { id } } }`,
    `mutation { deleteContext(input: { roomId: "mine", id: "${id}", agentId: "${agent}" }) { id } }`,
    `mutation { restoreContext(input: { roomId: "mine", id: "${id}", author: "${agent}" }) { entry { id } } }`,
    `mutation { acknowledgeContextEvents(input: { roomId: "mine", agentId: "${agent}", upTo: "${cursor}" }) { acknowledged } }`,
  ];
  for (const query of by('heron')) expect(await code(query)).toBe('FORBIDDEN');
  for (const query of by('otter')) expect(await code(query)).toBeUndefined();
  expect(await code('{ contextInbox(roomId: "mine", agentId: "heron") { nodes { cursor } } }')).toBeUndefined();
});
