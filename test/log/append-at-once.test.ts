import fc from 'fast-check';
import { type AtOnce, sendAtOnce } from '../../src/log/append-at-once.ts';
import { type Operation, type RoomBatch, sendOperations } from '../../src/log/append-statement.ts';
import { newId } from '../../src/log/new-id.ts';
import { testDatabase } from '../support/database.ts';
import { freshRoom } from '../support/entries.ts';
import { faulty } from '../support/faulty-database.ts';
import { administer } from '../support/run.ts';

const db = testDatabase();

const agents = fc.uniqueArray(fc.constantFrom('otter', 'heron', 'a "b"', 'c,d', '{}', 'NULL', 'ä\\'), { maxLength: 4 });
const summary = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }).filter((text) => !text.includes('\0'));
const payload = fc
  .dictionary(
    fc.string().filter((text) => !text.includes('\0')),
    fc.integer(),
    { maxKeys: 3 },
  )
  .map((value) => JSON.stringify(value))
  .map((text) => ({ text, bytes: Buffer.byteLength(text) }));
const kept = { nil: undefined };

/** What happens to one of two entries of a room. */
const step = fc.oneof(
  fc.record({
    action: fc.constant('write' as const),
    type: fc.constant('note'),
    summary,
    consumingAgents: agents,
    payload,
  }),
  fc.record({
    action: fc.constant('update' as const),
    summary: fc.option(summary, kept),
    consumingAgents: fc.option(agents, kept),
    payload: fc.option(payload, kept),
    expectedMinor: fc.option(fc.nat(2), kept),
  }),
  fc.record({
    action: fc.constantFrom('delete' as const, 'restore' as const),
    expectedMinor: fc.option(fc.nat(2), kept),
  }),
);
const steps = fc.array(fc.record({ step, entry: fc.nat(1), author: fc.constantFrom('heron', 'otter') }), {
  minLength: 1,
  maxLength: 12,
});

/** The rows of a room in all tables of the log, but for the times and for what names the room and the request. */
async function rowsOf(roomId: string): Promise<unknown> {
  const table = (name: string, order: string) =>
    `(SELECT json_agg(to_jsonb(t) - ARRAY['room_id', 'request_id', 'head_request_id', 'written_at', 'updated_at', 'created_at', 'last_activity_at']
      ORDER BY ${order}) FROM ${name} t WHERE t.room_id = '${roomId}') AS ${name}`;
  const tables = [
    table('rooms', 'position'),
    table('versions', 'position'),
    table('entries', 'created_position'),
    table('deliveries', 'position, agent_id'),
  ];
  return administer(db.url, `SELECT ${tables.join(', ')}`);
}

/** An outcome without what no two writes share. */
function told(outcome: AtOnce | undefined): unknown {
  if (!outcome || !('version' in outcome)) return outcome;
  const { roomId, requestId, writtenAt, ...version } = outcome.version;
  return { ...outcome, version, dated: writtenAt instanceof Date };
}

const batch = (roomId: string, ...operations: Operation[]): RoomBatch => ({
  roomId,
  operations: operations.map((operation) => ({ operation, requestId: newId() })),
});
const firstWrite: Operation = {
  action: 'write', entryId: newId(), author: 'heron', type: 'note', summary: 's', consumingAgents: [], payload: { text: '{}', bytes: 2 },
}; // biome-ignore format: one value

/** What is to happen to a room and to its copy. An entry is written once: later writes of it are left out. */
function operationsOf(life: typeof steps extends fc.Arbitrary<infer Steps> ? Steps : never): (Operation | undefined)[] {
  const entryIds = [newId(), newId()];
  const written = new Set<number>();
  return life.map(({ step, entry, author }) => {
    if (step.action === 'write' && written.has(entry)) return undefined;
    if (step.action === 'write') written.add(entry);
    return { ...step, author, entryId: entryIds[entry]! };
  });
}

it('what is written at once leaves the same rows and has the same outcomes as what is written one by one', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 2, maxLength: 5 }), async (lives) => {
      const rooms = lives.map((life) => ({ operations: operationsOf(life), room: freshRoom(), copy: freshRoom() }));
      for (const roomId of rooms.flatMap(({ room, copy }) => [room, copy]))
        await sendOperations(db.database, batch(roomId, firstWrite), false);
      for (let turn = 0; turn < Math.max(...lives.map(({ length }) => length)); turn += 1) {
        const now = rooms.filter(({ operations }) => operations[turn]);
        if (now.length === 0) continue;
        const atOnce = await sendAtOnce(
          db.database,
          now.map(({ room, operations }) => batch(room, operations[turn]!)),
        );
        for (const [n, { copy, operations }] of now.entries()) {
          const [expected] = await sendOperations(db.database, batch(copy, operations[turn]!), false);
          const outcome = expected!.outcome === 'done' ? told(expected) : { outcome: 'apart' };
          expect(told(atOnce[n]![0])).toEqual(outcome);
        }
      }
      for (const { room, copy } of rooms) expect(await rowsOf(room)).toEqual(await rowsOf(copy));
    }),
    { numRuns: 30 },
  );
});

it('all plain writes are one statement, all changes another; what has a key, or is not alone in its room, has its own', async () => {
  const watched = faulty(db.database);
  const entryId = newId();
  const write = { ...firstWrite, entryId };
  const update: Operation = { action: 'update', entryId, author: 'heron', summary: 'new' };
  const rooms = Array.from({ length: 22 }, freshRoom);
  for (const room of rooms) await sendOperations(db.database, batch(room, write), false);
  const outcomes = await sendAtOnce(watched, [
    batch(rooms[0]!, { ...update, key: 'k', inputHash: 'h' }),
    batch(rooms[1]!, update, update),
    batch(rooms[2]!, { ...update, action: 'none' }),
    ...rooms.slice(3, 5).map((room) => batch(room, { ...write, entryId: newId() })),
    ...rooms.slice(5).map((room) => batch(room, update)),
  ]);
  expect(watched.sent).toEqual([
    'append',
    'append',
    'append',
    'append',
    'append_writes_2',
    'append_changes_16',
    'append_changes_1',
  ]);
  expect(outcomes.map((of) => of.map(({ outcome }) => outcome))).toEqual([
    ['done'],
    ['done', 'done'],
    ['unchanged'],
    ...rooms.slice(3).map(() => ['done']),
  ]);
});
