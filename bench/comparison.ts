import { writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { fill } from './fill.ts';
import { type Cell, Load } from './measure/cell.ts';
import { timeDiff } from './measure/diff.ts';
import { memoryOf } from './measure/proc.ts';
import { Progress } from './measure/progress.ts';
import { settle } from './measure/settle.ts';
import { reportOf } from './report.ts';
import type { Filled } from './scenarios.ts';
import { FILLED, jobOf, SCENARIOS, type Scenario } from './scenarios.ts';
import { type Cluster, startCluster, withClient } from './systems/postgres.ts';
import { SYSTEMS, type System, startSystem } from './systems/systems.ts';

export interface Plan {
  rounds: number;
  seconds: number;
  quick: boolean;
  /** Only these; all if left out. */
  systems?: string[] | undefined;
  scenarios?: string[] | undefined;
  /** Where the report goes, if not to bench/results/latest.md. */
  out?: string | undefined;
}

/** All that was measured. */
export interface Measured {
  plan: Plan;
  cells: { system: string; scenario: Scenario; round: number; cell: Cell }[];
  /** MB after the load. */
  memory: Map<string, number>;
  /** MB with 10,000 idle subscribers. */
  idle: Map<string, number>;
  /** Milliseconds of a diff of 64 KB. */
  diffMs: Map<string, number>;
  faults: string[];
  /** What was counted and was right. */
  checks: string[];
  begunAt: Date;
  loadBefore: number;
}

const IDLE_SUBSCRIBERS = 10_000;

/** Compares all systems, and writes and prints the report. */
export async function runComparison(plan: Plan): Promise<void> {
  const cluster = await startCluster();
  const load = new Load();
  const systems: System[] = [];
  try {
    for (const name of SYSTEMS.filter((name) => plan.systems?.includes(name) ?? true))
      systems.push(await startSystem(name, cluster));
    const measured = await measure(plan, systems, load, cluster);
    const report = reportOf(measured);
    process.stdout.write(report);
    await writeFile(plan.out ?? new URL('../results/latest.md', import.meta.url), report);
    if (measured.faults.length > 0) process.exitCode = 1;
  } finally {
    load.stop();
    await Promise.all(systems.map((system) => system.stop()));
    await cluster.stop();
  }
}

async function measure(plan: Plan, systems: System[], load: Load, cluster: Cluster): Promise<Measured> {
  const scenarios = SCENARIOS.filter((scenario) => plan.scenarios?.includes(scenario) ?? true);
  const measured: Measured = {
    plan,
    cells: [],
    memory: new Map(),
    idle: new Map(),
    diffMs: new Map(),
    faults: [],
    checks: [],
    begunAt: new Date(),
    loadBefore: loadavg()[0]!,
  };
  const filled = new Map<System, Filled>();
  const committed = new Map<System, number>();
  for (const system of systems) {
    filled.set(system, await fill(system, load));
    committed.set(system, FILLED.lists.length * FILLED.perList + FILLED.entries.length);
  }
  const progress = new Progress(plan.rounds * scenarios.length * systems.length);
  for (let round = 0; round < plan.rounds; round += 1) {
    for (const [index, scenario] of scenarios.entries()) {
      const from = (round + index) % systems.length;
      for (const system of [...systems.slice(from), ...systems.slice(0, from)]) {
        await settle(systems, plan.quick ? 300 : 5_000);
        hold(systems, system);
        const warmMs = round === 0 ? Math.max(1_000, plan.seconds * 250) : plan.quick ? 300 : 1_000;
        const job = jobOf(scenario, system, filled.get(system)!, { warmMs, ms: plan.seconds * 1000 });
        const cell = await load.run(job, system);
        measured.cells.push({ system: system.name, scenario, round, cell });
        for (const fault of cell.faults) measured.faults.push(`${system.name}, ${scenario}: ${fault}`);
        const isWrite = !/^(read|list)/.test(scenario);
        committed.set(system, committed.get(system)! + (isWrite ? cell.acknowledged : 0));
        hold(systems, undefined);
        progress.step(`${scenario}, ${system.name}`);
      }
    }
  }
  for (const system of systems) {
    measured.memory.set(system.name, await memoryOf(system.pid));
    await checkCommitted(measured, system, committed.get(system)!);
    if (system.name.startsWith('roomd')) measured.diffMs.set(system.name, await timeDiff(system, load));
  }
  if (!plan.quick && !plan.scenarios) await measureIdle(measured, load, cluster);
  return measured;
}

/** Lets only one system run: what another one does in the background is not this one's cost. */
function hold(systems: readonly System[], running: System | undefined): void {
  for (const system of systems) process.kill(system.pid, system === running || !running ? 'SIGCONT' : 'SIGSTOP');
}

async function checkCommitted(measured: Measured, system: System, acknowledged: number): Promise<void> {
  const { rows } = await withClient(system.databaseUrl, (client) => client.query(system.countSql));
  const { count } = rows[0];
  if (count === acknowledged) measured.checks.push(`${system.name}: ${count} writes acknowledged, as many committed.`);
  else measured.faults.push(`${system.name}: ${acknowledged} writes were acknowledged, ${count} are committed`);
}

/** Memory with many subscribers of many rooms that nothing happens in: of the bare server and of the product, begun anew. */
async function measureIdle(measured: Measured, load: Load, cluster: Cluster): Promise<void> {
  for (const name of ['bare json', 'roomd, embedded'] as const) {
    const renamed = { ...cluster, makeDatabase: (database: string) => cluster.makeDatabase(`${database}_idle`) };
    const system = await startSystem(name, renamed);
    const { port, dialect } = system;
    const rooms = Array.from({ length: 1_000 }, (_, n) => `idle-${n}`);
    await load.run({ kind: 'idle', port, dialect, rooms, subscribers: IDLE_SUBSCRIBERS }, system);
    measured.idle.set(name, await memoryOf(system.pid));
    await system.stop();
  }
}
