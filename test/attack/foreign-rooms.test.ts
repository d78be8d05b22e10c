import { foreignQuestions, type Loot } from './foreign-questions.ts';
import { keyedServer } from './keyed-server.ts';
import { codeOf, faultsOf } from './manners.ts';
import { many, random } from './random.ts';

// A key that sees one room asks ten thousand questions with the rooms, ids and cursors of others. What stands in those
// rooms holds words that are nowhere else: not one of them may come back.

const OPERATIONS = 10_000;
/** Some 15 s on a quiet machine. */
const LONG_MS = 300_000;
const SECRET = /kingfisher/i;

const server = keyedServer();
let admin: string;
let outsider: string;
const loot: Loot = { mine: 'mine', foreign: [], ids: [], cursors: [], ownIds: [], ownCursors: [] };

const WRITE = 'mutation($i: WriteContextInput!) { writeContext(input: $i) { entry { id cursor } event { cursor } } }';

async function write(roomId: string, word: string): Promise<{ id: string; cursor: string }> {
  const { data } = await server.ask(admin, WRITE, {
    i: {
      roomId,
      type: 'note',
      summary: `${word} summary`,
      consumingAgents: ['heron', `${word}-agent`],
      payload: { text: `${word} text`, [`${word}-key`]: 1 },
      author: `${word}-author`,
      idempotencyKey: 'shared-key',
    },
  });
  return (data as { writeContext: { entry: { id: string; cursor: string } } }).writeContext.entry;
}

/** Cursors of every kind that the room's lists give. */
async function cursorsOf(roomId: string, id: string): Promise<string[]> {
  const page = 'pageInfo { startCursor endCursor }';
  const { data } = await server.ask(
    admin,
    `query($r: ID!, $id: ID!) {
      created: contexts(roomId: $r) { asOf ${page} } updated: contexts(roomId: $r, orderBy: UPDATED_ASC) { ${page} }
      contextHistory(roomId: $r, id: $id) { versions { ${page} } } contextEvents(roomId: $r) { ${page} }
      room(roomId: $r) { cursor } }`,
    { r: roomId, id },
  );
  return [...JSON.stringify(data).matchAll(/ursor":"([^"]+)"/g)].map(([, cursor]) => cursor!);
}

beforeAll(async () => {
  admin = (await server.makeKey({ role: 'admin', rooms: ['*'] })).text;
  outsider = (await server.makeKey({ role: 'writer', rooms: ['mine'] })).text;
  const own = await write('mine', 'plain');
  loot.ownIds.push(own.id);
  loot.ownCursors.push(own.cursor, ...(await cursorsOf('mine', own.id)));
  for (let n = 0; n < 8; n += 1) {
    // The names of half of the rooms are known to the attacker; the others must not be told.
    const known = n < 4;
    const roomId = known ? `other-${n}` : `kingfisher-room-${n}`;
    const { id } = await write(roomId, `kingfisher${n}`);
    const change = 'mutation($i: UpdateContextInput!) { updateContext(input: $i) { entry { id } } }';
    const input = { roomId, id, author: `kingfisher${n}`, payloadMergePatch: { more: 'kingfisher' } };
    await server.ask(admin, change, { i: input });
    if (!known) continue;
    loot.foreign.push(roomId);
    loot.ids.push(id);
    loot.cursors.push(...(await cursorsOf(roomId, id)));
  }
});

it(
  `${OPERATIONS} operations with the rooms, ids and cursors of others give 0 foreign bytes`,
  async () => {
    const dice = random();
    const codes = new Map<string, number>();
    let bytes = 0;
    await many(OPERATIONS, 16, async () => {
      const { query, variables } = foreignQuestions(dice, loot);
      const { text, headers } = await server.ask(outsider, query, variables);
      const seen = `${text}${JSON.stringify([...headers])}`;
      bytes += seen.length;
      const leaks = SECRET.exec(seen);
      if (leaks || faultsOf(text).length > 0)
        throw new Error(
          `seed ${dice.seed}: ${leaks?.[0] ?? faultsOf(text)}\n${query}\n${JSON.stringify(variables)}\n${text.slice(0, 2_000)}`,
        );
      codes.set(codeOf(text), (codes.get(codeOf(text)) ?? 0) + 1);
    });
    console.info(
      `seed ${dice.seed}: ${OPERATIONS} operations, ${bytes} bytes of answers, 0 foreign.`,
      Object.fromEntries(codes),
    );
    const rooms = await server.ask(outsider, '{ rooms { nodes { id entryCount } } }');
    expect(rooms.data).toMatchObject({ rooms: { nodes: [{ id: 'mine' }] } });
    for (const roomId of loot.foreign) {
      const { data } = await server.ask(
        admin,
        'query($r: ID!) { room(roomId: $r) { entryCount cursor changes { nodes { version } } } }',
        { r: roomId },
      );
      expect(data).toMatchObject({
        room: { entryCount: 1, changes: { nodes: [{ version: '1.1' }, { version: '1.0' }] } },
      });
    }
  },
  LONG_MS,
);

it(
  'a room of others that is there answers letter for letter as one that is not',
  async () => {
    const dice = random();
    let compared = 0;
    await many(1_000, 8, async () => {
      const there = foreignQuestions(dice, {
        ...loot,
        mine: 'other-0',
        foreign: ['other-0'],
        ownIds: loot.ids,
        ownCursors: loot.cursors,
      });
      const ask = async (room: string) => {
        const variables = JSON.parse(JSON.stringify(there.variables).replaceAll('other-0', room));
        return (await server.ask(outsider, there.query, variables)).text.replaceAll(room, 'other-0');
      };
      expect(await ask('absent0')).toBe(await ask('other-0'));
      compared += 1;
    });
    console.info(`seed ${dice.seed}: ${compared} questions compared.`);
  },
  LONG_MS,
);
