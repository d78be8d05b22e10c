import { type ChildProcess, spawnSync } from 'node:child_process';
import { connect } from 'node:net';
import { startChild } from './children.ts';
import { until } from './clock.ts';

export const hasRedis = (): boolean => spawnSync('redis-server', ['--version']).status === 0;

/** Starts a redis-server that keeps nothing; resolves when it takes connections. */
export async function startRedis(port: number): Promise<ChildProcess> {
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const child = startChild('redis-server', args, { stdio: 'ignore' });
  await until('redis-server answers', 10_000, () => answers(port));
  return child;
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
