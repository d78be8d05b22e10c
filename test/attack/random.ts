/** Numbers that repeat with their seed: a fault that was found once can be found again. */
export interface Random {
  readonly seed: number;
  /** A whole number from 0 to `below` − 1. */
  below(below: number): number;
  chance(probability: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
}

/** The seed is that of SEED, or a new one; it is printed with the figures. */
export function random(seed = Number(process.env.SEED) || Date.now() % 1_000_000_007): Random {
  let state = seed >>> 0;
  // mulberry32
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return { seed, below, chance: (probability) => next() < probability, pick: (items) => items[below(items.length)]! };
}

/** Runs `work` for 0 to `count` − 1, `atOnce` of them at a time. */
export async function many(count: number, atOnce: number, work: (n: number) => Promise<void>): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}
