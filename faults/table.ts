import { cpus } from 'node:os';
import type { Outcome } from './scenario.ts';

/** The outcomes as a table for people, in Markdown. */
export function tableOf(outcomes: Outcome[], skipped: string[], seconds: number): string {
  const rows = outcomes.map(({ scenario, acknowledged, events, figures, violations }) => {
    const found = Object.entries(figures).map(([name, value]) => `${name}: ${value}`);
    return `| ${scenario} | ${acknowledged.toLocaleString('en')} | ${events.toLocaleString('en')} | ${violations.length} | ${found.join('; ')} |`;
  });
  const sum = (of: (outcome: Outcome) => number) => outcomes.reduce((total, outcome) => total + of(outcome), 0);
  const total = `| **all** | ${sum((o) => o.acknowledged).toLocaleString('en')} | ${sum((o) => o.events).toLocaleString('en')} | ${sum((o) => o.violations.length)} | |`;
  return [
    '| fault | acknowledged writes | delivered events checked | violations | figures |',
    '|---|---|---|---|---|',
    ...rows,
    total,
    '',
    ...skipped.map((line) => `${line}\n`),
    `Node ${process.version}, ${cpus().length} cores, ${Math.round(seconds)} s in all. Servers, database, writers and subscribers share the machine.`,
    '',
  ].join('\n');
}
