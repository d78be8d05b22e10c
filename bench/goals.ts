import type { Measured } from './comparison.ts';
import type { Cell } from './measure/cell.ts';
import { best, CEILING, cellOf, type Spread, spreadOfValues, table } from './report-parts.ts';
import type { Scenario } from './scenarios.ts';

const PRODUCTS = ['roomd, embedded', 'roomd, DATABASE_URL'] as const;

type Figure = (measured: Measured, product: string, round: number) => number | undefined;

interface Goal {
  what: string;
  bound: number;
  /** Whether the figure must not exceed the bound; otherwise it must not be below it. */
  atMost?: boolean;
  figure: Figure;
}

const rateOf = (cell: Cell | undefined): number | undefined => cell && cell.count / cell.seconds;
const quotient = (a: number | undefined, b: number | undefined): number | undefined => (a && b ? a / b : undefined);

const againstCeiling =
  (scenario: Scenario): Figure =>
  (measured, product, round) =>
    quotient(rateOf(cellOf(measured, product, scenario, round)), best(measured, scenario, round));

const againstMercurius =
  (scenario: Scenario): Figure =>
  (measured, product, round) =>
    quotient(
      rateOf(cellOf(measured, product, scenario, round)),
      rateOf(cellOf(measured, 'mercurius + JIT', scenario, round)),
    );

const hotRoom =
  (read: (cell: Cell) => number): Figure =>
  (measured, product, round) => {
    const [hot, spread] = (['hot room', '1,000 rooms'] as const).map((scenario) =>
      cellOf(measured, product, scenario, round),
    );
    return hot && spread && read(hot) / read(spread);
  };

const p99OfDelivery: Figure = (measured, product, round) => {
  const bare = CEILING.map((system) => cellOf(measured, system, 'events, paced', round)?.p99).filter(
    (p99) => p99 !== undefined,
  );
  return quotient(
    cellOf(measured, product, 'events, paced', round)?.p99,
    bare.length > 0 ? Math.min(...bare) : undefined,
  );
};

const cpuOfEvent: Figure = (measured, product, round) => {
  const cell = cellOf(measured, product, 'events', round);
  return cell && (cell.serverCpu / cell.count) * 1e6;
};

const BOUNDS = { write: 0.85, update: 0.8, 'read one': 1, 'list 50': 0.75, 'list 50 with payload': 0.85 } as const;
const SCENARIOS_OF_PEERS = Object.keys(BOUNDS) as (keyof typeof BOUNDS)[];

const GOALS: Goal[] = [
  ...SCENARIOS_OF_PEERS.map((scenario) => ({
    what: `${scenario}, against the ceiling`,
    bound: BOUNDS[scenario],
    figure: againstCeiling(scenario),
  })),
  ...SCENARIOS_OF_PEERS.map((scenario) => ({
    what: `${scenario}, against mercurius + JIT`,
    bound: 1,
    figure: againstMercurius(scenario),
  })),
  { what: 'events delivered a second, against the ceiling', bound: 0.85, figure: againstCeiling('events') },
  { what: 'server CPU of a delivered event, µs', bound: 20, atMost: true, figure: cpuOfEvent },
  {
    what: 'p99 from write to delivery, against the better bare server',
    bound: 1.5,
    atMost: true,
    figure: p99OfDelivery,
  },
  { what: 'hot room, against 1,000 rooms', bound: 0.9, figure: hotRoom((cell) => cell.count / cell.seconds) },
  { what: 'p99 of the hot room, against 1,000 rooms', bound: 1.5, atMost: true, figure: hotRoom((cell) => cell.p99) },
  { what: 'memory after the load, MB', bound: 150, atMost: true, figure: ({ memory }, product) => memory.get(product) },
  {
    what: 'memory with 10,000 idle subscribers, MB',
    bound: 600,
    atMost: true,
    figure: ({ idle }, product) => idle.get(product),
  },
  { what: 'diff of 64 KB, ms', bound: 50, atMost: true, figure: ({ diffMs }, product) => diffMs.get(product) },
];

/** Each goal with what was measured of the product in its two forms. Reached is what the median says. */
export function goalsOf(measured: Measured): string {
  const rows = GOALS.map((goal) => {
    const found = PRODUCTS.map((product) => spreadOverRounds(measured, goal.figure, product));
    const bound = `${goal.atMost ? '≤' : '≥'} ${goal.bound}`;
    return [goal.what, bound, ...found.map((spread) => verdict(goal, spread))];
  });
  return table(['goal', '', ...PRODUCTS], rows);
}

function spreadOverRounds(measured: Measured, figure: Figure, product: string): Spread | undefined {
  const values = Array.from({ length: measured.plan.rounds }, (_, round) => figure(measured, product, round));
  return spreadOfValues(values.filter((value) => value !== undefined));
}

function verdict({ bound, atMost }: Goal, spread: Spread | undefined): string {
  if (!spread) return '–';
  const reached = atMost ? spread.median <= bound : spread.median >= bound;
  const digits = bound >= 10 ? 0 : 2;
  const [median, min, max] = [spread.median, spread.min, spread.max].map((value) => value.toFixed(digits));
  return `${reached ? '✓' : '**not reached**:'} ${median}${min === max ? '' : ` (${min}–${max})`}`;
}
