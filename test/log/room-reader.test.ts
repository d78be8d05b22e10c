import { followContextChanges } from '../../src/entries/follow-context.ts';
import { openStore, type Store } from '../../src/entries/store.ts';
import { cursorOf } from '../../src/log/cursor.ts';
import { Log } from '../../src/log/log.ts';
import { RoomRing } from '../../src/log/room-ring.ts';
import type { Version } from '../../src/log/version.ts';
import { testDatabase } from '../support/database.ts';
import { caller, freshRoom, refusalOf, take, testStore, writeNote } from '../support/entries.ts';
import { type FaultyDatabase, faulty, latch } from '../support/faulty-database.ts';

const db = testDatabase();
/** Another server, on a sound way to the database. */
const other = testStore(db);
let database: FaultyDatabase;
let store: Store;

beforeEach(() => {
  database = faulty(db.database);
  store = openStore(database, new Log(database));
});
afterEach(() => store.log.close());

const isSlice = (name: string): boolean => name.startsWith('slice');
const slices = (): number => database.sent.filter(isSlice).length;

/** Takes the last versions out of a room's log, as a failover to a standby that lagged does. */
async function loseBehind(roomId: string, position: number): Promise<void> {
  const lose = (name: string, text: string) => db.database.query({ name, text }, [roomId, position]);
  await lose('lose-1', 'DELETE FROM versions WHERE room_id = $1 AND position > $2');
  await lose('lose-2', 'DELETE FROM entries WHERE room_id = $1 AND created_position > $2');
  await lose('lose-3', 'DELETE FROM deliveries WHERE room_id = $1 AND position > $2');
  await lose(
    'lose-4',
    'UPDATE rooms SET position = $2, head_request_id = (SELECT request_id FROM versions WHERE room_id = $1 AND position = $2) WHERE room_id = $1',
  );
}

describe('the reader of a room', () => {
  it('looks into word that comes while it reads, without waiting for the next check', async () => {
    const roomId = freshRoom();
    const subscription = await followContextChanges(store, caller, { roomId });
    const read = latch();
    const held = latch();
    database.after = async (name) => {
      if (!isSlice(name)) return;
      database.after = () => undefined;
      read.open();
      await held.opened;
    };
    store.log.heard(roomId, 1);
    await read.opened;
    const written = await writeNote(other.store, roomId);
    store.log.heard(roomId, written.position);
    held.open();
    const started = Date.now();
    expect(await take(subscription, 1)).toEqual([written]);
    expect(Date.now() - started).toBeLessThan(300);
  });

  it('sends one query a wake, however many subscribe', async () => {
    const roomId = freshRoom();
    const subscriptions = await Promise.all(
      Array.from({ length: 1_000 }, () => followContextChanges(store, caller, { roomId })),
    );
    const before = slices();
    const waiting = subscriptions.map((subscription) => subscription.next());
    const written = await writeNote(other.store, roomId);
    store.log.heard(roomId, written.position);
    for (const step of await Promise.all(waiting)) expect(step.value?.requestId).toBe(written.requestId);
    expect(slices() - before).toBe(1);
  });

  it('sends one query for all that come back behind the same cursor', async () => {
    const roomId = freshRoom();
    const first = await writeNote(other.store, roomId);
    for (let i = 0; i < 20; i++) await writeNote(other.store, roomId);
    const after = cursorOf(first);
    const subscriptions = await Promise.all(
      Array.from({ length: 50 }, () => followContextChanges(store, caller, { roomId, after })),
    );
    const before = slices();
    for (const events of await Promise.all(subscriptions.map((subscription) => take(subscription, 20))))
      expect(events.map(({ position }) => position)).toEqual(Array.from({ length: 20 }, (_, i) => i + 2));
    expect(slices() - before).toBe(1);
  });

  it('goes on by itself when reading has failed for a while', async () => {
    const roomId = freshRoom();
    const subscription = await followContextChanges(store, caller, { roomId });
    database.before = () => {
      throw new Error('away');
    };
    const written = [];
    for (let i = 0; i < 3; i++) written.push(await writeNote(other.store, roomId));
    store.log.heard(roomId, 3);
    await new Promise((wake) => setTimeout(wake, 700));
    database.before = () => undefined;
    expect(await take(subscription, 3)).toEqual(written);
  });

  it('notices a log that has lost its end and has grown beyond it', async () => {
    const roomId = freshRoom();
    await writeNote(store, roomId);
    const subscription = await followContextChanges(store, caller, { roomId });
    await writeNote(store, roomId);
    await take(subscription, 1);
    await loseBehind(roomId, 1);
    database.reconnected += 1;
    await writeNote(other.store, roomId, { summary: 'in the place of the lost one' });
    const next = subscription.next();
    await writeNote(store, roomId);
    expect(await refusalOf(next)).toMatchObject({ code: 'CURSOR_AHEAD' });
  });

  it('gives a new subscription nothing of a log that was replaced', async () => {
    const roomId = freshRoom();
    await writeNote(store, roomId);
    const old = await followContextChanges(store, caller, { roomId });
    for (let i = 0; i < 3; i++) await writeNote(store, roomId, { summary: 'lost' });
    await take(old, 3);
    await loseBehind(roomId, 1);
    database.reconnected += 1;
    const written = [];
    for (let i = 0; i < 5; i++) written.push(await writeNote(other.store, roomId, { summary: 'new' }));
    const subscription = await followContextChanges(store, caller, { roomId, after: cursorOf(written[0]!) });
    expect(await take(subscription, 4)).toEqual(written.slice(1));
    expect(await refusalOf(old.next())).toMatchObject({ code: 'CURSOR_AHEAD' });
  });

  it('notices, for a subscription that is far behind, that the log was replaced under it', async () => {
    const roomId = freshRoom();
    const first = await writeNote(store, roomId);
    for (let i = 0; i < 250; i++) await writeNote(store, roomId);
    const subscription = await followContextChanges(store, caller, { roomId, after: cursorOf(first) });
    await take(subscription, 100);
    await loseBehind(roomId, 50);
    for (let i = 0; i < 250; i++) await writeNote(other.store, roomId);
    expect(await refusalOf(take(subscription, 1))).toMatchObject({ code: 'CURSOR_AHEAD' });
  });

  it('asks for the heads of the rooms once at a time, also where the answer takes long', async () => {
    await followContextChanges(store, caller, { roomId: freshRoom() });
    const held = latch();
    database.before = (name) => (name === 'heads' ? held.opened : undefined);
    await new Promise((wake) => setTimeout(wake, 3_300));
    expect(database.sent.filter((name) => name === 'heads')).toHaveLength(1);
    held.open();
  });

  it('opens no subscription on a log that is being closed', async () => {
    const held = latch();
    database.before = () => held.opened;
    const opening = refusalOf(followContextChanges(store, caller, { roomId: freshRoom() }));
    await store.log.close();
    held.open();
    expect(await opening).toMatchObject({ code: 'UNAVAILABLE' });
    expect(store.log.counts()).toEqual({ readers: 0, subscriptions: 0, ringBytes: 0 });
  });
});

