/** Lets a child process of a test run the sources: `node --import ./test/support/typescript.mjs file.ts`. */
import { readFile } from 'node:fs/promises';
import { register } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';

// The hooks run in a thread of their own, which loads this file a second time.
if (isMainThread) register(import.meta.url);

/** The package's own name, as its users import it. */
const CLIENT = new URL('../../src/client/client.ts', import.meta.url).href;

export const resolve = (specifier, context, nextResolve) =>
  specifier === 'roomd-context/client' ? { url: CLIENT, shortCircuit: true } : nextResolve(specifier, context);

export async function load(url, context, nextLoad) {
  if (!url.startsWith('file:') || !url.endsWith('.ts')) return nextLoad(url, context);
  const { transform } = await import('@swc/core');
  const filename = fileURLToPath(url);
  const { code } = await transform(await readFile(filename, 'utf8'), {
    filename,
    swcrc: false,
    jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
    module: { type: 'es6' },
    sourceMaps: 'inline',
  });
  return { format: 'module', source: code, shortCircuit: true };
}
