import { closeIdle, deliver, openIdle } from './deliver.ts';
import type { Job, Result, Word } from './jobs.ts';
import { fill, sendRequests, time } from './requests.ts';

// The load generator: a process of its own, so that its work is not the servers'. It takes one job at a time.

const tell = (word: Word): void => void process.send!(word);

function run(job: Job): Promise<Result> {
  closeIdle();
  switch (job.kind) {
    case 'requests':
      return sendRequests(job, tell);
    case 'deliver':
      return deliver(job, tell);
    case 'fill':
      return fill(job);
    case 'idle':
      return openIdle(job);
    case 'time':
      return time(job);
  }
}

process.on('message', (job: Job) => {
  const before = process.cpuUsage();
  run(job).then(
    (result) => {
      const { user, system } = process.cpuUsage(before);
      tell({ kind: 'result', result: { ...result, cpu: (user + system) / 1e6 } });
    },
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
      process.exit(1);
    },
  );
});
process.on('disconnect', () => process.exit(0));
tell({ kind: 'ready' });
