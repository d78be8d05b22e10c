import { connect } from '../../src/database/connect.ts';
import { isConnectionLost } from '../../src/database/errors.ts';
import type { PoolOptions } from '../../src/database/pool.ts';
import { testDatabase } from '../support/database.ts';
import { type DatabaseProxy, proxyTo } from '../support/proxy.ts';
import { administer } from '../support/run.ts';

const db = testDatabase();

const proxies: DatabaseProxy[] = [];
afterEach(async () => {
  for (const proxy of proxies.splice(0)) await proxy.close();
});

async function byProxy(): Promise<DatabaseProxy> {
  const proxy = await proxyTo(db.url);
  proxies.push(proxy);
  return proxy;
}

const sleep = { name: 'sleep', text: 'SELECT pg_sleep($1)' };
const pid = { name: 'pid', text: 'SELECT pg_backend_pid() AS pid' };

async function withDatabase(options: PoolOptions, use: (database: typeof db.database) => Promise<void>, url = db.url) {
  const database = await connect(url, options);
  try {
    await use(database);
  } finally {
    await database.close();
  }
}

/** What a call failed with, and after how long. */
async function failure(call: Promise<unknown>): Promise<{ error: unknown; ms: number }> {
  const started = Date.now();
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return { error, ms: Date.now() - started };
}

const withCode = (code: string) => expect.objectContaining({ name: 'ContextError', code, retryable: true });

it('bigint is read as number, json as the text that was stored, timestamps as dates', async () => {
  const text = `SELECT 5::bigint AS count, '{"b":1,  "a":1e400}'::json AS payload,
    '2026-01-02 03:04:05.678+02'::timestamptz AS at, ARRAY['a','b"c'] AS names`;
  expect(await db.database.query({ name: 'types', text }, [])).toEqual([
    {
      count: 5,
      payload: '{"b":1,  "a":1e400}',
      at: new Date('2026-01-02T01:04:05.678Z'),
      names: ['a', 'b"c'],
    },
  ]);
});

it('a fault of the statement is given as it is, and its connection is kept', async () => {
  await withDatabase({ max: 1 }, async (database) => {
    const before = await database.query(pid, []);
    await expect(database.query({ name: 'fault', text: 'SELECT 1/0' }, [])).rejects.toMatchObject({ code: '22012' });
    expect(await database.query(pid, [])).toEqual(before);
  });
});

describe('every wait ends', () => {
  it('a statement that takes too long is OVERLOADED, and the connection goes on', async () => {
    await withDatabase({ max: 1, statementMs: 200 }, async (database) => {
      const { error, ms } = await failure(database.query(sleep, [30]));
      expect(error).toEqual(withCode('OVERLOADED'));
      expect(ms).toBeLessThan(2_000);
      expect(await database.query(sleep, [0])).toHaveLength(1);
    });
  });

  it('a lock that is not freed is OVERLOADED, for Prisma too', async () => {
    await withDatabase({ statementMs: 300 }, async (database) => {
      const locked = administer(db.url, 'BEGIN', 'LOCK TABLE rooms', 'SELECT pg_sleep(5)');
      await database.query(sleep, [0.2]);
      const count = { name: 'count', text: 'SELECT count(*) FROM rooms' };
      expect((await failure(database.query(count, []))).error).toEqual(withCode('OVERLOADED'));
      expect((await failure(database.prisma.room.findMany())).error).toEqual(withCode('OVERLOADED'));
      expect((await failure(database.prisma.$queryRaw`SELECT 1 FROM rooms`)).error).toEqual(withCode('OVERLOADED'));
      await locked;
      expect(await database.prisma.room.count()).toBe(0);
    });
  });

  it('a pool without a free connection is OVERLOADED, for Prisma too', async () => {
    await withDatabase({ max: 1, connectMs: 200 }, async (database) => {
      const held = database.query(sleep, [1]);
      const failures = await Promise.all([failure(database.query(pid, [])), failure(database.prisma.room.count())]);
      for (const { error, ms } of failures) {
        expect(error).toEqual(withCode('OVERLOADED'));
        expect(ms).toBeLessThan(3_000);
      }
      await held;
    });
  });

  it('a caller too many in the queue is refused at once', async () => {
    await withDatabase({ max: 1, maxWaiting: 3 }, async (database) => {
      const held = [1.5, 0, 0, 0].map((seconds) => database.query(sleep, [seconds]));
      await new Promise((resolve) => setImmediate(resolve));
      expect(database.pool()).toMatchObject({ total: 1, waiting: 3 });
      const { error, ms } = await failure(database.query(sleep, [0]));
      expect(error).toEqual(withCode('OVERLOADED'));
      expect(ms).toBeLessThan(1_000);
      await Promise.all(held);
    });
  });

  it('a database that falls silent: the outcome of what was sent is unknown, and it is told within the deadline', async () => {
    const proxy = await byProxy();
    const limits = { max: 2, statementMs: 200, connectMs: 300 };
    await withDatabase(
      limits,
      async (database) => {
        await Promise.all([database.query(sleep, [0.05]), database.query(sleep, [0.05])]);
        proxy.freeze();
        const lost = await failure(database.query(pid, []));
        expect(isConnectionLost(lost.error)).toBe(true);
        expect(lost.ms).toBeLessThan(3_000);
        const next = await failure(database.query(pid, []));
        expect(next.error).toMatchObject({ name: 'ContextError', retryable: true });
        expect(next.ms).toBeLessThan(3_000);
      },
      proxy.url,
    );
  });
});

