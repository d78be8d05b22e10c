/** Upper bounds of the buckets, in seconds. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export interface Sample {
  metricName: string;
  labels: Record<string, string | number>;
  value: number;
}

/** A histogram of seconds. Counting allocates nothing: the samples are made when somebody asks for them. */
export class Durations {
  readonly #buckets = new Float64Array(BOUNDS.length + 1);
  #sum = 0;

  observe(seconds: number): void {
    let bucket = 0;
    while (bucket < BOUNDS.length && seconds > BOUNDS[bucket]!) bucket += 1;
    this.#buckets[bucket]! += 1;
    this.#sum += seconds;
  }

  /** The samples of the histogram `name`, as Prometheus has them: each bucket holds the ones below it. */
  samples(name: string, labels: Record<string, string>): Sample[] {
    let count = 0;
    const buckets = [...this.#buckets].map((own, i) => {
      count += own;
      return { metricName: `${name}_bucket`, labels: { ...labels, le: BOUNDS[i] ?? '+Inf' }, value: count };
    });
    return [
      ...buckets,
      { metricName: `${name}_sum`, labels, value: this.#sum },
      { metricName: `${name}_count`, labels, value: count },
    ];
  }
}
