import { testDatabase } from '../support/database.ts';

const db = testDatabase();

it('bigint is read as number, json as the text that was stored, timestamps as dates', async () => {
  const [row] = await db.database.query<Record<string, unknown>>(
    {
      name: 'types',
      text: `SELECT 5::bigint AS count, '{"b":1,  "a":1e400}'::json AS payload, '2026-01-02 03:04:05.678+02'::timestamptz AS at, ARRAY['a','b"c'] AS names`,
    },
    [],
  );
  expect(row).toEqual({
    count: 5,
    payload: '{"b":1,  "a":1e400}',
    at: new Date('2026-01-02T01:04:05.678Z'),
    names: ['a', 'b"c'],
  });
});
