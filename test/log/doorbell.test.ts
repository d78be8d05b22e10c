import fc from 'fast-check';
import { followContextChanges } from '../../src/entries/follow-context.ts';
import { openStore, type Store } from '../../src/entries/store.ts';
import type { OpenBell } from '../../src/log/doorbell.ts';
import { messagesOf, takeMessage } from '../../src/log/doorbell-messages.ts';
import { postgresBell } from '../../src/log/doorbell-postgres.ts';
import { redisBell } from '../../src/log/doorbell-redis.ts';
import { Log } from '../../src/log/log.ts';
import { testDatabase } from '../support/database.ts';
import { caller, freshRoom, take, writeNote } from '../support/entries.ts';
import { proxyTo } from '../support/proxy.ts';
import { freePort, hasRedis, startRedis } from '../support/redis.ts';
import { administer } from '../support/run.ts';

const db = testDatabase();
const sleep = (ms: number): Promise<void> => new Promise((wake) => setTimeout(wake, ms));

async function until(holds: () => boolean, ms: number): Promise<void> {
  for (const end = Date.now() + ms; !holds() && Date.now() < end; ) await sleep(10);
  expect(holds()).toBe(true);
}

const opened: Store[] = [];
afterEach(async () => {
  for (const store of opened.splice(0)) await store.log.close();
});

/** Two servers on one database, whose doorbells are connected. */
async function twoServers(bell: () => OpenBell): Promise<[Store, Store]> {
  const [one, two] = [0, 1].map(() => openStore(db.database, new Log(db.database, bell()))) as [Store, Store];
  opened.push(one, two);
  await until(() => one.log.bell().connected && two.log.bell().connected, 5_000);
  return [one, two];
}

/** How long after the write each event came, in milliseconds: below a second the check cannot be what brought it. */
async function delays(from: Store, to: Store, count: number): Promise<number[]> {
  const roomId = freshRoom();
  const subscription = await followContextChanges(to, caller, { roomId });
  const measured = [];
  for (let i = 0; i < count; i++) {
    const coming = take(subscription, 1).then(() => performance.now());
    await writeNote(from, roomId);
    const written = performance.now();
    measured.push((await coming) - written);
  }
  await subscription.return();
  return measured.sort((a, b) => a - b);
}

describe('messages', () => {
  const roomIds = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 128 });

  it('tell of every room, each below 8,000 bytes, whatever the rooms are called', () => {
    fc.assert(
      fc.property(fc.dictionary(roomIds, fc.nat(), { maxKeys: 60 }), (rings) => {
        const told = new Map<string, number>();
        const sent = messagesOf('abcdef01', new Map(Object.entries(rings)));
        for (const message of sent) {
          expect(Buffer.byteLength(message)).toBeLessThan(8_000);
          takeMessage(message, 'other', {
            heard: (room, position) => told.set(room, position),
            missed: () => undefined,
          });
        }
        expect([...told].sort()).toEqual(Object.entries(rings).sort());
      }),
    );
  });

  it('of rooms with the longest ids are split', () => {
    const rooms = new Map(Array.from({ length: 100 }, (_, i) => [`${'𝕏'.repeat(125)}${i}`, i]));
    const messages = messagesOf('abcdef01', rooms);
    expect(messages.length).toBeGreaterThan(5);
    for (const message of messages) expect(Buffer.byteLength(message)).toBeLessThan(8_000);
  });

  it('that are garbage, or our own, tell nothing', () => {
    const heard = () => {
      throw new Error('heard');
    };
    for (const text of ['', '{', '7', '{}', '["x",1,2]', '["x","room"]', '["x","room","1"]', '["self","room",1]'])
      expect(takeMessage(text, 'self', { heard, missed: heard })).toBe(0);
  });
});

