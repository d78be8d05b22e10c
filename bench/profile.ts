import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fill } from './fill.ts';
import { Load } from './measure/cell.ts';
import { sharesOf } from './measure/shares.ts';
import { table } from './report-parts.ts';
import { jobOf, type Scenario } from './scenarios.ts';
import { startCluster } from './systems/postgres.ts';
import { startSystem } from './systems/systems.ts';

const SECONDS = 10;
const SHOWN = 24;

/** Where the product's own time goes in one scenario: measured with V8's profiler, told by package and file. */
export async function runProfile(scenario: Scenario): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'roomd-profile-'));
  const cluster = await startCluster();
  const load = new Load();
  const system = await startSystem('roomd, DATABASE_URL', cluster, ['--cpu-prof', `--cpu-prof-dir=${folder}`]);
  try {
    const filled = await fill(system, load);
    const job = jobOf(scenario, system, filled, { warmMs: 3_000, ms: SECONDS * 1000 });
    const { serverCpu, databaseCpu, count } = await load.run(job, system);
    await system.stop();
    const [file] = await readdir(folder);
    const shares = sharesOf(JSON.parse(await readFile(join(folder, file!), 'utf8')));
    const rows = shares.slice(0, SHOWN).map(({ place, share }) => [place, `${(share * 100).toFixed(1)} %`]);
    const report = `# Where the time goes: ${scenario}

CPU of a request or delivered event: ${((serverCpu / count) * 1e6).toFixed(1)} µs in the server, ${((databaseCpu / count) * 1e6).toFixed(1)} µs in the database. Of the server's time, without its start:

${table(['', ''], rows)}
`;
    process.stdout.write(report);
    await writeFile(new URL(`../results/profile-${scenario.replaceAll(/\W+/g, '-')}.md`, import.meta.url), report);
  } finally {
    load.stop();
    await system.stop();
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
