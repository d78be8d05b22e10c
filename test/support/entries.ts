import { OPEN_CALLER } from '../../src/access/caller.ts';
import type { Database } from '../../src/database/database.ts';
import type { WriteContextInput } from '../../src/entries/inputs.ts';
import { openStore, type Store } from '../../src/entries/store.ts';
import { writeContext } from '../../src/entries/write-context.ts';
import { Log } from '../../src/log/log.ts';
import type { Version } from '../../src/log/version.ts';

export const caller = OPEN_CALLER;

let rooms = 0;
/** A room that no other test has used. */
export const freshRoom = (): string => `room-${++rooms}`;

/** A store on the test's database; closed when the file is done. */
export function testStore(db: { database: Database }): { store: Store } {
  const held = { store: undefined as unknown as Store };
  beforeAll(() => {
    held.store = openStore(db.database, new Log(db.database));
  });
  afterAll(() => held.store.log.close());
  return held;
}

/** Writes a note, by default one that nobody consumes. */
export async function writeNote(
  store: Store,
  roomId: string,
  input: Partial<WriteContextInput> = {},
): Promise<Version> {
  const defaults = { type: 'note', summary: 's', consumingAgents: [], author: 'heron', payload: { text: 't' } };
  return (await writeContext(store, caller, { roomId, ...defaults, ...input })).version;
}

/** The next `count` items of an iterator. */
export async function take<T>(iterator: AsyncIterator<T>, count: number): Promise<T[]> {
  const items: T[] = [];
  while (items.length < count) {
    const { done, value } = await iterator.next();
    if (done) throw new Error(`ended after ${items.length} of ${count}`);
    items.push(value);
  }
  return items;
}

/** The error that a call is refused with. */
export async function refusalOf(
  call: Promise<unknown>,
): Promise<{ code: string; message: string; extensions: Record<string, unknown> }> {
  try {
    await call;
  } catch (error) {
    return error as { code: string; message: string; extensions: Record<string, unknown> };
  }
  throw new Error('The call was not refused.');
}
