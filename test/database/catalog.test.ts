import { testDatabase } from '../support/database.ts';
import { administer } from '../support/run.ts';

const db = testDatabase();

/** Tables that belong to no room: a few rows, kept whole on every node (`create_reference_table` in Citus). */
const REFERENCE_TABLES = ['_prisma_migrations', 'api_keys', 'audit_events'];

/** Each primary key, unique index and foreign key of our tables, with its columns in order. */
const KEYS = `
  SELECT t.relname AS "table", i.relname AS name, 'index' AS kind,
    (SELECT string_agg(a.attname, ',' ORDER BY k.nth) FROM unnest(x.indkey::smallint[]) WITH ORDINALITY AS k (attnum, nth)
      JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = k.attnum) AS columns
  FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid
  WHERE x.indisunique AND t.relnamespace = 'public'::regnamespace
  UNION ALL
  SELECT t.relname, c.conname, 'foreign key',
    (SELECT string_agg(a.attname, ',' ORDER BY k.nth) FROM unnest(c.conkey) WITH ORDINALITY AS k (attnum, nth)
      JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = k.attnum)
  FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid
  WHERE c.contype = 'f' AND t.relnamespace = 'public'::regnamespace`;

const TABLES = `SELECT relname AS "table" FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace`;

const ofRooms = ({ table }: Record<string, string>): boolean => !REFERENCE_TABLES.includes(table!);

describe('the tables', () => {
  it('of rooms have the room first in each primary key, unique index and foreign key', async () => {
    const keys = (await administer(db.url, KEYS)).filter(ofRooms);
    expect(keys.length).toBeGreaterThan(8);
    expect(keys.filter(({ columns }) => columns!.split(',')[0] !== 'room_id')).toEqual([]);
  });

  it('of rooms all have a primary key', async () => {
    const withKey = new Set((await administer(db.url, KEYS)).map(({ table }) => table));
    const tables = (await administer(db.url, TABLES)).filter(ofRooms).map(({ table }) => table);
    expect(tables.filter((table) => !withKey.has(table))).toEqual([]);
  });

  it('of no room are the ones that are named here', async () => {
    const columns = await administer(
      db.url,
      `SELECT DISTINCT c.relname AS "table" FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
       WHERE a.attname = 'room_id' AND c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace`,
    );
    const withRoom = new Set(columns.map(({ table }) => table));
    const without = (await administer(db.url, TABLES))
      .map(({ table }) => table!)
      .filter((table) => !withRoom.has(table));
    expect(REFERENCE_TABLES).toEqual(expect.arrayContaining(without));
  });

  it('take no number from a sequence: nothing orders two rooms', async () => {
    const sequences = await administer(
      db.url,
      `SELECT c.relname AS "table" FROM pg_class s JOIN pg_depend d ON d.objid = s.oid JOIN pg_class c ON c.oid = d.refobjid
       WHERE s.relkind = 'S' AND s.relnamespace = 'public'::regnamespace AND d.deptype IN ('a', 'i')`,
    );
    expect(sequences.filter(ofRooms)).toEqual([]);
  });
});
