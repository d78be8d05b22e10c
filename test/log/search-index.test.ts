import { setTimeout as sleep } from 'node:timers/promises';
import { SearchIndex } from '../../src/log/search-index.ts';
import { testDatabase } from '../support/database.ts';
import { freshRoom } from '../support/entries.ts';

const db = testDatabase();

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
