import { existsSync, readdirSync, readFileSync } from 'node:fs';
import * as limits from '../src/contract/limits.ts';
import { readSettings } from '../src/env.ts';
import { COST } from '../src/graphql/cost.ts';
import { ALIASES, DEPTH, DIRECTIVES, FRAGMENTS, TOKENS } from '../src/graphql/document-limits.ts';
import { MAX_DEPTH } from '../src/json/fidelity.ts';
import { toolDefinitions } from '../src/mcp/tools.ts';
import { PACE } from '../src/server/pace.ts';

// What the README says in numbers and names is what the code has.

const readme = readFileSync('README.md', 'utf8');
const words = (pattern: RegExp, text: string): string[] => [...text.matchAll(pattern)].map(([, word]) => word!);

/** The rows of the table whose head begins so, as lists of cells. */
function table(head: string): string[][] {
  const [, below = ''] = readme.split(`\n| ${head}`);
  const rows = below.split('\n\n')[0]!.split('\n').slice(2);
  return rows.map((row) =>
    row
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim())
      .slice(1, -1),
  );
}

it('the limits are those of the code', () => {
  const said = Object.fromEntries(table('limit |').map(([what, limit]) => [what, limit!]));
  const numbers = (what: string) =>
    words(/(\d[\d,]*)/g, said[what]!).map((number) => Number(number.replaceAll(',', '')));
  const mebibytes = (bytes: number) => bytes / 1024 / 1024;
  expect(numbers('payload')).toEqual([limits.PAYLOAD_BYTES, 8, MAX_DEPTH]);
  expect(numbers('summary')).toEqual([limits.SUMMARY_CODE_POINTS]);
  expect(numbers('consuming agents')).toEqual([limits.CONSUMING_AGENTS]);
  expect(numbers('room id, agent id, author')).toEqual([limits.ID_CODE_POINTS]);
  expect(numbers('idempotency key')).toEqual([limits.IDEMPOTENCY_KEY_BYTES]);
  expect(numbers('page')).toEqual([limits.PAGE_SIZE, mebibytes(limits.PAGE_PAYLOAD_BYTES)]);
  expect(numbers('request body')).toEqual([mebibytes(limits.REQUEST_BODY_BYTES)]);
  expect(numbers('search')).toEqual([limits.SEARCH_CODE_POINTS]);
  expect(numbers('document')).toEqual([TOKENS, DEPTH, ALIASES, DIRECTIVES, FRAGMENTS, COST]);
  expect(numbers('websocket')[0]).toBe(PACE.operationsPerSocket);
  expect(Object.keys(said)).toHaveLength(10);
});

it('every error code is explained, and no other', () => {
  const [, list = ''] = readFileSync('src/contract/errors.ts', 'utf8').split('export type ErrorCode =');
  const codes = words(/\| '([A-Z_]+)'/g, list.split(';')[0]!);
  const explained = table('code |').flatMap(([cell]) => words(/`([A-Z_]+)`/g, cell!));
  expect(codes.length).toBeGreaterThan(15);
  expect(explained.sort()).toEqual(codes.sort());
});

it('every setting is explained, with its default', () => {
  const variables = words(/^ {2}([A-Z_]+): /gm, readFileSync('src/env.ts', 'utf8'));
  const rows = table('variable |');
  const explained = rows.flatMap(([cell]) => words(/`([A-Z_]+)`/g, cell!));
  const ofTheSdk = /^OTEL_(?!EXPORTER_OTLP_ENDPOINT$)/;
  expect(explained.sort()).toEqual(variables.filter((name) => !ofTheSdk.test(name)).sort());
  const byName = new Map(rows.map(([names, defaults]) => [names, words(/`([^`]+)`/g, defaults!)]));
  const { host, port, dataDir, poolSize, commitRooms, logLevel, access } = readSettings({});
  expect(byName.get('`HOST`, `PORT`')).toEqual([host, String(port)]);
  expect(byName.get('`DATA_DIR`')).toEqual([dataDir]);
  expect(byName.get('`DATABASE_POOL_SIZE`')).toEqual([String(poolSize)]);
  expect(byName.get('`COMMIT_ROOMS`')).toEqual([String(commitRooms)]);
  expect(byName.get('`CONNECTIONS_PER_KEY`')).toEqual([String(access.connectionsPerKey)]);
  expect(byName.get('`LOG_LEVEL`')).toEqual([logLevel]);
});

it('the tools of MCP are named', () => {
  const [, named = ''] = /The tools are ([^;]+);/s.exec(readme) ?? [];
  expect(words(/`(\w+)`/g, named).sort()).toEqual(toolDefinitions.map(({ name }) => name).sort());
});

it('the plan of the house shows every folder of src, and the linter keeps each', () => {
  const folders = readdirSync('src', { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  const [, plan = ''] = readme.split('## The plan of the house');
  const shown = words(/\bsrc\/([a-z]+)(?= )/g, plan.split('```')[1]!);
  expect(shown.sort()).toEqual(folders.sort());
  expect(words(/"includes": \["src\/([a-z]+)\/\*\*"\]/g, readFileSync('biome.json', 'utf8')).sort()).toEqual(
    folders.sort(),
  );
});

it('what it links to is there', () => {
  const links = words(/\]\(((?!https?:|#)[^)]+)\)/g, readme);
  expect(links.length).toBeGreaterThan(2);
  expect(links.filter((link) => !existsSync(link.split('#')[0]!))).toEqual([]);
});
