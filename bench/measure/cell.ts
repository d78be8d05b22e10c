import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Job, Result, Word } from '../load/jobs.ts';
import type { System } from '../systems/systems.ts';
import { cpuOf, cpuOfPostgres } from './proc.ts';

/** One measurement: what the load generator saw, and what the system and its database used for it. */
export interface Cell extends Result {
  /** CPU seconds within the measured time. */
  serverCpu: number;
  databaseCpu: number;
  /** Share of one core that the load generator used. */
  loadShare: number;
}

/** The load generator as seen from here. */
export class Load {
  readonly #child: ChildProcess;

  constructor() {
    this.#child = fork(fileURLToPath(new URL('../load/generator.js', import.meta.url)));
  }

  /** Runs a job and takes the CPU times at the two ends of its measured time. */
  run(job: Job, system: System): Promise<Cell> {
    const usage = async () => [await cpuOf(system.pid), await cpuOfPostgres(system.postmaster)] as const;
    let begun: ReturnType<typeof usage> | undefined;
    let ended: ReturnType<typeof usage> | undefined;
    const started = performance.now();
    return new Promise((resolve, reject) => {
      const gone = () => reject(new Error('The load generator has ended.'));
      const take = async (word: Word): Promise<void> => {
        if (word.kind === 'begin') begun = usage();
        if (word.kind === 'end') ended = usage();
        if (word.kind !== 'result') return;
        this.#child.off('message', take).off('exit', gone);
        const [server, database] = (await begun) ?? [0, 0];
        const [serverEnd, databaseEnd] = (await ended) ?? [0, 0];
        const loadShare = word.result.cpu / ((performance.now() - started) / 1000);
        resolve({ ...word.result, serverCpu: serverEnd - server, databaseCpu: databaseEnd - database, loadShare });
      };
      this.#child.on('message', take).once('exit', gone);
      this.#child.send(job);
    });
  }

  stop(): void {
    this.#child.disconnect();
  }
}
