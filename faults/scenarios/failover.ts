import { now, sleep } from '../clock.ts';
import { type Cluster, openCluster } from '../cluster.ts';
import { type Outcome, type Scenario, summary } from '../scenario.ts';
import { type Pair, startPair } from '../standby.ts';

const LOAD = { servers: 2, rooms: 3, writers: 6, subscribers: 6, pause: 5 };

/** The primary dies, the standby is promoted, and the way to the database leads there: what HAProxy or Patroni do. */
async function failOver({ primary, promote, standby }: Pair, { link }: Cluster): Promise<void> {
  await primary.kill();
  await promote();
  link.aim(standby.port);
  link.cut();
}

async function withPair(
  synchronous: boolean,
  run: (pair: Pair, cluster: Cluster) => Promise<Outcome>,
): Promise<Outcome> {
  const pair = await startPair(synchronous);
  try {
    const cluster = await openCluster(LOAD, pair.primary);
    try {
      return await run(pair, cluster);
    } finally {
      await cluster.close();
    }
  } finally {
    await pair.close();
  }
}

export const synchronousFailover: Scenario = {
  name: 'failover to a synchronous standby',
  run: (quick) =>
    withPair(true, async (pair, cluster) => {
      await cluster.traffic(quick ? 200 : 1_500);
      const started = now();
      await failOver(pair, cluster);
      await cluster.traffic(1, 10_000);
      const back = now() - started;
      await cluster.traffic(quick ? 200 : 1_500);
      const history = await cluster.finish();
      return summary(
        'failover to a synchronous standby',
        { 'kill, promotion, first write': `${Math.round(back)} ms` },
        history,
      );
    }),
};

export const asynchronousFailover: Scenario = {
  name: 'failover that loses the end of the log',
  run: (quick) =>
    withPair(false, async (pair, cluster) => {
      await cluster.traffic(200);
      await sleep(500);
      pair.replication.weather = 'blackHole';
      await cluster.traffic(quick ? 50 : 200);
      await sleep(500);
      await failOver(pair, cluster);
      const failedOver = now();
      await cluster.traffic(quick ? 200 : 500, 20_000);
      await sleep(2_000);
      await cluster.writers.stop();
      return judge(cluster, failedOver);
    }),
};

/** Each subscriber had seen what is lost: it must be told so, and be given nothing else in its place. */
function judge({ subscribers, writers }: Cluster, failedOver: number): Outcome {
  const told = subscribers.filter(({ delivery }) => delivery.errors.some((error) => error.includes('CURSOR_AHEAD')));
  const deceived = subscribers.filter(({ delivery }) => delivery.times.some((time) => time > failedOver));
  const violations = deceived.map(
    ({ delivery }) => `${delivery.subscriber} in ${delivery.room} was given events behind a cursor that is gone`,
  );
  if (told.length < subscribers.length)
    violations.push(`${subscribers.length - told.length} subscribers were not told`);
  return {
    scenario: 'failover that loses the end of the log',
    figures: {
      'subscribers told CURSOR_AHEAD': `${told.length} of ${subscribers.length}`,
      'given other events instead': deceived.length,
    },
    events: subscribers.reduce((sum, { delivery }) => sum + delivery.positions.length, 0),
    acknowledged: writers.acknowledged,
    violations,
  };
}
