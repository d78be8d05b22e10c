/** Bins of a tenth of a millisecond. */
const PER_MS = 10;
const BINS = 60_000;

/** Latencies, counted. The last bin takes all that is longer than 6 s. */
export class Histogram {
  readonly #bins = new Uint32Array(BINS);
  count = 0;

  add(ms: number): void {
    const bin = Math.min(Math.floor(ms * PER_MS), BINS - 1);
    this.#bins[bin] = this.#bins[bin]! + 1;
    this.count += 1;
  }

  /** In milliseconds; 0 where nothing was counted. */
  quantile(share: number): number {
    let left = this.count * share;
    for (const [bin, count] of this.#bins.entries()) {
      left -= count;
      if (left <= 0 && this.count > 0) return (bin + 1) / PER_MS;
    }
    return 0;
  }
}
