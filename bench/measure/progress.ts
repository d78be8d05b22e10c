/** A bar on a terminal; elsewhere a line now and then. */
export class Progress {
  readonly #total: number;
  readonly #begun = Date.now();
  #done = 0;
  #said = 0;

  /** `total` is in whatever unit `step` counts in. */
  constructor(total: number) {
    this.#total = total;
  }

  step(what: string, by = 1): void {
    this.#done += by;
    const share = Math.min(this.#done / this.#total, 1);
    const seconds = (Date.now() - this.#begun) / 1000;
    const left = share > 0 ? Math.round((seconds / share) * (1 - share)) : 0;
    const line = `${'█'.repeat(Math.round(share * 24)).padEnd(24, '░')} ${Math.round(share * 100)} %, ${left} s left: ${what}`;
    if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${line}${share === 1 ? '\n' : ''}`);
    else if (Date.now() - this.#said > 10_000 || share === 1) {
      this.#said = Date.now();
      process.stderr.write(`${line}\n`);
    }
  }
}
