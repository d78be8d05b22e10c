import pg from 'pg';
import { pino } from 'pino';
import { connect } from '../../src/database/connect.ts';
import type { Database } from '../../src/database/database.ts';
import { type RunningServer, startServer } from '../../src/server.ts';
import { testDatabase } from '../support/database.ts';
import { type DatabaseProxy as Link, proxyTo } from '../support/proxy.ts';
import { type Answer, FOLLOW, post, WRITE } from '../support/server.ts';
import { openSse } from '../support/sse.ts';

const db = testDatabase();
let link: Link;
let database: Database;
let server: RunningServer;

beforeAll(async () => {
  link = await proxyTo(db.url);
  database = await connect(link.url, { max: 4 });
  server = await startServer({ host: '127.0.0.1', port: 0 }, { database, logger: pino({ level: 'silent' }) });
});
afterAll(async () => {
  await server.stop();
  await database.close();
  await link.close();
});

const ask = (query: string, variables: object): Promise<Answer> =>
  post(server.url, JSON.stringify({ query, variables }));
const write = (roomId: string, text = 't'): Promise<Answer> => ask(WRITE, { roomId, text });

const LIST = 'query List($roomId: ID!) { contexts(roomId: $roomId) { totalCount } }';
const ROOM = 'query Room($roomId: ID!) { room(roomId: $roomId) { entryCount agents { pending } } }';

/** The codes that each answer came with (`ok` for none), and how long the slowest took in milliseconds. */
async function outcomes(asked: Promise<Answer>[]): Promise<{ codes: Set<string>; slowest: number }> {
  const started = Date.now();
  const answers = await Promise.all(asked);
  const codes = new Set(answers.map(({ errors }) => String(errors?.[0]?.extensions.code ?? 'ok')));
  return { codes, slowest: Date.now() - started };
}

/** How long it takes until a write is acknowledged, in milliseconds. */
async function servesAgain(): Promise<number> {
  const started = Date.now();
  while ((await write('again')).errors !== undefined) await new Promise((wake) => setTimeout(wake, 50));
  return Date.now() - started;
}

const TROUBLE = ['OVERLOADED', 'UNAVAILABLE'];

describe('a server whose database is in trouble', () => {
  it('behind a black hole answers everything within 10 s, serves again within 5 s of its end, and its subscriptions go on', async () => {
    await write('hole');
    const stream = await openSse(server.url, FOLLOW, { roomId: 'hole' });
    link.freeze();
    const asked = Array.from({ length: 8 }, () => [
      write('hole'),
      write('hole-2'),
      ask(LIST, { roomId: 'hole' }),
      ask(ROOM, { roomId: 'hole' }),
      ask(FOLLOW, { roomId: 'hole' }),
    ]).flat();
    const { codes, slowest } = await outcomes(asked);
    expect(slowest).toBeLessThan(10_000);
    for (const code of codes) expect([...TROUBLE, 'BAD_USER_INPUT']).toContain(code);
    link.thaw();
    expect(await servesAgain()).toBeLessThan(5_000);
    await write('hole', 'behind the hole');
    for (let seen = ''; !seen.includes('behind the hole'); ) seen = (await stream.next(5_000)).data;
    stream.abort();
  });

  it('writes once what was under way when its connections were cut', async () => {
    const writing = Array.from({ length: 300 }, async (_, i) => {
      await new Promise((wake) => setTimeout(wake, i * 3));
      return write('cut', `${i}`);
    });
    const cutting = setInterval(() => link.cut(), 100);
    const answers = await Promise.all(writing);
    clearInterval(cutting);
    const refused = answers.filter(({ errors }) => errors !== undefined);
    for (const { errors } of refused) expect(TROUBLE).toContain(errors?.[0]?.extensions.code);
    const unknown = refused.filter(({ errors }) => errors?.[0]?.extensions.outcomeUnknown === true).length;
    await servesAgain();
    const { data } = await ask(LIST, { roomId: 'cut' });
    const { totalCount } = data!.contexts as { totalCount: number };
    expect(totalCount).toBeGreaterThanOrEqual(answers.length - refused.length);
    expect(totalCount).toBeLessThanOrEqual(answers.length - refused.length + unknown);
    expect(answers.length).toBeGreaterThan(refused.length);
  });

  it('with its pool used up refuses in time, and serves again when that is over', async () => {
    for (let i = 0; i < 6; i++) await write(`busy-${i}`);
    const holder = new pg.Client({ connectionString: db.url });
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT FROM rooms FOR UPDATE');
    const asked = Array.from({ length: 60 }, (_, i) => [
      write(`busy-${i % 6}`),
      ask(LIST, { roomId: 'busy-0' }),
    ]).flat();
    const { codes, slowest } = await outcomes(asked);
    expect(slowest).toBeLessThan(10_000);
    expect(codes).toContain('OVERLOADED');
    for (const code of codes) expect([...TROUBLE, 'ok']).toContain(code);
    await holder.end();
    expect(await servesAgain()).toBeLessThan(5_000);
  });
});
