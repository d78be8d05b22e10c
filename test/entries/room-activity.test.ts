import { roomActivity } from '../../src/entries/room-activity.ts';
import { roomChanges } from '../../src/entries/room-changes.ts';
import { testDatabase } from '../support/database.ts';
import { caller, freshRoom, refusalOf, testStore, writeNote } from '../support/entries.ts';

const db = testDatabase();
const held = testStore(db);
const lean = { payload: false };
const ago = (seconds: number): Date => new Date(Date.now() - seconds * 1000);

describe('what happened in a room', () => {
  it('is paged newest first, also what is addressed to nobody', async () => {
    const roomId = freshRoom();
    for (const summary of ['a', 'b', 'c']) await writeNote(held.store, roomId, { summary });
    const page = await roomChanges(held.store, caller, { roomId, first: 2 }, lean);
    expect(page.edges.map(({ node }) => node.summary)).toEqual(['c', 'b']);
    expect(page.hasNextPage).toBe(true);
    const older = await roomChanges(held.store, caller, { roomId, before: page.edges[1]!.cursor }, { payload: true });
    expect(older.edges.map(({ node }) => node.payload)).toEqual(['{"text":"t"}']);
    expect(older.hasNextPage).toBe(false);
  });

  it('is counted in spans up to now, events apart from writes', async () => {
    const roomId = freshRoom();
    await writeNote(held.store, roomId);
    await writeNote(held.store, roomId, { consumingAgents: ['otter'] });
    await db.database.prisma
      .$executeRaw`UPDATE versions SET written_at = now() - interval '90 seconds' WHERE room_id = ${roomId} AND position = 1`;
    const spans = await roomActivity(held.store, caller, { roomId, since: ago(110), every: 60 });
    expect(spans.map(({ writes, events }) => [writes, events])).toEqual([
      [1, 0],
      [1, 1],
    ]);
    const later = await roomActivity(held.store, caller, { roomId, since: ago(50), every: 60 });
    expect(later.map(({ writes }) => writes)).toEqual([1]);
  });

  it('is nothing in a room that nobody has written to', async () => {
    const roomId = freshRoom();
    expect((await roomChanges(held.store, caller, { roomId }, lean)).edges).toEqual([]);
    expect(await roomActivity(held.store, caller, { roomId, since: ago(5), every: 10 })).toMatchObject([{ writes: 0 }]);
  });

  it('is refused where the spans are too many, too short or to come', async () => {
    const roomId = freshRoom();
    const codeOf = async (since: Date, every: number) =>
      (await refusalOf(roomActivity(held.store, caller, { roomId, since, every }))).code;
    expect(await codeOf(ago(600), 1)).toBe('LIMIT_EXCEEDED');
    expect(await codeOf(ago(1), 0)).toBe('BAD_USER_INPUT');
    expect(await codeOf(ago(-60), 1)).toBe('BAD_USER_INPUT');
  });
});
