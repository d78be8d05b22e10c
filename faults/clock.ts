/** The bench's clock: milliseconds since it began, for everything that is written down. */
export const now = (): number => performance.now();

export const sleep = (ms: number): Promise<void> => new Promise((wake) => setTimeout(wake, ms));

/** Waits until it holds; gives how long that took, or fails with `what`. */
export async function until(what: string, ms: number, holds: () => boolean | Promise<boolean>): Promise<number> {
  const started = now();
  while (!(await holds())) {
    if (now() - started > ms) throw new Error(`${what}: not within ${ms} ms.`);
    await sleep(20);
  }
  return now() - started;
}

/** The value below which `share` of them lie. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
