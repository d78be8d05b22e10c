import type { System } from '../systems/systems.ts';
import { cpuOf, cpuOfPostgres } from './proc.ts';

const LOOK_MS = 100;
/** CPU seconds within a look that count as rest. */
const REST = 0.02;

/** Waits until what the last measurement left behind (vacuum, checkpoints, work in the background) is done, at most `longestMs`. */
export async function settle(systems: readonly System[], longestMs: number): Promise<void> {
  const postmasters = [...new Set(systems.map(({ postmaster }) => postmaster))];
  const used = async (): Promise<number> => {
    const parts = [...systems.map(({ pid }) => cpuOf(pid)), ...postmasters.map(cpuOfPostgres)];
    return (await Promise.all(parts)).reduce((sum, part) => sum + part, 0);
  };
  let before = await used();
  for (let waited = 0; waited < longestMs; waited += LOOK_MS) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    const now = await used();
    if (now - before <= REST) return;
    before = now;
  }
}
