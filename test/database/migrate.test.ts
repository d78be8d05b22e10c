import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../../src/database/migrate.ts';
import { packageRoot } from '../../src/database/package-root.ts';
import { dropDatabase, emptyDatabase } from '../support/database.ts';
import { administer } from '../support/run.ts';

let url: string;
let folder: string;

beforeEach(async () => {
  url = await emptyDatabase();
  folder = await mkdtemp(join(tmpdir(), 'roomd-migrations-'));
});
afterEach(async () => {
  await dropDatabase(url);
  await rm(folder, { recursive: true, force: true });
});

async function migration(name: string, sql: string): Promise<void> {
  await mkdir(join(folder, name), { recursive: true });
  await writeFile(join(folder, name, 'migration.sql'), sql);
}

const records =
  'SELECT migration_name AS name, finished_at IS NOT NULL AS finished, applied_steps_count AS steps FROM _prisma_migrations';

it('three servers that start at once apply each migration once', async () => {
  await cp(join(packageRoot(), 'prisma/migrations'), folder, { recursive: true });
  const applied = await Promise.all([migrate(url), migrate(url, folder), migrate(url)]);
  expect(applied.flat()).toContain('20261130000000_log');
  expect(new Set(applied.flat()).size).toBe(applied.flat().length);
  expect(await administer(url, records)).toEqual(applied.flat().map((name) => ({ name, finished: true, steps: 1 })));
  expect(await migrate(url)).toEqual([]);
});

it('a database that cannot be reached is named by its setting, with the way out', async () => {
  const words = /does not take the connection .*Check DATABASE_URL; without it the server brings its own PostgreSQL/;
  await expect(migrate('postgresql://nobody@127.0.0.1:1/none')).rejects.toThrow(words);
  await expect(migrate(`${url.split('?')[0]}_gone?${url.split('?')[1] ?? ''}`)).rejects.toThrow(/gone.*DATABASE_URL/);
});

it('a later migration is applied to what is there, in the order of the names', async () => {
  await migration('1_a', 'CREATE TABLE a (n integer);');
  expect(await migrate(url, folder)).toEqual(['1_a']);
  await migration('3_c', 'INSERT INTO b SELECT n FROM a; CREATE TABLE c ();');
  await migration('2_b', 'CREATE TABLE b (n integer); INSERT INTO a VALUES (1);');
  expect(await migrate(url, folder)).toEqual(['2_b', '3_c']);
  expect(await administer(url, 'SELECT n FROM b')).toEqual([{ n: 1 }]);
});

it('an altered migration is refused, by its name', async () => {
  await migration('1_a', 'CREATE TABLE a ();');
  await migrate(url, folder);
  await migration('1_a', 'CREATE TABLE a (n integer);');
  await expect(migrate(url, folder)).rejects.toThrow(/1_a is not the one that was applied/);
});

it('a migration that fails leaves nothing, and is applied when it is mended', async () => {
  await migration('1_a', 'CREATE TABLE a (); CREATE TABLE b (); SELECT 1/0;');
  await expect(migrate(url, folder)).rejects.toThrow(/1_a failed: division by zero/);
  await migration('1_a', 'CREATE TABLE a ();');
  expect(await migrate(url, folder)).toEqual(['1_a']);
});

it('a migration that Prisma recorded as failed is refused until it is resolved', async () => {
  await migration('1_a', 'CREATE TABLE a ();');
  await migrate(url, folder);
  await administer(url, 'DROP TABLE a', 'UPDATE _prisma_migrations SET finished_at = NULL');
  await expect(migrate(url, folder)).rejects.toThrow(/migrate resolve --rolled-back 1_a/);
  await administer(url, 'UPDATE _prisma_migrations SET rolled_back_at = now()');
  expect(await migrate(url, folder)).toEqual(['1_a']);
});

it('migrations of a newer server are left alone', async () => {
  await migration('1_a', 'CREATE TABLE a ();');
  await migration('2_b', 'CREATE TABLE b ();');
  await migrate(url, folder);
  await rm(join(folder, '2_b'), { recursive: true });
  expect(await migrate(url, folder)).toEqual([]);
});