describe('doorbells over PostgreSQL', () => {
  const bell = () => postgresBell(db.url);

  it('bring the events of another server at once', async () => {
    const [one, two] = await twoServers(bell);
    const measured = await delays(one, two, 40);
    expect(measured[20]).toBeLessThan(250);
    expect(two.log.bell()).toMatchObject({ kind: 'postgres', connected: true, lost: 0 });
    expect(two.log.bell().heard).toBeGreaterThanOrEqual(40);
  });

  it('put the rings of many rooms into few messages', async () => {
    const [one, two] = await twoServers(bell);
    const rooms = Array.from({ length: 40 }, freshRoom);
    await Promise.all(rooms.map((roomId) => writeNote(one, roomId)));
    await until(() => two.log.bell().heard >= 40, 2_000);
    expect(one.log.bell().messages).toBeLessThan(20);
  });

  it('ring for nobody while the server is alone, and for another one as soon as it is there', async () => {
    const one = openStore(db.database, new Log(db.database, bell()));
    opened.push(one);
    await until(() => one.log.bell().connected, 5_000);
    await sleep(300);
    const before = one.log.bell();
    const rooms = Array.from({ length: 10 }, freshRoom);
    for (const roomId of rooms) await writeNote(one, roomId);
    await sleep(100);
    expect(one.log.bell()).toEqual(before);
    const two = openStore(db.database, new Log(db.database, bell()));
    opened.push(two);
    await until(() => two.log.bell().connected, 5_000);
    await sleep(300);
    expect((await delays(one, two, 20))[10]).toBeLessThan(250);
    expect((await delays(two, one, 20))[10]).toBeLessThan(250);
    await two.log.close();
    await sleep(3_500);
    const left = one.log.bell();
    for (const roomId of rooms) await writeNote(one, roomId);
    await sleep(100);
    expect(one.log.bell()).toEqual(left);
  });

  it('ring for another server that came while this one was finding out that it is alone', async () => {
    const proxy = await proxyTo(db.url);
    const one = openStore(db.database, new Log(db.database, postgresBell(proxy.url)));
    opened.push(one);
    await until(() => one.log.bell().connected, 5_000);
    await sleep(300);
    const release = await proxy.hold();
    const two = openStore(db.database, new Log(db.database, bell()));
    opened.push(two);
    await until(() => two.log.bell().connected, 5_000);
    await sleep(200);
    release();
    await sleep(100);
    expect((await delays(one, two, 5))[2]).toBeLessThan(250);
    await one.log.close();
    await proxy.close();
  });

  it('come back by themselves when their connection was cut', async () => {
    const [one, two] = await twoServers(bell);
    await administer(
      db.url,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'roomd doorbell' AND datname = current_database()`,
    );
    await until(() => one.log.bell().lost === 1 && two.log.bell().lost === 1, 2_000);
    await until(() => one.log.bell().connected && two.log.bell().connected, 3_000);
    expect((await delays(one, two, 20))[10]).toBeLessThan(250);
  });

  it('notice a way that is dead without having said so, and hold nobody up', async () => {
    const proxy = await proxyTo(db.url);
    const log = new Log(db.database, postgresBell(proxy.url));
    const store = openStore(db.database, log);
    opened.push(store);
    await until(() => log.bell().connected, 3_000);
    proxy.freeze();
    const started = Date.now();
    const room = freshRoom();
    const subscription = await followContextChanges(store, caller, { roomId: room });
    for (let i = 0; i < 20; i++) await writeNote(store, room);
    await take(subscription, 20);
    expect(Date.now() - started).toBeLessThan(2_000);
    await until(() => !log.bell().connected, 6_000);
    await proxy.close();
  });

  it('that carry garbage, or bogus positions, do no harm', async () => {
    const [one, two] = await twoServers(bell);
    const roomId = freshRoom();
    const subscription = await followContextChanges(two, caller, { roomId });
    await administer(
      db.url,
      `SELECT pg_notify('roomd_rings', 'nonsense')`,
      `SELECT pg_notify('roomd_rings', '["x","${roomId}",900000]')`,
      `SELECT pg_notify('roomd_rings', '["x","${roomId}",-1]')`,
    );
    const written = await writeNote(one, roomId);
    expect(await take(subscription, 1)).toEqual([written]);
  });
});

describe('without doorbells', () => {
  it('events of another server come within 1.2 s', async () => {
    const [one, two] = [0, 1].map(() => openStore(db.database, new Log(db.database))) as [Store, Store];
    opened.push(one, two);
    const measured = await delays(one, two, 5);
    expect(measured[4]).toBeLessThan(1_200);
  });
});

(hasRedis() ? describe : describe.skip)('doorbells over Redis', () => {
  it('bring events at once; a Redis that is killed costs promptness only; back again, it serves again', async () => {
    const port = await freePort();
    let redis = await startRedis(port);
    try {
      const [one, two] = await twoServers(() => redisBell(`redis://127.0.0.1:${port}`));
      expect((await delays(one, two, 20))[10]).toBeLessThan(250);
      redis.kill('SIGKILL');
      await until(() => !one.log.bell().connected && !two.log.bell().connected, 3_000);
      expect((await delays(one, two, 3))[2]).toBeLessThan(1_300);
      redis = await startRedis(port);
      await until(() => one.log.bell().connected && two.log.bell().connected, 5_000);
      await sleep(100);
      expect((await delays(one, two, 20))[10]).toBeLessThan(250);
    } finally {
      redis.kill('SIGKILL');
    }
  });

  it('that was never there holds nobody up, and is told of once', async () => {
    const told: string[] = [];
    const onAway = (error: Error) => void told.push(error.message);
    const log = new Log(db.database, redisBell(`redis://127.0.0.1:${await freePort()}`, onAway));
    const store = openStore(db.database, log);
    opened.push(store);
    await writeNote(store, freshRoom());
    expect(log.bell()).toMatchObject({ kind: 'redis', connected: false });
    await until(() => told.length > 0, 3_000);
    await sleep(1_000);
    expect(told).toEqual([expect.stringContaining('ECONNREFUSED')]);
  });
});
