import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';

const alive = new Set<ChildProcess>();

/** Starts a process that does not outlive the bench. One that is detached is ended with all of its group. */
export function startChild(command: string, args: string[], options: SpawnOptions): ChildProcess {
  const child = spawn(command, args, options);
  const entry = options.detached ? Object.assign(child, { group: true }) : child;
  alive.add(entry);
  child.once('exit', () => alive.delete(entry));
  return child;
}

process.once('exit', () => {
  for (const child of alive) {
    try {
      process.kill('group' in child ? -child.pid! : child.pid!, 'SIGKILL');
    } catch {
      // It has just ended.
    }
  }
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
