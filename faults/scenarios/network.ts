import { now, sleep, until } from '../clock.ts';
import type { Cluster } from '../cluster.ts';
import { type Figures, type Scenario, underFault } from '../scenario.ts';

const LOAD = { servers: 2, rooms: 4, writers: 8, subscribers: 6, pause: 5 };
/** Longer than all of the servers' patience. */
const OUTAGE_MS = 11_000;

/** A time of bad weather, and then a good link again: what was open in the meantime is gone. */
async function outage(
  { link, traffic, writers }: Cluster,
  weather: 'blackHole' | 'halfOpen',
  ms: number,
): Promise<Figures> {
  link.weather = weather;
  await sleep(ms);
  const before = writers.acknowledged;
  link.weather = 'pass';
  link.cut();
  const back = writers.acknowledged > before ? 0 : await traffic(1, 5_000);
  return { outage: `${Math.round(ms / 1000)} s`, 'serves again after': `${Math.round(back)} ms` };
}

const scenario = (name: string, inject: (cluster: Cluster, quick: boolean) => Promise<Figures>): Scenario => ({
  name,
  run: (quick) => underFault(name, LOAD, { before: 200, after: 200 }, (cluster) => inject(cluster, quick)),
});

export const cut = scenario('connections to the database cut', async ({ link, traffic }, quick) => {
  const cuts = quick ? 5 : 30;
  for (let i = 0; i < cuts; i++) {
    link.cut();
    await traffic(50, 5_000);
  }
  return { cuts };
});

export const blackHole = scenario('black hole without RST', (cluster, quick) =>
  outage(cluster, 'blackHole', quick ? 6_000 : OUTAGE_MS),
);

export const halfOpen = scenario('half-open: answers get lost', (cluster, quick) =>
  outage(cluster, 'halfOpen', quick ? 6_000 : OUTAGE_MS),
);

export const slow = scenario('slow network, 40 ms each way', async ({ link, traffic }, quick) => {
  link.weather = 'slow';
  const started = now();
  await traffic(quick ? 100 : 500, 60_000);
  const figures = { 'writes while slow': `${Math.round(((quick ? 100 : 500) / (now() - started)) * 1000)}/s` };
  link.weather = 'pass';
  return figures;
});

/** The database itself hangs: its processes do not run, its sockets stay open. */
export const frozen: Scenario = {
  name: 'PostgreSQL locked up',
  run: (quick) =>
    underFault('PostgreSQL locked up', LOAD, { before: 200, after: 200 }, async ({ postgres, writers, traffic }) => {
      const release = await postgres.lockRooms();
      await sleep(quick ? 5_000 : OUTAGE_MS);
      const before = writers.acknowledged;
      await release();
      const back = await until('a write', 5_000, () => writers.acknowledged > before);
      await traffic(50);
      return {
        'rooms locked for': `${quick ? 5 : OUTAGE_MS / 1000} s`,
        'serves again after': `${Math.round(back)} ms`,
      };
    }),
};
