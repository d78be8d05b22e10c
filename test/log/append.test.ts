import { jest } from '@jest/globals';
import pg from 'pg';
import type { Database } from '../../src/database/database.ts';
import { ConnectionLost } from '../../src/database/errors.ts';
import { Appender } from '../../src/log/append.ts';
import type { Operation, Outcome } from '../../src/log/append-statement.ts';
import { newId } from '../../src/log/new-id.ts';
import { testDatabase } from '../support/database.ts';
import { freshRoom } from '../support/entries.ts';
import { faulty, latch } from '../support/faulty-database.ts';
import { administer } from '../support/run.ts';

const db = testDatabase();

const text = '{"text":"t"}';
const note = (more: Partial<Operation> = {}): Operation => ({
  action: 'write', entryId: newId(), author: 'heron', type: 'note', summary: 's', consumingAgents: ['otter'],
  payload: { text, bytes: text.length }, ...more,
}); // biome-ignore format: one value

interface Told {
  appender: Appender;
  /** What the appender said was committed, as `room position`. */
  committed: string[];
}

function appenderOn(database: Database, rooms?: number): Told {
  const committed: string[] = [];
  const tell = (roomId: string, versions: { position: number }[]) => {
    committed.push(...versions.map(({ position }) => `${roomId} ${position}`));
  };
  return { appender: new Appender(database, tell, rooms), committed };
}

const freshRooms = (count: number): string[] => Array.from({ length: count }, freshRoom);

