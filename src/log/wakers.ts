/** Those that wait for a room's log to grow. */
export class Wakers {
  readonly #wakers = new Set<() => void>();

  /** Calls back once, when there may be more to read. */
  wait(wake: () => void): void {
    this.#wakers.add(wake);
  }

  cancel(wake: () => void): void {
    this.#wakers.delete(wake);
  }

  wake(): void {
    const wakers = [...this.#wakers];
    this.#wakers.clear();
    for (const wake of wakers) wake();
  }
}
