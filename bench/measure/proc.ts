import { readdir, readFile } from 'node:fs/promises';

/** Clock ticks a second in /proc: 100 on every Linux that Node runs on. */
const TICKS = 100;

/** CPU seconds of a process so far; with `children`, also of those of its children that have ended. 0 where it is gone. */
export async function cpuOf(pid: number, children = false): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = fields.slice(11, children ? 15 : 13).reduce((sum, field) => sum + Number(field), 0);
  return ticks / TICKS;
}

/** CPU seconds of a PostgreSQL server so far: of its postmaster and of all its processes, also those that have ended. */
export async function cpuOfPostgres(postmaster: number): Promise<number> {
  const backends = await childrenOf(postmaster);
  const parts = await Promise.all(backends.map((pid) => cpuOf(pid)));
  return parts.reduce((sum, part) => sum + part, await cpuOf(postmaster, true));
}

async function childrenOf(parent: number): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0);
  const parents = await Promise.all(
    pids.map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    }),
  );
  return pids.filter((_, i) => parents[i] === parent);
}

/** Resident memory of a process, in MB. */
export async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
}
