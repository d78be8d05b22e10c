import type { Measured } from './comparison.ts';
import type { Cell } from './measure/cell.ts';
import type { Scenario } from './scenarios.ts';

/** The better of these is the ceiling. */
export const CEILING: readonly string[] = ['bare json', 'bare jsonb'];

export interface Spread {
  median: number;
  min: number;
  max: number;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

export const spreadOfValues = (values: readonly number[]): Spread | undefined =>
  values.length === 0 ? undefined : { median: median(values), min: Math.min(...values), max: Math.max(...values) };

/** What was measured of a system in one scenario and round. */
export const cellOf = ({ cells }: Measured, system: string, scenario: Scenario, round: number): Cell | undefined =>
  cells.find((cell) => cell.system === system && cell.scenario === scenario && cell.round === round)?.cell;

/** A figure over all rounds. */
export const spreadOf = (
  { cells }: Measured,
  system: string,
  scenario: Scenario,
  read: (cell: Cell) => number,
): Spread | undefined =>
  spreadOfValues(
    cells.filter((cell) => cell.system === system && cell.scenario === scenario).map(({ cell }) => read(cell)),
  );

/** The better rate of the bare servers in a round. */
export function best(measured: Measured, scenario: Scenario, round: number): number | undefined {
  const rates = CEILING.map((system) => cellOf(measured, system, scenario, round)).map((cell) =>
    cell ? cell.count / cell.seconds : 0,
  );
  return Math.max(...rates) || undefined;
}

/** A Markdown table. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
