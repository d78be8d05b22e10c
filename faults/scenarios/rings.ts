import { sleep } from '../clock.ts';
import type { History } from '../history.ts';
import { freePort } from '../ports.ts';
import { hasRedis, startRedis } from '../redis.ts';
import { delays, inMs, type Scenario, underFault } from '../scenario.ts';

const LOAD = { servers: 2, rooms: 4, writers: 4, subscribers: 6, pause: 10, writeTo: [0], followFrom: [1] };
/** From the acknowledgement on one server to the delivery by another, where the only wake-up is the check once a second. */
const LONGEST_DELAY_MS = 1_200;

function lookAtDelays(history: History, longest: number) {
  const measured = delays(history);
  const most = Math.max(...measured);
  return {
    figures: { 'delivery p50': inMs(measured, 0.5), 'delivery max': inMs(measured, 1) },
    violations: most > longest ? [`an event came ${Math.round(most)} ms after its write`] : [],
  };
}

/** Redis is set and was never there: no wake-up ever comes through. */
export const ringsLost: Scenario = {
  name: 'all wake-ups dropped',
  run: async (quick) => {
    const environment = { REDIS_URL: `redis://127.0.0.1:${await freePort()}` };
    const traffic = { before: 100, after: quick ? 400 : 3_000 };
    return underFault(
      'all wake-ups dropped',
      { ...LOAD, environment },
      traffic,
      async () => ({}),
      (history) => lookAtDelays(history, LONGEST_DELAY_MS),
    );
  },
};

/** The same with doorbells that work, for comparison. */
export const ringsHeard: Scenario = {
  name: 'no fault: doorbells over PostgreSQL',
  run: (quick) =>
    underFault(
      'no fault: doorbells over PostgreSQL',
      LOAD,
      { before: 100, after: quick ? 300 : 3_000 },
      async () => ({}),
      (history) => lookAtDelays(history, LONGEST_DELAY_MS),
    ),
};

export const redisKilled: Scenario = {
  name: 'Redis killed and back',
  run: async (quick) => {
    if (!hasRedis()) return 'skipped: there is no redis-server on this machine';
    const port = await freePort();
    let redis = await startRedis(port);
    const environment = { REDIS_URL: `redis://127.0.0.1:${port}` };
    try {
      return await underFault(
        'Redis killed and back',
        { ...LOAD, environment },
        { before: 100, after: 200 },
        async ({ traffic }) => {
          const rounds = quick ? 1 : 5;
          for (let i = 0; i < rounds; i++) {
            redis.kill('SIGKILL');
            await traffic(100);
            redis = await startRedis(port);
            await sleep(1_500);
            await traffic(100);
          }
          return { kills: rounds };
        },
        (history) => lookAtDelays(history, LONGEST_DELAY_MS),
      );
    } finally {
      redis.kill('SIGKILL');
    }
  },
};
