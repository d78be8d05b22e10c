import { DIALECTS } from '../systems/dialect.ts';
import { EVENT_MARK } from '../workload.ts';
import { faultOf } from './check.ts';
import { Connection } from './connection.ts';
import { Faults } from './faults.ts';
import { type Follower, follow } from './follower.ts';
import { Histogram } from './histogram.ts';
import type { DeliverJob, IdleJob, Result, Word } from './jobs.ts';
import { nextWrite } from './requests.ts';

const MARK = Buffer.from(EVENT_MARK);
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

interface Sent {
  at: number;
  left: number;
  arrived: () => void;
}

/** Writes to a room, and measures how its subscribers get the events: how many, and how long after the write was sent. */
export async function deliver(job: DeliverJob, tell: (word: Word) => void): Promise<Result> {
  const dialect = DIALECTS[job.dialect];
  const latencies = new Histogram();
  const faults = new Faults();
  const sent = new Map<number, Sent>();
  let measured = false;
  let acknowledged = 0;
  const take = (follower: Follower, message: Buffer): void => {
    const at = message.indexOf(MARK);
    if (at === -1) {
      if (message.includes('"next"')) faults.add(`no event: ${message}`);
      return;
    }
    const number = Number.parseInt(message.toString('latin1', at + MARK.length, at + MARK.length + 12), 10);
    follower.count += 1;
    follower.fold = (follower.fold * 31 + number) % 1_000_000_007;
    const write = sent.get(number);
    if (!write) {
      faults.add(`an event of a write that is not waited for: ${number}`);
      return;
    }
    if (measured) latencies.add(performance.now() - write.at);
    write.left -= 1;
    if (write.left > 0) return;
    sent.delete(number);
    write.arrived();
  };
  const followers: Follower[] = [];
  for (let n = 0; n < job.subscribers; n += 1) followers.push(await follow(job.port, dialect, job.room, take));
  await wait(500);

  const write = async (connection: Connection): Promise<void> => {
    const { asked, number } = nextWrite(dialect, job.room);
    const everywhere = new Promise<void>((arrived) => {
      sent.set(number, { at: performance.now(), left: followers.length, arrived });
    });
    const { status, body } = await connection.ask(asked);
    const fault = faultOf(dialect, 'write', acknowledged, status, body);
    if (fault) faults.add(fault);
    else acknowledged += 1;
    await everywhere;
  };
  let over = false;
  const writer = async (nth: number): Promise<void> => {
    const connection = new Connection(job.port);
    const { everyMs = 0 } = job;
    const begun = performance.now() + nth * everyMs;
    for (let turn = 0; !over; turn += 1) {
      if (everyMs > 0) await wait(Math.max(0, begun + turn * everyMs * job.writers - performance.now()));
      await write(connection);
    }
    connection.close();
  };
  const writers = Array.from({ length: job.writers }, (_, nth) => writer(nth));
  await wait(job.warmMs);
  measured = true;
  tell({ kind: 'begin' });
  const begun = performance.now();
  await wait(job.ms);
  measured = false;
  over = true;
  const seconds = (performance.now() - begun) / 1000;
  tell({ kind: 'end' });
  await Promise.race([Promise.all(writers), wait(5_000)]);
  await wait(50);
  const first = followers[0]!;
  const alike = followers.every(({ count, fold }) => count === first.count && fold === first.fold);
  if (!alike) faults.add('subscribers got different events, or in different orders');
  if (first.count !== acknowledged) faults.add(`${acknowledged} writes, but ${first.count} events`);
  for (const { socket } of followers) socket.destroy();
  return {
    count: latencies.count,
    seconds,
    p50: latencies.quantile(0.5),
    p99: latencies.quantile(0.99),
    acknowledged,
    delivered: first.count,
    faults: faults.list,
    faultCount: faults.count,
    cpu: 0,
  };
}

let idle: Follower[] = [];

/** Opens subscriptions that nothing comes to. They stay until the next job. */
export async function openIdle(job: IdleJob): Promise<Result> {
  for (let n = 0; n < job.subscribers; n += 1)
    idle.push(await follow(job.port, DIALECTS[job.dialect], job.rooms[n % job.rooms.length]!, () => undefined));
  await wait(2_000);
  return { count: idle.length, seconds: 0, p50: 0, p99: 0, acknowledged: 0, faults: [], faultCount: 0, cpu: 0 };
}

export function closeIdle(): void {
  for (const { socket } of idle) socket.destroy();
  idle = [];
}
