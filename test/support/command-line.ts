import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** What starts the command line from its sources. */
export const ROOMD = [
  '--no-warnings',
  '--import',
  fileURLToPath(new URL('./typescript.mjs', import.meta.url)),
  fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url)),
];

export interface Ran {
  code: number | null;
  out: string;
  err: string;
}

/** Starts `roomd` with these words. */
export function startRoomd(words: string[], environment: NodeJS.ProcessEnv = {}): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [...ROOMD, ...words], { env: { ...process.env, NODE_OPTIONS: '', ...environment } });
}

/** Runs `roomd` with these words to its end. */
export async function roomd(words: string[], environment: NodeJS.ProcessEnv = {}, input = ''): Promise<Ran> {
  const child = startRoomd(words, environment);
  const ran: Ran = { code: null, out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    ran.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    ran.err += chunk;
  });
  child.stdin.on('error', () => undefined).end(input);
  [ran.code] = await once(child, 'close');
  return ran;
}
