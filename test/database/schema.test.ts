import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageRoot } from '../../src/database/package-root.ts';
import { Prisma } from '../../src/database/prisma/client.ts';
import { testDatabase } from '../support/database.ts';
import { administer } from '../support/run.ts';

const db = testDatabase();

/** The types of columns by their Prisma spelling. */
const TYPES: Record<string, string> = {
  String: 'text',
  'String[]': 'text[]',
  'String @db.Uuid': 'uuid',
  Int: 'integer',
  BigInt: 'bigint',
  Boolean: 'boolean',
  'Json @db.Json': 'json',
  'DateTime @db.Timestamptz(3)': 'timestamp(3) with time zone',
  'Unsupported("tsvector")': 'tsvector',
};

const COLUMNS = `
  SELECT c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || CASE WHEN a.attnotnull THEN '' ELSE '?' END AS line
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
  WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND a.attnum > 0 AND NOT a.attisdropped
    AND c.relname <> '_prisma_migrations'`;

const KEYS = `
  SELECT t.relname || ' ' || CASE WHEN i.indisprimary THEN 'id' WHEN i.indisunique THEN 'unique' ELSE 'index' END
    || ' (' || (SELECT string_agg(a.attname, ', ' ORDER BY k.place) FROM unnest(i.indkey::smallint[]) WITH ORDINALITY AS k(number, place)
    JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = k.number) || ') ' || m.amname || ' ' || n.relname AS line
  FROM pg_index i JOIN pg_class t ON t.oid = i.indrelid JOIN pg_class n ON n.oid = i.indexrelid JOIN pg_am m ON m.oid = n.relam
  WHERE t.relnamespace = 'public'::regnamespace AND t.relname <> '_prisma_migrations'`;

/** What schema.prisma says, in the words of the two statements above. */
async function described(): Promise<string[]> {
  const source = await readFile(join(packageRoot(), 'prisma/schema.prisma'), 'utf8');
  return [...source.matchAll(/^model \w+ \{\n(.*?)^\}/gms)].flatMap(([, body = '']) => describeModel(body));
}

function describeModel(body: string): string[] {
  const lines = body.split('\n').map((line) => line.trim());
  const table = /@@map\("(\w+)"\)/.exec(body)?.[1] ?? '';
  const names = new Map<string, string>();
  const found: string[] = [];
  for (const line of lines.filter((text) => /^[a-z]/.test(text))) {
    const [, field = '', type = '', rest = ''] = /^(\w+)\s+(\S+)(.*)$/.exec(line) ?? [];
    const column = /@map\("(\w+)"\)/.exec(rest)?.[1] ?? field;
    names.set(field, column);
    const spelled = [type.replace('?', ''), ...(rest.match(/@db\.\S+/g) ?? [])].join(' ');
    found.push(`${table}.${column} ${TYPES[spelled] ?? `unknown: ${spelled}`}${type.endsWith('?') ? '?' : ''}`);
    const [, kind] = /@(id|unique)\b/.exec(rest) ?? [];
    if (kind) found.push(describeKey(table, kind, [column], 'btree'));
  }
  for (const [, kind = '', fields = '', type] of body.matchAll(
    /@@(id|unique|index)\(\[([^\]]+)\](?:, type: (\w+))?\)/g,
  )) {
    const columns = fields.split(', ').map((field) => names.get(field) ?? `unknown: ${field}`);
    found.push(describeKey(table, kind, columns, type?.toLowerCase() ?? 'btree'));
  }
  return found;
}

/** With the name that Prisma gives it: another name would be a difference to `prisma migrate`. */
function describeKey(table: string, kind: string, columns: string[], method: string): string {
  const name = {
    id: `${table}_pkey`,
    unique: `${table}_${columns.join('_')}_key`,
    index: `${table}_${columns.join('_')}_idx`,
  }[kind];
  return `${table} ${kind} (${columns.join(', ')}) ${method} ${name}`;
}

it('schema.prisma describes the tables that the migrations make', async () => {
  const rows = [...(await administer(db.url, COLUMNS)), ...(await administer(db.url, KEYS))];
  expect((await described()).sort()).toEqual(rows.map(({ line }) => line).sort());
});

it('Prisma reads every table', async () => {
  for (const model of Object.values(Prisma.ModelName)) {
    const name = (model.charAt(0).toLowerCase() + model.slice(1)) as 'room';
    expect([model, await db.database.prisma[name].findMany()]).toEqual([model, []]);
  }
});
