import { type Asked, DIALECTS, type Dialect } from '../systems/dialect.ts';
import { payloadText } from '../workload.ts';
import { faultOf } from './check.ts';
import { Connection } from './connection.ts';
import { Faults } from './faults.ts';
import { Histogram } from './histogram.ts';
import type { FillJob, RequestJob, Result, TimeJob, Word } from './jobs.ts';

const PAYLOADS = Array.from({ length: 64 }, (_, seed) => payloadText(seed));
const anyOf = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!;
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Numbers all writes of this process. */
let writes = 0;

/** A write of the next number. */
export function nextWrite(dialect: Dialect, room: string): { asked: Asked; number: number } {
  writes += 1;
  return { asked: dialect.write(room, PAYLOADS[writes % PAYLOADS.length]!, writes), number: writes };
}

function nextOf(job: RequestJob, dialect: Dialect): Asked {
  switch (job.operation) {
    case 'write':
      return nextWrite(dialect, anyOf(job.rooms)).asked;
    case 'update':
      writes += 1;
      return dialect.update(anyOf(job.entries), PAYLOADS[writes % PAYLOADS.length]!, writes);
    case 'read':
      return dialect.read(anyOf(job.entries));
    default:
      return dialect.list(anyOf(job.rooms), job.operation === 'list with payload');
  }
}

/** Sends requests for the time of the job. What is in flight at its end is waited for, and counts as acknowledged only. */
export async function sendRequests(job: RequestJob, tell: (word: Word) => void): Promise<Result> {
  const dialect = DIALECTS[job.dialect];
  const latencies = new Histogram();
  const faults = new Faults();
  let phase: 'warm' | 'measured' | 'over' = 'warm';
  let acknowledged = 0;
  const client = async (): Promise<void> => {
    const connection = new Connection(job.port);
    for (let nth = 0; phase !== 'over'; nth += 1) {
      const asked = nextOf(job, dialect);
      const begun = performance.now();
      const { status, body } = await connection.ask(asked);
      const ended = performance.now();
      const fault = faultOf(dialect, job.operation, nth, status, body);
      if (fault) faults.add(fault);
      else acknowledged += 1;
      if ((phase as string) === 'measured') latencies.add(ended - begun);
    }
    connection.close();
  };
  const clients = Array.from({ length: job.connections }, client);
  await wait(job.warmMs);
  phase = 'measured';
  tell({ kind: 'begin' });
  const begun = performance.now();
  await wait(job.ms);
  phase = 'over';
  const seconds = (performance.now() - begun) / 1000;
  tell({ kind: 'end' });
  await Promise.all(clients);
  return {
    count: latencies.count,
    seconds,
    p50: latencies.quantile(0.5),
    p99: latencies.quantile(0.99),
    acknowledged,
    faults: faults.list,
    faultCount: faults.count,
    cpu: 0,
  };
}

const nothing: Result = { count: 0, seconds: 0, p50: 0, p99: 0, acknowledged: 0, faults: [], faultCount: 0, cpu: 0 };

/** Writes entries, in turn to each of the rooms. */
export async function fill(job: FillJob): Promise<Result> {
  const dialect = DIALECTS[job.dialect];
  const entries: Result['entries'] = [];
  let next = 0;
  const client = async (): Promise<void> => {
    const connection = new Connection(job.port);
    while (next < job.count) {
      const room = job.rooms[next++ % job.rooms.length]!;
      const { body } = await connection.ask(nextWrite(dialect, room).asked);
      const content = dialect.contentOf(JSON.parse(body.toString()), 'write');
      if (!content) throw new Error(`A write was refused: ${body.toString().slice(0, 500)}`);
      entries.push({ room, id: content.id as string });
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: 16 }, client));
  return { ...nothing, acknowledged: entries.length, entries };
}

/** Sends single requests in turn, and gives how long each took, in milliseconds. */
export async function time(job: TimeJob): Promise<Result> {
  const connection = new Connection(job.port);
  const faults = new Faults();
  const times: number[] = [];
  for (const body of job.bodies) {
    const begun = performance.now();
    const answer = await connection.ask({ method: 'POST', path: '/graphql', body });
    times.push(performance.now() - begun);
    if (answer.status !== 200 || answer.body.subarray(0, 12).includes('"errors"')) faults.add(answer.body.toString());
  }
  connection.close();
  return { ...nothing, times, faults: faults.list, faultCount: faults.count };
}
