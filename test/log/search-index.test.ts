import { setTimeout as sleep } from 'node:timers/promises';
import { SearchIndex } from '../../src/log/search-index.ts';
import { testDatabase } from '../support/database.ts';
import { freshRoom, testStore, writeNote } from '../support/entries.ts';

const db = testDatabase();
const held = testStore(db);

/** The position up to which the room's log can be searched. */
async function indexed(roomId: string): Promise<number> {
  const statement = { name: 'progress', text: 'SELECT position FROM search_progress WHERE room_id = $1' };
  const [row] = await db.database.query<{ position: number }>(statement, [roomId]);
  return Number(row?.position ?? 0);
}

it('a search that catches up before the planned step leaves it nothing to do, and nothing breaks', async () => {
  const broken: unknown[] = [];
  const onBroken = (error: unknown) => void broken.push(error);
  process.on('unhandledRejection', onBroken);
  try {
    const index = new SearchIndex(db.database);
    const room = freshRoom();
    index.grown(room);
    await index.catchUp(room);
    await sleep(800);
    await index.close();
    expect(broken).toEqual([]);
  } finally {
    process.off('unhandledRejection', onBroken);
  }
});

it('a quiet room is indexed in the gaps between writes: slowly while there are none, to its end when there are', async () => {
  const room = freshRoom();
  const other = freshRoom();
  const head = 120;
  for (let note = 0; note < head; note++) await writeNote(held.store, room);
  const writes = setInterval(() => held.store.log.search.grown(other), 2);
  try {
    await sleep(13_500);
    // At its full pace it would have come to the end in 1.5 of the 3.5 s since the room counts as quiet.
    const meanwhile = await indexed(room);
    expect(meanwhile).toBeGreaterThan(0);
    expect(meanwhile).toBeLessThan(head / 2);
  } finally {
    clearInterval(writes);
  }
  while ((await indexed(room)) < head) await sleep(50);
  expect(await indexed(room)).toBe(head);
}, 60_000);
