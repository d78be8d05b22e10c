import { check } from './checkers/all.ts';
import { quantile } from './clock.ts';
import { type Cluster, type ClusterSettings, openCluster } from './cluster.ts';
import type { History } from './history.ts';

export type Figures = Record<string, string | number>;

/** What one scenario has shown. */
export interface Outcome {
  scenario: string;
  figures: Figures;
  /** Deliveries that were checked. */
  events: number;
  acknowledged: number;
  /** Broken promises, by the checker that found them. */
  violations: string[];
}

export interface Scenario {
  name: string;
  /** `quick` takes the short form. Undefined where this machine lacks what it needs. */
  run(quick: boolean): Promise<Outcome | string>;
}

/** Every request must be answered, or have failed, within this time. */
const LONGEST_ANSWER_MS = 10_000;

/**
 * Runs a cluster under a fault: traffic before, the fault, traffic after, and then the checks. `inject` gives figures of
 * its own, and throws where a promise about time is broken.
 */
export async function underFault(
  scenario: string,
  settings: ClusterSettings,
  traffic: { before: number; after: number },
  inject: (cluster: Cluster) => Promise<Figures>,
  look: (history: History) => { figures: Figures; violations: string[] } = () => ({ figures: {}, violations: [] }),
): Promise<Outcome> {
  const cluster = await openCluster(settings);
  try {
    await cluster.traffic(traffic.before);
    const figures = await inject(cluster);
    await cluster.traffic(traffic.after);
    const history = await cluster.finish();
    const own = look(history);
    const outcome = summary(scenario, { ...figures, ...own.figures }, history);
    outcome.violations.push(...own.violations);
    return outcome;
  } finally {
    await cluster.close();
  }
}

export function summary(scenario: string, figures: Figures, history: History): Outcome {
  const { attempts, deliveries } = history;
  const count = (outcome: string) => attempts.filter((attempt) => attempt.outcome === outcome).length;
  const slowest = Math.max(0, ...attempts.map((attempt) => attempt.slowest));
  const found = Object.entries(check(history)).flatMap(([name, violations]) =>
    violations.slice(0, 3).map((violation) => `${name} (${violations.length}): ${violation}`),
  );
  if (slowest > LONGEST_ANSWER_MS) found.push(`a request took ${Math.round(slowest)} ms to be answered`);
  const sessions = deliveries.reduce((sum, delivery) => sum + delivery.sessions.length, 0);
  return {
    scenario,
    events: deliveries.reduce((sum, { positions }) => sum + positions.length, 0),
    acknowledged: count('acknowledged'),
    violations: found,
    figures: {
      ...figures,
      refused: count('refused'),
      'outcome never known': count('unknown'),
      'slowest answer': `${Math.round(slowest)} ms`,
      reconnects: sessions - deliveries.length,
    },
  };
}

/** From the acknowledgement of each write to each of its deliveries, in milliseconds, for what was acknowledged from `from` to `to`. */
export function delays(
  { attempts, deliveries }: Pick<History, 'attempts' | 'deliveries'>,
  from = 0,
  to = Number.POSITIVE_INFINITY,
): number[] {
  const acknowledged = new Map<string, number>();
  for (const { room, position, endedAt, outcome } of attempts)
    if (outcome === 'acknowledged' && endedAt >= from && endedAt <= to)
      acknowledged.set(`${room} ${position}`, endedAt);
  return deliveries.flatMap(({ room, positions, times }) =>
    positions.flatMap((position, i) => {
      const at = acknowledged.get(`${room} ${position}`);
      return at === undefined ? [] : [Math.max(times[i]! - at, 0)];
    }),
  );
}

export const inMs = (values: number[], share: number): string => `${Math.round(quantile(values, share))} ms`;
