import type { ContextError } from '../contract/errors.ts';

const MOST = 1_000;
const KEPT_MS = 2_000;

/** Texts that are no key, for a moment: an agent that goes on with an old key does not keep the database busy. */
export class RefusedKeys {
  readonly #refused = new Map<string, { error: ContextError; until: number }>();

  /** Throws what this key was refused with a moment ago. */
  recall(hash: string, now: number): void {
    const refused = this.#refused.get(hash);
    if (refused && now < refused.until) throw refused.error;
  }

  keep(hash: string, error: ContextError, now: number): ContextError {
    if (this.#refused.size >= MOST) this.#refused.clear();
    this.#refused.set(hash, { error, until: now + KEPT_MS });
    return error;
  }
}
