import { collectDefaultMetrics, type Metric, Registry } from 'prom-client';
import type { Database } from '../database/database.ts';
import type { Log } from '../log/log.ts';
import type { Connections } from '../server/connections.ts';
import type { Durations, Sample } from './durations.ts';
import type { Meter } from './meter.ts';

/** Where the figures come from that are looked at only when somebody asks. */
export interface Sources {
  database: Database;
  log: Log;
  connections: Connections;
}

type Labels = Record<string, string>;

/** Tells Prometheus of one figure. Its samples are made when it asks: until then nothing but plain numbers is kept. */
type Tell = (type: 'counter' | 'gauge' | 'histogram', name: string, help: string, read: () => Sample[]) => void;

/** All figures of one server in Prometheus's form. Those of the process (memory, event loop, …) begin with this call. */
export function openMetrics(meter: Meter, sources: Sources): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const tell: Tell = (type, name, help, read) => {
    const get = async () => ({ name, help, type, aggregator: 'sum', values: read() });
    registry.registerMetric({ name, get } as unknown as Metric);
  };
  tellWhatWasDone(tell, meter, sources);
  tellDurations(tell, meter);
  tellWhatIs(tell, sources);
  return registry;
}

function tellWhatWasDone(tell: Tell, meter: Meter, { connections }: Sources): void {
  const counter = (name: string, help: string, read: () => (readonly [Labels, number])[]): void =>
    tell('counter', name, help, () => read().map(([labels, value]) => ({ metricName: name, labels, value })));
  counter('roomd_http_answers_total', 'HTTP answers by path and status.', () =>
    meter.answers.entries().map(({ first, second, count }) => [{ path: first, status: second }, count]),
  );
  counter('roomd_operations_total', 'GraphQL operations by root field and the code of their first error.', () =>
    meter.operations.entries().map(({ first, second, count }) => [{ operation: first, code: second }, count]),
  );
  counter('roomd_writes_total', 'Versions that this server has written, by action.', () =>
    [...meter.writes].map(([action, count]) => [{ action }, count]),
  );
  counter('roomd_version_conflicts_total', 'Answers VERSION_CONFLICT.', () => [[{}, meter.conflicts]]);
  counter('roomd_deliveries_total', 'Events given to subscribers.', () => [[{}, meter.deliveries]]);
  counter('roomd_slow_readers_total', 'Clients that were let go because they read too slowly.', () =>
    Object.entries(connections.slow).map(([kind, count]) => [{ kind }, count]),
  );
}

function tellDurations(tell: Tell, meter: Meter): void {
  const histogram = (name: string, help: string, read: () => Iterable<[Labels, Durations]>): void =>
    tell('histogram', name, help, () => [...read()].flatMap(([labels, durations]) => durations.samples(name, labels)));
  histogram('roomd_operation_duration_seconds', 'How long queries and mutations took, by root field.', () =>
    [...meter.operationDurations].map(([operation, durations]) => [{ operation }, durations]),
  );
  histogram('roomd_statement_duration_seconds', 'How long statements took, their wait for a connection included.', () =>
    [...meter.statementDurations].map(([statement, durations]) => [{ statement }, durations]),
  );
  histogram('roomd_delivery_delay_seconds', 'From the write of an event to its delivery.', () => [
    [{}, meter.deliveryDelay],
  ]);
}

function tellWhatIs(tell: Tell, { database, log, connections }: Sources): void {
  const gauge = (name: string, help: string, read: () => number): void =>
    tell('gauge', name, help, () => [{ metricName: name, labels: {}, value: read() }]);
  gauge('roomd_requests', 'Requests that are being answered.', () => connections.counts().requests);
  gauge('roomd_subscriptions', 'Live subscriptions.', () => connections.counts().subscriptions);
  gauge('roomd_sockets', 'Open websockets.', () => connections.counts().sockets);
  gauge('roomd_streams', 'Open SSE streams.', () => connections.counts().streams);
  gauge('roomd_rooms_followed', 'Rooms that have subscriptions on this server.', () => log.counts().readers);
  gauge('roomd_ring_bytes', 'Recent versions that are kept in memory.', () => log.counts().ringBytes);
  gauge('roomd_lag_positions', "The farthest that a subscription is behind its room's head.", () => log.backlog().lag);
  gauge('roomd_append_queue', 'Writes that wait behind others of their room.', () => log.backlog().appends);
  gauge('roomd_wakeups_connected', '1 where the other servers are heard.', () => Number(log.bell().connected));
  gauge('roomd_pool_connections', 'Database connections.', () => database.pool().total);
  gauge('roomd_pool_idle', 'Database connections that nobody uses.', () => database.pool().idle);
  gauge('roomd_pool_waiting', 'Callers that wait for a database connection.', () => database.pool().waiting);
}
