import { cpus, loadavg, totalmem } from 'node:os';
import type { Measured } from './comparison.ts';
import { goalsOf } from './goals.ts';
import { best, CEILING, cellOf, median, type Spread, spreadOf, table } from './report-parts.ts';
import { SCENARIOS, type Scenario } from './scenarios.ts';
import { SYSTEMS } from './systems/systems.ts';

const EVENTS: ReadonlySet<Scenario> = new Set(['events', 'events, paced']);

/** The report in Markdown: what was measured, in absolute figures and against the ceiling, and what it says of the goals. */
export function reportOf(measured: Measured): string {
  const { plan, faults } = measured;
  const scenarios = SCENARIOS.filter((scenario) => measured.cells.some((cell) => cell.scenario === scenario));
  const systems = SYSTEMS.filter((system) => measured.cells.some((cell) => cell.system === system));
  const matrix = (text: (system: string, scenario: Scenario) => string, of = scenarios) =>
    table(
      ['', ...of],
      systems.map((system) => [system, ...of.map((scenario) => text(system, scenario))]),
    );
  const rate = (system: string, scenario: Scenario) =>
    spread(measured, system, scenario, (cell) => cell.count / cell.seconds);
  const loads = measured.cells.map(({ cell }) => cell.loadShare);
  return [
    '# What the bench measured',
    `${measured.begunAt.toISOString().slice(0, 16)}Z, ${cpus()[0]?.model.trim()} × ${cpus().length}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}, embedded PostgreSQL. ` +
      `${plan.rounds} rounds of ${plan.seconds} s a cell, the order of the systems rotating. Load average: ${measured.loadBefore.toFixed(1)} before, ${loadavg()[0]!.toFixed(1)} at the end; ` +
      `the load generator used ${Math.round(Math.max(...loads) * 100)} % of one core at most.`,
    'A cell is the median of the rounds, with the lowest and the highest in brackets. The ceiling is the better of the two bare servers in the same round.',
    ...(systems.some((system) => CEILING.includes(system)) ? ['## Against the ceiling', matrix((system, scenario) => ratioText(measured, system, scenario))] : []),
    '## Goals',
    goalsOf(measured),
    '## Requests a second (of the two with events: events delivered a second)',
    matrix((system, scenario) => text(rate(system, scenario), 0)),
    '## Milliseconds, median / p99 (of the two with events: from sending the write to its arrival)',
    matrix((system, scenario) => `${text(spread(measured, system, scenario, (cell) => cell.p50), 1, false)} / ${text(spread(measured, system, scenario, (cell) => cell.p99), 1, false)}`),
    '## CPU in µs, server + database, a request or delivered event',
    matrix((system, scenario) => cpuText(measured, system, scenario)),
    '## Memory',
    memoryTable(measured),
    '## Checks',
    faults.length === 0
      ? `Every answer was checked. ${measured.checks.join(' ')}`
      : `${faults.length} FAULTS:\n\n${faults.slice(0, 20).map((fault) => `- ${fault}`).join('\n')}`,
    `Events: ${[...EVENTS].join(' and ')} are 200 subscribers of one room over websockets; each must get every committed write of the room once and in one order. "paced" is 40 writes a second.`,
  ].join('\n\n').concat('\n'); // biome-ignore format: a page
}

function spread(
  measured: Measured,
  system: string,
  scenario: Scenario,
  read: Parameters<typeof spreadOf>[3],
): Spread | undefined {
  return spreadOf(measured, system, scenario, read);
}

const text = (value: Spread | undefined, digits: number, range = true): string => {
  if (!value) return '–';
  const [mid, low, high] = [value.median, value.min, value.max].map((n) => n.toFixed(digits));
  return range ? `${mid} (${low}–${high})` : mid!;
};

function ratioText(measured: Measured, system: string, scenario: Scenario): string {
  const ratios = ratiosToCeiling(measured, system, scenario);
  return ratios.length === 0
    ? '–'
    : text({ median: median(ratios), min: Math.min(...ratios), max: Math.max(...ratios) }, 2);
}

/** Of each round, the rate against that of the better bare server. */
function ratiosToCeiling(measured: Measured, system: string, scenario: Scenario): number[] {
  return Array.from({ length: measured.plan.rounds }, (_, round) => {
    const cell = cellOf(measured, system, scenario, round);
    const ceiling = best(measured, scenario, round);
    return cell && ceiling ? cell.count / cell.seconds / ceiling : undefined;
  }).filter((ratio) => ratio !== undefined);
}

function cpuText(measured: Measured, system: string, scenario: Scenario): string {
  const server = spread(measured, system, scenario, (cell) => (cell.serverCpu / cell.count) * 1e6);
  const database = spread(measured, system, scenario, (cell) => (cell.databaseCpu / cell.count) * 1e6);
  return `${text(server, EVENTS.has(scenario) ? 1 : 0, false)} + ${text(database, EVENTS.has(scenario) ? 1 : 0, false)}`;
}

function memoryTable({ memory, idle }: Measured): string {
  const rows = [...memory].map(([system, mb]) => [
    system,
    `${Math.round(mb)} MB`,
    idle.has(system) ? `${Math.round(idle.get(system)!)} MB` : '–',
  ]);
  return table(['', 'after the load', '10,000 idle subscribers'], rows);
}
