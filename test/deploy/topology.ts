import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort, hasRedis, startRedis } from '../support/redis.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** What this machine lacks to run the servers behind the proxy; undefined where nothing is. */
export function lacking(): string | undefined {
  if (spawnSync('nginx', ['-v']).error) return 'nginx is not installed';
  return hasRedis() ? undefined : 'redis-server is not installed';
}

export interface Topology {
  /** Through the proxy. */
  url: string;
  /** Of each server itself. */
  servers: string[];
  log(name: string): string;
  /** Sends SIGTERM; gives the exit code. */
  stopServer(index: number): Promise<number | null>;
  /** With `migration`: of a version of the product that brings one more, as SQL. */
  startServer(index: number, migration?: string): Promise<void>;
  stop(): Promise<void>;
}

/** The product built as it is shipped, twice on one database, behind nginx with the very configuration of deploy/. */
export async function startTopology(databaseUrl: string): Promise<Topology> {
  const folder = mkdtempSync(join(tmpdir(), `roomd-test-${process.pid}-`));
  // Started by root, nginx works as another account, which keeps large bodies below its prefix.
  chmodSync(folder, 0o755);
  build(join(folder, 'app'));
  const ports = [await freePort(), await freePort(), await freePort(), await freePort()];
  const [port1, port2, proxyPort, redisPort] = ports;
  const redis = await startRedis(redisPort!);
  const children: (ChildProcess | undefined)[] = [];
  const run = (name: string, command: string, args: string[], env = {}): ChildProcess => {
    const output = openSync(join(folder, `${name}.log`), 'a');
    return spawn(command, args, { stdio: ['ignore', output, output], env: { ...process.env, ...env } });
  };
  const startServer = async (index: number, migration?: string): Promise<void> => {
    const app = join(folder, migration === undefined ? 'app' : 'newer');
    if (migration !== undefined) addMigration(join(folder, 'app'), app, migration);
    children[index] = run(`server${index}`, process.execPath, [join(app, 'dist/main.js')], {
      NODE_ENV: 'production',
      NODE_OPTIONS: '',
      PORT: String(ports[index]),
      DATABASE_URL: databaseUrl,
      REDIS_URL: `redis://127.0.0.1:${redisPort}`,
    });
    await ready(`http://127.0.0.1:${ports[index]}/ready`);
  };
  await Promise.all([startServer(0), startServer(1)]);
  const conf = readFileSync(join(ROOT, 'deploy/nginx.conf'), 'utf8')
    .replace('server1:4000', `127.0.0.1:${port1}`)
    .replace('server2:4000', `127.0.0.1:${port2}`)
    .replace('listen 8080', `listen 127.0.0.1:${proxyPort}`);
  writeFileSync(join(folder, 'nginx.conf'), conf);
  const proxy = run('proxy', 'nginx', ['-p', `${folder}/`, '-c', join(folder, 'nginx.conf'), '-g', 'daemon off;']);
  await ready(`http://127.0.0.1:${proxyPort}/ready`);
  const stopServer = (index: number): Promise<number | null> => end(children[index]);
  return {
    url: `http://127.0.0.1:${proxyPort}/graphql`,
    servers: [port1, port2].map((port) => `http://127.0.0.1:${port}/graphql`),
    log: (name) => readFileSync(join(folder, `${name}.log`), 'utf8'),
    stopServer,
    startServer,
    stop: async () => {
      await Promise.all([stopServer(0), stopServer(1), end(proxy)]);
      await end(redis);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The folder of the product, as the image has it. */
function build(folder: string): void {
  mkdirSync(join(folder, 'prisma'), { recursive: true });
  const tsc = join(ROOT, 'node_modules/.bin/tsc');
  // Faults of types are told by the type check; the files are written nevertheless.
  spawnSync(tsc, ['-p', 'tsconfig.build.json', '--outDir', join(folder, 'dist')], { cwd: ROOT });
  cpSync(join(ROOT, 'package.json'), join(folder, 'package.json'));
  cpSync(join(ROOT, 'prisma/migrations'), join(folder, 'prisma/migrations'), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
}

function addMigration(from: string, to: string, sql: string): void {
  cpSync(from, to, { recursive: true, verbatimSymlinks: true });
  const folder = join(to, 'prisma/migrations/29990101000000_later');
  mkdirSync(folder);
  writeFileSync(join(folder, 'migration.sql'), sql);
}

async function ready(url: string): Promise<void> {
  for (const end = Date.now() + 20_000; Date.now() < end; ) {
    const response = await fetch(url).catch(() => undefined);
    if (response?.ok) return;
    await new Promise((wake) => setTimeout(wake, 50));
  }
  throw new Error(`${url} was not ready within 20 s.`);
}

async function end(child: ChildProcess | undefined): Promise<number | null> {
  if (!child || child.exitCode !== null) return child?.exitCode ?? null;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  return (await exit)[0] as number | null;
}
