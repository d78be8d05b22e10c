import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageRoot } from '../src/database/package-root.ts';
import { ask } from './ask.ts';
import { startChild } from './children.ts';
import { now, until } from './clock.ts';
import { freePort } from './ports.ts';

/** One server of the product, as a process of its own. It keeps its port over restarts. */
export interface Server {
  url: string;
  start(): Promise<void>;
  /** kill -9. */
  kill(): Promise<void>;
  /** Asks it to end; gives its exit code and how long that took. */
  terminate(): Promise<{ code: number | null; ms: number }>;
  running(): boolean;
  /** Resident memory in MiB. */
  memory(): Promise<number>;
}

export async function startServer(environment: Record<string, string>): Promise<Server> {
  const program = join(packageRoot(), 'dist/main.js');
  if (!existsSync(program)) throw new Error('The product is not built: npm run build');
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/graphql`;
  let child: ChildProcess | undefined;
  const running = (): boolean => child !== undefined && child.exitCode === null && child.signalCode === null;
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    if (!running()) return null;
    const gone = once(child!, 'exit');
    child!.kill(signal);
    return (await gone)[0] as number | null;
  };
  const start = async (): Promise<void> => {
    const env = { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: String(port), LOG_LEVEL: 'fatal', ...environment };
    child = startChild(process.execPath, [program], { env, stdio: ['ignore', 'ignore', 'inherit'] });
    await until('a server answers', 30_000, async () => {
      if (!running()) throw new Error('A server ended while it started.');
      return (await ask(url, '{ __typename }', {})) !== undefined;
    });
  };
  await start();
  return {
    url,
    start,
    running,
    kill: async () => void (await end('SIGKILL')),
    terminate: async () => {
      const started = now();
      return { code: await end('SIGTERM'), ms: now() - started };
    },
    memory: async () => {
      const status = await readFile(`/proc/${child!.pid}/status`, 'utf8').catch(() => '');
      return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024);
    },
  };
}
