import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));
/** Neither the sources' own settings nor those of the test run are to be seen by what is installed. */
const { NODE_OPTIONS: _, DATABASE_URL: __, ROOMD_URL: ___, ROOMD_KEY: ____, ...plain } = process.env;
const environment = { ...plain, npm_config_update_notifier: 'false' };

/** Installing takes packages from the registry, or from npm's cache. */
const hasRegistry = await run('npm', ['view', 'graphql-ws@6.4.2', 'version'], { timeout: 30_000 }).then(
  () => true,
  () => false,
);
if (!hasRegistry) console.warn('The package is not tried out: npm reaches no registry from here.');

(hasRegistry ? describe : describe.skip)('the package, installed into an empty folder', () => {
  let folder: string;
  let server: ChildProcess | undefined;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'roomd-package-'));
    // The database runs as another account, which has to get there.
    await run('chmod', ['755', folder]);
    const source = join(folder, 'source');
    const left = new Set(['node_modules', 'dist', '.git', '.roomd', 'coverage']);
    await cp(root, source, { recursive: true, filter: (path) => path === root || !left.has(basename(path)) });
    await symlink(join(root, 'node_modules'), join(source, 'node_modules'));
    await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: source, env: environment });
    const [tarball] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'));
    await mkdir(join(folder, 'app'));
    await writeFile(join(folder, 'app/package.json'), '{ "name": "app", "private": true, "type": "module" }');
    const words = ['install', '--prefer-offline', '--no-audit', '--no-fund', '--silent', `../${tarball}`];
    await run('npm', words, { cwd: join(folder, 'app'), env: environment });
  }, 300_000);

  afterAll(async () => {
    if (server?.exitCode === null) {
      server.kill();
      await once(server, 'exit');
    }
    if (folder) await rm(folder, { recursive: true, force: true });
  });

  it('runs the server, its dashboard, the demonstration and a program with the client', async () => {
    const cwd = join(folder, 'app');
    const roomd = join(cwd, 'node_modules/.bin/roomd');
    server = spawn(roomd, ['serve', '--port', '0'], { cwd, env: environment });
    let output = '';
    const url = await new Promise<string>((resolve, reject) => {
      const look = (chunk: Buffer) => {
        output += chunk;
        const found = /http:\/\/127\.0\.0\.1:\d+(?=\/graphql)/.exec(output)?.[0];
        if (found) resolve(found);
      };
      server!.stdout!.on('data', look);
      server!.stderr!.on('data', look);
      server!.once('exit', (code) => reject(new Error(`The server has ended (${code}): ${output}`)));
    });
    expect((await fetch(url, { headers: { accept: 'text/html' } })).status).toBe(200);
    const demo = await run('npx', ['--no-install', 'roomd', 'demo', url], { cwd, env: environment });
    expect(demo.stdout).toContain('All is as it should be.');
    await writeFile(
      join(cwd, 'program.js'),
      `import { connect } from 'roomd-context/client';
       const room = connect({ url: '${url}' }).room('polls');
       await room.write({ type: 'note', author: 'me', summary: 'A note', payload: { text: 'Hello' } });
       for await (const entry of room.entries()) console.log(entry.summary, entry.version);`,
    );
    expect((await run(process.execPath, ['program.js'], { cwd, env: environment })).stdout).toBe('A note 1.0\n');
  }, 120_000);

  it('brings nothing that only its makers need', async () => {
    const installed = await readdir(join(folder, 'app/node_modules'));
    for (const name of ['prisma', 'typescript', 'jest', 'vite', 'gpt-tokenizer']) expect(installed).not.toContain(name);
    const own = await readdir(join(folder, 'app/node_modules/roomd-context'));
    expect(own.sort()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json', 'prisma', 'schema.graphql']);
  });
});
