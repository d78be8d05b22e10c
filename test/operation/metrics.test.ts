import { FOLLOW, post, testServer, until, WRITE } from '../support/server.ts';
import { openSse } from '../support/sse.ts';
import { openSubscriber } from '../support/subscriber.ts';

const server = testServer();

async function metrics(): Promise<Map<string, number>> {
  const response = await fetch(new URL('/metrics', server.url));
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toContain('version=0.0.4');
  const lines = (await response.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const end = line.lastIndexOf(' ');
      return [line.slice(0, end), Number(line.slice(end + 1))];
    }),
  );
}

it('operations are counted by root field and code, not by what the client calls them', async () => {
  await server.ask('query SecretName { a: rooms { nodes { id } } }');
  await server.ask('{ context(roomId: "nowhere", id: "none") { id } }');
  await server.ask('{ nonsense }');
  await server.ask('{');
  const figures = await metrics();
  expect(figures.get('roomd_operations_total{operation="rooms",code="OK"}')).toBe(1);
  expect(figures.get('roomd_operations_total{operation="refused",code="GRAPHQL_VALIDATION_FAILED"}')).toBe(1);
  expect(figures.get('roomd_operations_total{operation="refused",code="GRAPHQL_PARSE_FAILED"}')).toBe(1);
  expect(figures.get('roomd_operation_duration_seconds_count{operation="rooms"}')).toBe(1);
  expect(figures.get('roomd_operation_duration_seconds_bucket{operation="rooms",le="+Inf"}')).toBe(1);
  expect([...figures.keys()].join()).not.toMatch(/SecretName|nonsense|nowhere/);
});

it('writes, conflicts, deliveries and their delay are counted', async () => {
  const stream = await openSse(server.url, FOLLOW, { roomId: 'r' });
  const socket = await openSubscriber(server.url);
  socket.subscribe('1', FOLLOW, { roomId: 'r' });
  await until(() => server.server.counts().subscriptions, 2);
  const written = await server.ask(WRITE, { roomId: 'r', text: 'x' });
  const id = (written.data as { writeContext: { entry: { id: string } } }).writeContext.entry.id;
  await stream.next();
  await socket.next();
  const update = (expectedVersion: string) =>
    server.ask(`mutation U($input: UpdateContextInput!) { updateContext(input: $input) { entry { version } } }`, {
      input: { roomId: 'r', id, author: 'heron', summary: 't', expectedVersion },
    });
  expect((await update('1.0')).errors).toBeUndefined();
  expect((await update('1.0')).errors?.[0]?.extensions.code).toBe('VERSION_CONFLICT');
  await stream.next();
  await socket.next();
  const figures = await metrics();
  expect(figures.get('roomd_writes_total{action="write"}')).toBe(1);
  expect(figures.get('roomd_writes_total{action="update"}')).toBe(1);
  expect(figures.get('roomd_version_conflicts_total')).toBe(1);
  expect(figures.get('roomd_deliveries_total')).toBe(4);
  expect(figures.get('roomd_delivery_delay_seconds_count')).toBe(4);
  expect(figures.get('roomd_delivery_delay_seconds_sum')).toBeLessThan(4);
  expect(figures.get('roomd_operations_total{operation="contextEvents",code="OK"}')).toBe(2);
  expect(figures.get('roomd_statement_duration_seconds_count{statement="append"}')).toBeGreaterThan(1);
  stream.abort();
  socket.socket.close();
});

it('what is open, what waits and what the process takes can be seen', async () => {
  const stream = await openSse(server.url, FOLLOW, { roomId: 'r' });
  await until(() => server.server.counts(), { requests: 0, streams: 1, sockets: 0, subscriptions: 1 });
  const figures = await metrics();
  for (const [name, value] of Object.entries({
    streams: 1,
    sockets: 0,
    subscriptions: 1,
    lag_positions: 0,
    append_queue: 0,
    pool_waiting: 0,
    wakeups_connected: 1,
    rooms_followed: 1,
  }))
    expect([name, figures.get(`roomd_${name}`)]).toEqual([name, value]);
  expect(figures.get('roomd_pool_connections')).toBeGreaterThan(0);
  expect(figures.get('roomd_slow_readers_total{kind="stream"}')).toBe(0);
  expect(figures.get('process_resident_memory_bytes')).toBeGreaterThan(1_000_000);
  expect([...figures.keys()].join()).toContain('nodejs_eventloop_lag_p99_seconds');
  stream.abort();
});

it('answers are counted by path and status; a path that the server does not know is not a label', async () => {
  await fetch(new URL('/health', server.url));
  await fetch(new URL('/a-path-of-my-own', server.url));
  await post(server.url, '[]');
  const figures = await metrics();
  expect(figures.get('roomd_http_answers_total{path="/health",status="200"}')).toBe(1);
  expect(figures.get('roomd_http_answers_total{path="other",status="404"}')).toBe(1);
  expect(figures.get('roomd_http_answers_total{path="/graphql",status="400"}')).toBeGreaterThan(0);
  expect([...figures.keys()].join()).not.toContain('of-my-own');
});
