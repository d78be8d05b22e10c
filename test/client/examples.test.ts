import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { testServer } from '../support/server.ts';

const server = testServer();
const folder = fileURLToPath(new URL('../../examples/', import.meta.url));
const typescript = fileURLToPath(new URL('../support/typescript.mjs', import.meta.url));

async function run(name: string): Promise<string> {
  const environment = { ...process.env, NODE_OPTIONS: '', ROOMD_URL: server.url, FOR_MS: '2000', AGENT: 'frontend' };
  const words = ['--no-warnings', '--import', typescript, `${folder}${name}.ts`];
  return (await promisify(execFile)(process.execPath, words, { env: environment, timeout: 30_000 })).stdout;
}

/** In an order in which they find something. What each prints. */
const EXAMPLES: Record<string, RegExp> = {
  'typed-document': /^the room is empty$/m,
  'agree-on-a-contract': /^backend offers GET \/polls$/m,
  'read-a-room': /1\.1 Polls API [\s\S]*"path":"\/polls"[\s\S]*1\.0 by backend/,
  'resolve-a-conflict': /^1\.1 is current; since 1\.0:.*\nadded \/acceptance_criteria\/1\n|^1\.1 is current/m,
  'follow-and-resume': /^context_available api_contract 1\.0 Polls API\ncontext_updated api_contract 1\.1/m,
};

it.each(Object.entries(EXAMPLES))('the example %s does what it says', async (name, printed) => {
  expect(await run(name)).toMatch(printed);
});

it('no example is left out', async () => {
  const names = (await readdir(folder)).map((file) => file.replace(/\.ts$/, ''));
  expect(names.sort()).toEqual(Object.keys(EXAMPLES).sort());
});