describe('a ring', () => {
  const version = (position: number, payloadBytes = 100): Version =>
    ({ position, payloadBytes, summary: '', recipients: [], consumingAgents: [] }) as unknown as Version;

  it('keeps the newest 512 versions', () => {
    const ring = new RoomRing({ bytes: 0, most: Number.POSITIVE_INFINITY });
    for (let i = 1; i <= 1_000; i++) ring.push(version(i));
    expect([488, 489, 1_000, 1_001].map((position) => ring.at(position)?.position)).toEqual([
      undefined,
      489,
      1_000,
      undefined,
    ]);
  });

  it('keeps 4 MiB', () => {
    const budget = { bytes: 0, most: Number.POSITIVE_INFINITY };
    const ring = new RoomRing(budget);
    for (let i = 1; i <= 500; i++) ring.push(version(i, 65_536));
    expect(budget.bytes).toBeLessThanOrEqual(4 * 1024 * 1024);
    expect(ring.at(500)?.position).toBe(500);
  });

  it('shares what all rings may hold, and gives it back', () => {
    const budget = { bytes: 0, most: 1_000_000 };
    const rings = Array.from({ length: 50 }, () => new RoomRing(budget));
    for (let i = 1; i <= 100; i++) for (const ring of rings) ring.push(version(i, 10_000));
    expect(budget.bytes).toBeLessThanOrEqual(1_000_000 + 50 * 10_500);
    for (const ring of rings) ring.clear();
    expect(budget.bytes).toBe(0);
  });

  it('lets go of what it has when nothing has come for a while', () => {
    const budget = { bytes: 0, most: 1_000_000 };
    const ring = new RoomRing(budget);
    ring.push(version(7));
    ring.rest(Date.now() + 5_000);
    expect(ring.at(7)).toBeDefined();
    ring.rest(Date.now() + 11_000);
    expect(ring.at(7)).toBeUndefined();
    expect(budget.bytes).toBe(0);
    ring.push(version(8));
    expect(ring.at(8)?.position).toBe(8);
  });
});