/** A commit under way stays one, however long this machine takes: the time after which others do not wait for it stands still. */
const stopTimeouts = (): unknown =>
  jest.useFakeTimers({
    doNotFake: ['Date', 'hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'clearImmediate'],
  });

afterEach(() => jest.useRealTimers());

const sorted = (texts: string[]): string[] => [...texts].sort();

/** How many transactions have written the versions of these rooms. */
async function transactionsOf(rooms: string[]): Promise<number> {
  const list = rooms.map((room) => `'${room}'`).join();
  const [row] = await administer(
    db.url,
    `SELECT count(DISTINCT xmin::text)::integer AS count FROM versions WHERE room_id IN (${list})`,
  );
  return Number(row!.count);
}

/** The positions of each room in the log, read from the table. */
async function positionsOf(rooms: string[]): Promise<string[]> {
  const list = rooms.map((room) => `'${room}'`).join();
  const rows = await administer(db.url, `SELECT room_id, position FROM versions WHERE room_id IN (${list})`);
  return sorted(rows.map((row) => `${row.room_id} ${row.position}`));
}

/** Lets the event loop turn, so that what was scheduled has begun. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((next) => setImmediate(next));
}

const writeOnce = (appender: Appender, rooms: string[]): Promise<Outcome[]> =>
  Promise.all(rooms.map((room) => appender.append(room, note())));

it('writes to a few rooms that come together are one transaction; the next ones are another', async () => {
  const { appender, committed } = appenderOn(db.database);
  const rooms = freshRooms(3);
  const outcomes = await writeOnce(appender, rooms);
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(rooms.map(() => 'done'));
  expect(await transactionsOf(rooms)).toBe(1);
  await writeOnce(appender, rooms);
  expect(await transactionsOf(rooms)).toBe(2);
  expect(sorted(committed)).toEqual(sorted(rooms.flatMap((room) => [`${room} 1`, `${room} 2`])));
  expect(await positionsOf(rooms)).toEqual(sorted(committed));
});

it('of many rooms at once the first go in fours, and what waits meanwhile goes together', async () => {
  const { appender, committed } = appenderOn(db.database);
  const rooms = freshRooms(24);
  const [first, waiting] = [rooms.slice(0, 8), rooms.slice(8)];
  await writeOnce(appender, rooms);
  expect(await transactionsOf(first)).toBe(2);
  expect(await transactionsOf(waiting)).toBe(1);
  expect(await transactionsOf(rooms)).toBe(3);
  expect(await positionsOf(rooms)).toEqual(sorted(committed));
});

it('beside a commit under way four writes begin another one, of as many rooms or of fewer; what is less waits for its end, and goes together', async () => {
  stopTimeouts();
  const held = faulty(db.database);
  const { appender } = appenderOn(held);
  const [first, ...few] = freshRooms(4) as [string, ...string[]];
  const [four, two] = [freshRooms(4), freshRooms(2)];
  const way = latch();
  held.before = () => {
    held.before = () => undefined;
    return way.opened;
  };
  const answers = [appender.append(first, note())];
  await turns(2);
  answers.push(...few.map((room) => appender.append(room, note())));
  await turns(2);
  expect(held.sent).toEqual(['append']);
  way.open();
  await Promise.all(answers);
  expect(await transactionsOf(few)).toBe(1);
  expect(await transactionsOf([first, ...few])).toBe(2);

  const again = latch();
  held.before = () => {
    held.before = () => undefined;
    return again.opened;
  };
  const waiting = appender.append(first, note());
  await turns(2);
  await writeOnce(appender, four);
  await writeOnce(appender, [...two, ...two]);
  again.open();
  await waiting;
  expect(await transactionsOf(four)).toBe(1);
  expect(await transactionsOf(two)).toBe(1);
});

it('with one room a commit, each room has a transaction of its own', async () => {
  const { appender } = appenderOn(db.database, 1);
  const rooms = freshRooms(8);
  await Promise.all(rooms.map((room) => appender.append(room, note())));
  expect(await transactionsOf(rooms)).toBe(8);
});

it('with one room a commit, eight are under way at one time, and none waits for another one of them', async () => {
  stopTimeouts();
  const held = faulty(db.database);
  const { appender } = appenderOn(held, 1);
  const rooms = freshRooms(9);
  const way = latch();
  held.before = () => way.opened;
  const answers = rooms.map((room) => appender.append(room, note()));
  await turns(2);
  expect(held.sent).toHaveLength(8);
  way.open();
  expect((await Promise.all(answers)).map(({ outcome }) => outcome)).toEqual(rooms.map(() => 'done'));
  expect(await transactionsOf(rooms)).toBe(9);
});

it('each write of a common transaction has its own outcome', async () => {
  const { appender } = appenderOn(db.database);
  const [a, b, c, d] = freshRooms(4) as [string, string, string, string];
  const entryId = newId();
  await Promise.all([appender.append(a, note({ entryId })), appender.append(b, note({ key: 'k', inputHash: 'h' }))]);
  const outcomes = await Promise.all([
    appender.append(a, { action: 'update', entryId, author: 'heron', expectedMinor: 7 }),
    appender.append(a, { action: 'update', entryId, author: 'heron', summary: 'new' }),
    appender.append(b, note({ key: 'k', inputHash: 'h' })),
    appender.append(b, note({ key: 'k', inputHash: 'other' })),
    appender.append(c, note()),
    appender.append(d, { action: 'update', entryId, author: 'heron', summary: 'new' }),
  ]);
  const told = (outcome: Outcome) =>
    'version' in outcome ? `${outcome.outcome} ${outcome.version.position}` : outcome.outcome;
  expect(outcomes.map(told)).toEqual(['conflict', 'done 2', 'replayed 1', 'key_reused', 'done 1', 'not_found']);
});

it('a room that somebody holds locked keeps no other room waiting', async () => {
  const { appender } = appenderOn(db.database);
  const [held, ...others] = freshRooms(5) as [string, ...string[]];
  await appender.append(held, note());
  const holder = new pg.Client({ connectionString: db.url });
  await holder.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT 1 FROM rooms WHERE room_id = $1 FOR UPDATE', [held]);
  let isAnswered = false;
  const waiting = appender.append(held, note()).finally(() => {
    isAnswered = true;
  });
  for (let n = 1; n <= 3; n += 1) {
    const outcomes = await Promise.all(others.map((room) => appender.append(room, note())));
    expect(outcomes.map((outcome) => 'version' in outcome && outcome.version.position)).toEqual(others.map(() => n));
  }
  expect(isAnswered).toBe(false);
  await holder.query('COMMIT');
  await holder.end();
  expect(await waiting).toMatchObject({ outcome: 'done', version: { position: 2 } });
});

it('what fails in one room fails there alone, and nothing of it is left', async () => {
  await administer(
    db.url,
    `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused at the commit'; END $$`,
    `CREATE CONSTRAINT TRIGGER refuse AFTER INSERT ON versions DEFERRABLE INITIALLY DEFERRED
       FOR EACH ROW WHEN (NEW.summary = 'fails') EXECUTE FUNCTION refuse()`,
  );
  const { appender, committed } = appenderOn(db.database);
  const [bad, ...good] = freshRooms(6) as [string, ...string[]];
  const failing = appender.append(bad, note({ summary: 'fails' })).catch((error: Error) => error.message);
  const outcomes = await Promise.all(good.map((room) => appender.append(room, note())));
  expect(await failing).toBe('refused at the commit');
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(good.map(() => 'done'));
  expect(sorted(committed)).toEqual(sorted(good.map((room) => `${room} 1`)));
  expect(await positionsOf([bad, ...good])).toEqual(sorted(committed));
});

it('where the connection broke behind the commit, each write is answered with what it did, and nothing is written twice', async () => {
  const broken = faulty(db.database);
  let left = 1;
  broken.after = (name) => {
    if (name === 'append' && left-- > 0) throw new ConnectionLost();
  };
  const { appender, committed } = appenderOn(broken);
  const rooms = freshRooms(3);
  const outcomes = await Promise.all(rooms.map((room) => appender.append(room, note())));
  expect(left).toBeLessThan(0);
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(rooms.map(() => 'replayed'));
  expect(sorted(committed)).toEqual(sorted(rooms.map((room) => `${room} 1`)));
  expect(await positionsOf(rooms)).toEqual(sorted(committed));
});

it('where the connection broke behind the commit of next versions, each is answered with what it did', async () => {
  const broken = faulty(db.database);
  const { appender, committed } = appenderOn(broken);
  const rooms = freshRooms(3);
  const entryId = newId();
  const update = { action: 'update', entryId, author: 'otter', summary: 'new' } as const;
  await Promise.all(rooms.map((room) => appender.append(room, note({ entryId }))));
  broken.sent.length = 0;
  let left = 1;
  broken.after = () => {
    if (left-- > 0) throw new ConnectionLost();
  };
  const outcomes = await Promise.all(rooms.map((room) => appender.append(room, update)));
  expect(broken.sent).toEqual(['append_changes_4', 'append', 'append', 'append']);
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(rooms.map(() => 'replayed'));
  expect(sorted(committed)).toEqual(sorted(rooms.flatMap((room) => [`${room} 1`, `${room} 2`])));
  expect(await positionsOf(rooms)).toEqual(sorted(committed));
});

it('servers that update the same entries at once lose no update, and of those that expect a version one has its way', async () => {
  const rooms = freshRooms(12);
  const entryId = newId();
  const servers = [0, 1, 2].map(() => appenderOn(db.database).appender);
  await writeOnce(servers[0]!, rooms);
  await Promise.all(rooms.map((room) => servers[0]!.append(room, note({ entryId }))));
  const round = (expectedMinor?: number) =>
    Promise.all(
      servers.flatMap((appender, n) =>
        [...rooms.slice(n * 4), ...rooms.slice(0, n * 4)].map((room) =>
          appender.append(room, { action: 'update', entryId, author: 'heron', summary: `by ${n}`, expectedMinor }),
        ),
      ),
    );
  for (let n = 0; n < 10; n += 1) {
    expect(new Set((await round()).map(({ outcome }) => outcome))).toEqual(new Set(['done']));
    const outcomes = (await round(n * 4 + 3)).map(({ outcome }) => outcome);
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(rooms.length);
    expect(outcomes.filter((outcome) => outcome === 'conflict')).toHaveLength(2 * rooms.length);
  }
  const list = rooms.map((room) => `'${room}'`).join();
  const rows = await administer(
    db.url,
    `SELECT array_agg(v.minor ORDER BY v.position) AS minors, e.minor, r.position, r.entry_count
     FROM rooms r JOIN entries e USING (room_id) JOIN versions v USING (room_id, entry_id)
     WHERE r.room_id IN (${list}) AND entry_id = '${entryId}' GROUP BY r.room_id, e.minor, r.position, r.entry_count`,
  );
  const minors = Array.from({ length: 41 }, (_, minor) => minor);
  expect(rows).toEqual(rooms.map(() => ({ minors, minor: 40, position: '42', entry_count: 2 })));
});

it('servers that make and write the same rooms at once, in any order, lose nothing and stop nowhere', async () => {
  const rooms = freshRooms(60);
  const servers = [appenderOn(db.database), appenderOn(db.database), appenderOn(db.database)];
  const writes = servers.flatMap(({ appender }, n) =>
    [...rooms.slice(n * 20), ...rooms.slice(0, n * 20)].flatMap((room) => [
      appender.append(room, note()),
      appender.append(room, note()),
    ]),
  );
  const outcomes = await Promise.all(writes);
  expect(new Set(outcomes.map(({ outcome }) => outcome))).toEqual(new Set(['done']));
  const expected = sorted(rooms.flatMap((room) => [1, 2, 3, 4, 5, 6].map((position) => `${room} ${position}`)));
  expect(sorted(servers.flatMap(({ committed }) => committed))).toEqual(expected);
  expect(await positionsOf(rooms)).toEqual(expected);
});
