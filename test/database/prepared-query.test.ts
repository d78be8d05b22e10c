import fc from 'fast-check';
import pg from 'pg';
import { connect } from '../../src/database/connect.ts';
import { valueTypes } from '../../src/database/value-types.ts';
import { testDatabase } from '../support/database.ts';

// PreparedQuery speaks pg's inner protocol: a version of pg that changes it is noticed here.

const db = testDatabase();

/** The rows that pg's own query gives. */
async function rowsOfPg(text: string, values: unknown[]): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: db.url, types: valueTypes });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>({ text, values })).rows;
  } finally {
    await client.end();
  }
}

let made = 0;
/** The statement under a name of its own, run twice on one connection: the second time its columns are known. */
async function twice(text: string, values: unknown[]): Promise<unknown[][]> {
  const statement = { name: `statement-${++made}`, text };
  const database = await connect(db.url, { max: 1 });
  try {
    return [await database.query(statement, values), await database.query(statement, values)];
  } finally {
    await database.close();
  }
}

it.each<[string, string, unknown[]]>([
  ['no row', 'SELECT 1 AS a WHERE $1::int = 0', [1]],
  ['no column', 'SELECT FROM generate_series(1, $1::int)', [3]],
  ['nulls', 'SELECT NULL::text AS a, $1::int AS b', [null]],
  ['many rows', 'SELECT n, n::text AS t FROM generate_series(1, $1::int) AS n', [1_000]],
  [
    'columns of every kind',
    'SELECT true AS b, 1.5::float8 AS f, 7::bigint AS n, now()::date AS d, $1::json AS j',
    ['{}'],
  ],
  [
    'arrays, objects and buffers',
    'SELECT $1::text[] AS a, $2::jsonb AS o, $3::bytea AS y',
    [['a', null], { a: [1] }, Buffer.from([0, 255])],
  ],
  ['a command', 'UPDATE rooms SET position = 0 WHERE room_id = $1', ['nowhere']],
  ['an empty statement', '', []],
])('%s: the rows are those that pg itself gives', async (_what, text, values) => {
  const rows = await rowsOfPg(text, values);
  expect(await twice(text, values)).toEqual([rows, rows]);
});

it('a statement that failed can be run again on its connection, and so can another one', async () => {
  const database = await connect(db.url, { max: 1 });
  const divide = { name: 'divide', text: 'SELECT 6 / $1::int AS n' };
  const wrong = { name: 'wrong', text: 'SELECT nothing FROM nowhere' };
  try {
    await expect(database.query(divide, [0])).rejects.toThrow('division by zero');
    await expect(database.query(wrong, [])).rejects.toThrow('does not exist');
    await expect(database.query(wrong, [])).rejects.toThrow('does not exist');
    expect(await database.query(divide, [2])).toEqual([{ n: 3 }]);
    expect(database.generation()).toBe(1);
  } finally {
    await database.close();
  }
});

it('statements that go together give the rows of each, in one transaction: one that fails undoes the others', async () => {
  const database = await connect(db.url, { max: 1 });
  const divide = { name: 'divide', text: 'SELECT 6 / $1::int AS n' };
  const make = { name: 'make', text: 'INSERT INTO search_progress VALUES ($1, 1) RETURNING room_id' };
  const count = { name: 'count', text: 'SELECT count(*) AS n FROM search_progress WHERE room_id = ANY ($1)' };
  try {
    const bad = [
      { statement: make, values: ['a'] },
      { statement: divide, values: [0] },
      { statement: count, values: [[]] },
    ];
    await expect(database.queryTogether(bad)).rejects.toThrow('division by zero');
    const good = [2, 3].flatMap((n) => [
      { statement: divide, values: [n] },
      { statement: make, values: [`b${n}`] },
    ]);
    const all = [...good, { statement: count, values: [['a', 'b2', 'b3']] }];
    const rows = [[{ n: 3 }], [{ room_id: 'b2' }], [{ n: 2 }], [{ room_id: 'b3' }], [{ n: 2 }]];
    expect(await database.queryTogether(all)).toEqual(rows);
    expect(database.generation()).toBe(1);
  } finally {
    await database.close();
  }
});

it('a value that cannot be sent is refused, and the connection goes on', async () => {
  const database = await connect(db.url, { max: 1 });
  const statement = { name: 'any', text: 'SELECT $1::text AS t' };
  const round: { self?: object } = {};
  round.self = round;
  try {
    await expect(database.query(statement, [round])).rejects.toThrow('circular');
    expect(await database.query(statement, ['t'])).toEqual([{ t: 't' }]);
  } finally {
    await database.close();
  }
});

it('a name that stands for two texts is refused, and the connection goes on', async () => {
  const database = await connect(db.url, { max: 1 });
  try {
    expect(await database.query({ name: 'one', text: 'SELECT 1 AS n' }, [])).toEqual([{ n: 1 }]);
    await expect(database.query({ name: 'one', text: 'SELECT 2 AS n' }, [])).rejects.toThrow(
      'Two statements are called one',
    );
    expect(await database.query({ name: 'one', text: 'SELECT 1 AS n' }, [])).toEqual([{ n: 1 }]);
  } finally {
    await database.close();
  }
});

it('any list of texts and any moment are read as they were written', async () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }).map((one) => one.replaceAll('\0', '')),
    fc.constantFrom('', 'NULL', 'null', '{}', '"', '\\', ',', ' a ', '\n', '{a,b}', 'a,b'),
  );
  const moment = fc.date({
    min: new Date('0001-01-01T00:00:00Z'),
    max: new Date('9999-12-31T23:59:59.999Z'),
    noInvalidDate: true,
  });
  await fc.assert(
    fc.asyncProperty(fc.array(text, { maxLength: 6 }), moment, async (texts, at) => {
      const statement = { name: 'any', text: 'SELECT $1::text[] AS texts, $2::timestamptz AS at' };
      expect(await db.database.query(statement, [texts, at.toISOString()])).toEqual([{ texts, at }]);
    }),
    { numRuns: 200 },
  );
});
