import { execFile } from 'node:child_process';
import { readFile, readlink } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface ProcessFacts {
  parent: number;
  /** The command with its arguments, separated by blanks. */
  command: string;
  /** The working folder, where the system tells it. */
  folder: string | undefined;
}

/** What is known of a process; undefined where there is none, or only a zombie. */
export async function lookAt(pid: number): Promise<ProcessFacts | undefined> {
  try {
    return process.platform === 'linux' ? await fromProc(pid) : await fromPs(pid);
  } catch {
    return undefined;
  }
}

async function fromProc(pid: number): Promise<ProcessFacts | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  if (/^State:\s+[ZX]/m.test(status)) return undefined;
  const command = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ').trim();
  const folder = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
  return { parent: Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]), command, folder };
}

async function fromPs(pid: number): Promise<ProcessFacts | undefined> {
  const { stdout } = await run('ps', ['-o', 'ppid=,state=,args=', '-p', String(pid)]);
  const [, parent, state, command] = /^\s*(\d+)\s+(\S+)\s+(.*)$/m.exec(stdout) ?? [];
  if (parent === undefined || state?.startsWith('Z')) return undefined;
  return { parent: Number(parent), command: command ?? '', folder: undefined };
}

/** Whether there is a process of this pid, also one of another account and a zombie. */
export const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** Asks until the answer is yes, every 20 ms; false when it was not within `ms`. */
export async function waitFor(ms: number, isSo: () => boolean | Promise<boolean>): Promise<boolean> {
  for (const end = Date.now() + ms; ; ) {
    if (await isSo()) return true;
    if (Date.now() >= end) return false;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
