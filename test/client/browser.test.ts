import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Vite's bundler does not run inside of Jest. */
const BUNDLE = `
  import { build } from 'vite';
  const lib = { entry: 'src/client/client.ts', formats: ['es'], fileName: 'client' };
  const [{ output }] = await build({
    configFile: false, logLevel: 'silent', publicDir: false, build: { write: false, target: 'es2022', lib },
  });
  const modules = output.flatMap((chunk) => Object.keys(chunk.modules));
  process.stdout.write(JSON.stringify({ modules, code: output.map((chunk) => chunk.code).join('') }));
`;

it('in a browser the client is small, and needs nothing of Node, of zod or of graphql-js', async () => {
  const words = ['--input-type=module', '--eval', BUNDLE];
  const { stdout } = await promisify(execFile)(process.execPath, words, {
    cwd: root,
    env: { ...process.env, NODE_OPTIONS: '' },
    maxBuffer: 16 * 1_024 * 1_024,
  });
  const { modules, code } = JSON.parse(stdout) as { modules: string[]; code: string };
  expect(code).toContain('contextEvents');
  // Vite puts a module of this name in the place of one of Node's own; of `ws` there is what says that browsers have their own.
  expect(modules.filter((id) => /__vite-browser-external|node_modules\/(?:zod|graphql)\//.test(id))).toEqual([]);
  expect(gzipSync(code).length).toBeLessThan(12_000);
});
