import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DIALECTS } from './dialect.ts';
import { type Cluster, postmasterOf } from './postgres.ts';

export const SYSTEMS = [
  'bare json',
  'bare jsonb',
  'mercurius + JIT',
  'Yoga + Pothos + Prisma',
  'roomd, embedded',
  'roomd, DATABASE_URL',
] as const;
export type SystemName = (typeof SYSTEMS)[number];

/** A system under measurement, running in a process of its own. */
export interface System {
  name: SystemName;
  dialect: keyof typeof DIALECTS;
  port: number;
  pid: number;
  /** Of its database. */
  postmaster: number;
  databaseUrl: string;
  /** Counts all versions that are committed. */
  countSql: string;
  stop(): Promise<void>;
}

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

const BASELINES = {
  'bare json': { dialect: 'bare', file: '../baselines/bare.js', args: ['json'], table: 'versions' },
  'bare jsonb': { dialect: 'bare', file: '../baselines/bare.js', args: ['jsonb'], table: 'versions' },
  'mercurius + JIT': { dialect: 'graphql', file: '../baselines/mercurius.js', args: [], table: 'versions' },
  'Yoga + Pothos + Prisma': {
    dialect: 'graphql',
    file: '../baselines/by-the-book/server.js',
    args: [],
    table: '"Version"',
  },
} as const;

/** Starts a system on an empty database. `flags` are for node. */
export async function startSystem(name: SystemName, cluster: Cluster, flags: string[] = []): Promise<System> {
  if (name === 'roomd, embedded') return startEmbeddedProduct();
  const databaseUrl = await cluster.makeDatabase(name.replace(/\W+/g, '_').toLowerCase());
  const baseline = name === 'roomd, DATABASE_URL' ? undefined : BASELINES[name];
  const started = baseline
    ? await start([...flags, path(baseline.file), databaseUrl, ...baseline.args], {})
    : await start([...flags, path('../../../dist/main.js')], { DATABASE_URL: databaseUrl });
  return {
    name,
    dialect: baseline?.dialect ?? 'graphql',
    postmaster: cluster.postmaster,
    databaseUrl,
    countSql: `SELECT count(*)::integer AS count FROM ${baseline?.table ?? 'versions'}`,
    ...started,
  };
}

/** The product as who installs it runs it: no setting but where its data lies, and any free port. */
async function startEmbeddedProduct(): Promise<System> {
  const folder = await mkdtemp(join(tmpdir(), 'roomd-bench-'));
  const { stop, ...started } = await start([path('../../../dist/main.js')], { DATA_DIR: folder });
  return {
    name: 'roomd, embedded',
    dialect: 'graphql',
    postmaster: await postmasterOf(folder),
    databaseUrl: `postgresql://roomd@localhost:5432/postgres?host=${encodeURIComponent(join(folder, 'postgres'))}`,
    countSql: 'SELECT count(*)::integer AS count FROM versions',
    ...started,
    stop: async () => {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function start(args: string[], settings: NodeJS.ProcessEnv): Promise<Pick<System, 'port' | 'pid' | 'stop'>> {
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', HOST: '127.0.0.1', PORT: '0', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await portOf(child);
  return {
    port,
    pid: child.pid!,
    stop: async () => {
      if (child.exitCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Every system tells its address on its output. */
function portOf(child: ChildProcess): Promise<number> {
  let said = '';
  return new Promise((resolve, reject) => {
    child.stdout!.on('data', (chunk: Buffer) => {
      said = (said + chunk).slice(-4_000);
      const port = /http:\/\/127\.0\.0\.1:(\d+)/.exec(said)?.[1];
      if (port) resolve(Number(port));
    });
    child.once('exit', () => reject(new Error(`A system did not start. It said: ${said}`)));
  });
}
