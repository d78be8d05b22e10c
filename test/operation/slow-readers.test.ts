import { Log } from '../../src/log/log.ts';
import { Meter } from '../../src/operation/meter.ts';
import { openMetrics } from '../../src/operation/metrics.ts';
import { type Connection, Connections } from '../../src/server/connections.ts';
import { PACE } from '../../src/server/pace.ts';
import { testDatabase } from '../support/database.ts';
import { until } from '../support/server.ts';

const db = testDatabase();

it('a client that is let go because it does not read is counted, by its kind', async () => {
  const connections = new Connections({ ...PACE, tick: 5, noProgress: 10 });
  let letGo = 0;
  const stuck: Connection = {
    kind: 'socket',
    unsent: () => 1,
    taken: () => 0,
    tick: () => undefined,
    goAway: () => undefined,
    letGo: () => {
      letGo += 1;
      connections.remove(stuck);
    },
  };
  connections.add(stuck);
  await until(() => letGo, 1);
  const log = new Log(db.database);
  const text = await openMetrics(new Meter(), { database: db.database, log, connections }).metrics();
  expect(text).toContain('roomd_slow_readers_total{kind="socket"} 1\n');
  expect(text).toContain('roomd_slow_readers_total{kind="stream"} 0\n');
  connections.stop();
  await log.close();
});
