import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { packageRoot } from '../src/database/package-root.ts';
import { startChild } from './children.ts';
import { until } from './clock.ts';
import { freePort } from './ports.ts';

/** Debian puts it where only root looks by itself. */
const PATH = `${process.env.PATH}:/usr/sbin`;

export const hasHaproxy = (): boolean => spawnSync('haproxy', ['-v'], { env: { PATH } }).status === 0;

/** HAProxy with deploy/haproxy.cfg in front of two PostgreSQL, which the file calls `one` and `two`. */
export interface Haproxy {
  port: number;
  /** Resolves when HAProxy has said so, not counting what it said before the last time that it was waited for. */
  says(what: `${'one' | 'two'} is ${'UP' | 'DOWN'}`): Promise<void>;
  stop(): void;
}

export async function startHaproxy(one: number, two: number): Promise<Haproxy> {
  const port = await freePort();
  const env = {
    PATH,
    POSTGRES_BIND: `127.0.0.1:${port}`,
    POSTGRES_ONE: `127.0.0.1:${one}`,
    POSTGRES_TWO: `127.0.0.1:${two}`,
  };
  const child = startChild('haproxy', ['-db', '-f', join(packageRoot(), 'deploy/haproxy.cfg')], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said += chunk;
  });
  return {
    port,
    says: async (what) => {
      await until(`HAProxy says that ${what}`, 10_000, () => said.includes(`postgres/${what}`));
      said = '';
    },
    stop: () => void child.kill('SIGKILL'),
  };
}
