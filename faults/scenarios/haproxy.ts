import { now, sleep } from '../clock.ts';
import { type Cluster, openCluster } from '../cluster.ts';
import { type DebianPair, debianPostgres, startDebianPair } from '../debian-pair.ts';
import { type Haproxy, hasHaproxy, startHaproxy } from '../haproxy.ts';
import { administer } from '../postgres.ts';
import { type Figures, type Scenario, summary } from '../scenario.ts';

const NAME = 'failover behind HAProxy';
const LOAD = { servers: 2, rooms: 2, writers: 4, subscribers: 4, pause: 20 };

/** The primary dies, the standby is promoted, HAProxy finds it; then the former primary comes back and takes itself for one. */
async function failOver(pair: DebianPair, haproxy: Haproxy, { traffic }: Cluster): Promise<Figures> {
  const started = now();
  await pair.primary.kill();
  await pair.promote();
  const promoted = now() - started;
  await traffic(1, 20_000);
  const back = now() - started;
  await traffic(200);
  await pair.primary.start();
  await haproxy.says('one is UP');
  await sleep(1_000);
  const through = `postgresql://roomd@127.0.0.1:${haproxy.port}/postgres`;
  const [row] = await administer<{ port: number }>(through, 'SELECT inet_server_port() AS port');
  if (row?.port !== pair.standby.port) throw new Error('HAProxy went back to the former primary');
  return {
    PostgreSQL: pair.version,
    'kill -9 and promotion': `${Math.round(promoted)} ms`,
    'first write after': `${Math.round(back)} ms`,
    'former primary back': 'not followed',
  };
}

/** PostgreSQL and HAProxy as Debian packages them; the servers know one address, HAProxy's. */
export const haproxyFailover: Scenario = {
  name: NAME,
  run: async (quick) => {
    const programs = debianPostgres();
    if (!programs) return "skipped: Debian's PostgreSQL, 14 or newer, is not on this machine";
    if (!hasHaproxy()) return 'skipped: there is no haproxy on this machine';
    const pair = await startDebianPair(programs);
    const haproxy = await startHaproxy(pair.primary.port, pair.standby.port);
    try {
      await haproxy.says('two is DOWN');
      const through = { ...pair.primary, port: haproxy.port };
      const environment = { DATABASE_URL: `postgresql://roomd@127.0.0.1:${haproxy.port}/postgres` };
      const cluster = await openCluster({ ...LOAD, environment }, through);
      try {
        await cluster.traffic(quick ? 200 : 800);
        const figures = await failOver(pair, haproxy, cluster);
        await cluster.traffic(quick ? 200 : 800);
        return summary(NAME, figures, await cluster.finish());
      } finally {
        await cluster.close();
      }
    } finally {
      haproxy.stop();
      await pair.close();
    }
  },
};
