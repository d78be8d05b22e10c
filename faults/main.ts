import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageRoot } from '../src/database/package-root.ts';
import { now } from './clock.ts';
import { limits } from './limits.ts';
import type { Outcome, Scenario } from './scenario.ts';
import { connectionsDropped } from './scenarios/connections.ts';
import { asynchronousFailover, synchronousFailover } from './scenarios/failover.ts';
import { haproxyFailover } from './scenarios/haproxy.ts';
import { postgresKilled, serverKilled, terminated } from './scenarios/killed.ts';
import { blackHole, cut, frozen, halfOpen, slow } from './scenarios/network.ts';
import { redisKilled, ringsHeard, ringsLost } from './scenarios/rings.ts';
import { slowReaders } from './scenarios/slow-readers.ts';
import { tableOf } from './table.ts';

const SCENARIOS: Scenario[] = [
  ringsHeard,
  ringsLost,
  redisKilled,
  serverKilled,
  terminated,
  postgresKilled,
  cut,
  blackHole,
  halfOpen,
  slow,
  frozen,
  synchronousFailover,
  asynchronousFailover,
  haproxyFailover,
  slowReaders,
  connectionsDropped,
];

/** `npm run faults -- [--quick] [--only=words of a name]`, or `-- --limits` for what it takes without faults. */
async function main(args: string[]): Promise<void> {
  if (args.includes('--limits')) {
    process.stdout.write(await limits());
    process.exit(0);
  }
  const quick = args.includes('--quick');
  const only = args.find((arg) => arg.startsWith('--only='))?.slice('--only='.length);
  const outcomes: Outcome[] = [];
  const skipped: string[] = [];
  const started = now();
  for (const scenario of SCENARIOS.filter(({ name }) => !only || name.includes(only))) {
    const begun = now();
    const outcome = await runSafely(scenario, quick);
    if (typeof outcome === 'string') skipped.push(`${scenario.name}: ${outcome}.`);
    else outcomes.push(outcome);
    tell(scenario.name, outcome, (now() - begun) / 1000);
  }
  const table = tableOf(outcomes, skipped, (now() - started) / 1000);
  process.stdout.write(`\n${table}`);
  if (!quick && !only) await keep(table);
  process.exit(outcomes.some(({ violations }) => violations.length > 0) ? 1 : 0);
}

/** A scenario that breaks off (no traffic after the fault, a promise about time) has failed. */
async function runSafely(scenario: Scenario, quick: boolean): Promise<Outcome | string> {
  try {
    return await scenario.run(quick);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { scenario: scenario.name, figures: {}, events: 0, acknowledged: 0, violations: [why] };
  }
}

function tell(name: string, outcome: Outcome | string, seconds: number): void {
  const said =
    typeof outcome === 'string'
      ? outcome
      : `${outcome.acknowledged} writes, ${outcome.events} events, ${outcome.violations.length} violations ${JSON.stringify(outcome.figures)}${outcome.violations.map((violation) => `\n    ${violation}`).join('')}`;
  process.stdout.write(`${name} (${seconds.toFixed(0)} s): ${said}\n`);
}

async function keep(table: string): Promise<void> {
  const folder = join(packageRoot(), 'faults/results');
  await mkdir(folder, { recursive: true });
  await writeFile(
    join(folder, 'latest.md'),
    `# What the fault bench found\n\n\`npm run faults\` wrote this.\n\n${table}`,
  );
}

await main(process.argv.slice(2));