describe('a connection that is lost', () => {
  it('under a statement leaves its outcome unknown, and the next call works', async () => {
    await withDatabase({ max: 2 }, async (database) => {
      const [row] = await database.query<{ pid: number }>(pid, []);
      const running = failure(database.query(sleep, [20]));
      await administer(db.url, 'SELECT pg_sleep(0.1)', `SELECT pg_terminate_backend(${row?.pid})`);
      expect(isConnectionLost((await running).error)).toBe(true);
      expect(await database.query(pid, [])).toHaveLength(1);
    });
  });

  it('while idle is not noticed by the next call', async () => {
    const errors: Error[] = [];
    await withDatabase({ max: 4, onError: (error) => errors.push(error) }, async (database) => {
      await Promise.all([1, 2, 3, 4].map(() => database.query(sleep, [0.05])));
      const others = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'roomd' AND datname = current_database()`;
      await administer(db.url, others, 'SELECT pg_sleep(0.1)');
      const rows = await Promise.all([1, 2, 3, 4].map(() => database.query(pid, [])));
      expect(rows.flat()).toHaveLength(4);
      expect(errors.length).toBeGreaterThan(0);
    });
  });

  it('one of many: the others are renewed with it', async () => {
    const proxy = await byProxy();
    await withDatabase(
      { max: 4 },
      async (database) => {
        await Promise.all([1, 2, 3, 4].map(() => database.query(sleep, [0.05])));
        const running = failure(database.query(sleep, [20]));
        proxy.cut();
        expect(isConnectionLost((await running).error)).toBe(true);
        const rows = await Promise.all([1, 2, 3, 4].map(() => database.query(pid, [])));
        expect(rows.flat()).toHaveLength(4);
      },
      proxy.url,
    );
  });

  it('and cannot be made again: UNAVAILABLE, for Prisma too, without a word about where the database is', async () => {
    const proxy = await byProxy();
    await withDatabase(
      {},
      async (database) => {
        await proxy.close();
        await new Promise((resolve) => setTimeout(resolve, 50));
        for (const call of [database.query(pid, []), database.prisma.room.count()]) {
          const { error } = await failure(call);
          expect(error).toEqual(withCode('UNAVAILABLE'));
          expect(JSON.stringify(error) + (error as Error).message).not.toMatch(/127|ECONN|SELECT|prisma/i);
        }
      },
      proxy.url,
    );
  });

  it('at start is told to the operator with its reason', async () => {
    await expect(connect('postgresql://nobody@127.0.0.1:1/none')).rejects.toThrow(/does not answer .*ECONNREFUSED/);
  });
});

it("the database's own time zone and date style shift nothing", async () => {
  await administer(db.url, `ALTER DATABASE ${new URL(db.url).pathname.slice(1)} SET TimeZone = 'America/New_York'`);
  await administer(db.url, `ALTER DATABASE ${new URL(db.url).pathname.slice(1)} SET DateStyle = 'German'`);
  await withDatabase({}, async (database) => {
    const at = new Date('2026-07-01T12:00:00.123Z');
    const head = {
      createdAt: at,
      lastActivityAt: at,
      headRequestId: '00000000-0000-0000-0000-000000000000',
      entryCount: 0,
    };
    await database.prisma.room.create({ data: { roomId: 'zone', position: 0, ...head } });
    expect((await database.prisma.room.findUnique({ where: { roomId: 'zone' } }))?.createdAt).toEqual(at);
    const text = 'SELECT created_at AS read, created_at = $1 AS same FROM rooms';
    expect(await database.query({ name: 'zone', text }, [at])).toEqual([{ read: at, same: true }]);
  });
});
