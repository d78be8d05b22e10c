import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { startTracing } from '../../src/operation/tracing.ts';
import { startServer } from '../../src/server.ts';
import { testDatabase } from '../support/database.ts';
import { post, WRITE } from '../support/server.ts';

interface Span {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
}

const db = testDatabase();
const bodies: string[] = [];
const receiver = createServer((request, response) => {
  let text = '';
  request.on('data', (chunk) => {
    text += chunk;
  });
  request.on('end', () => {
    bodies.push(text);
    response.setHeader('content-type', 'application/json').end('{}');
  });
});
afterAll(() => void receiver.close());

const spansOf = (body: string): Span[] =>
  JSON.parse(body).resourceSpans.flatMap((resource: { scopeSpans: { spans: Span[] }[] }) =>
    resource.scopeSpans.flatMap(({ spans }) => spans),
  );

it('a request, its operation and its statement are spans of the trace that the client began', async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  process.env.OTEL_SERVICE_NAME = 'context-of-the-team';
  const tracing = await startTracing();
  const logger = pino({ level: 'silent' });
  const server = await startServer({ host: '127.0.0.1', port: 0 }, { database: db.database, logger, tracing });
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  const variables = { roomId: 'r', text: 'tawny-owl-4711' };
  const answer = await post(server.url, JSON.stringify({ query: WRITE, variables }), {
    traceparent: `00-${traceId}-b7ad6b7169203331-01`,
    authorization: 'Bearer tawny-owl-4711',
  });
  expect(answer.errors).toBeUndefined();
  await server.stop();
  await tracing.stop();

  const sent = bodies.join('');
  expect(sent).toContain('context-of-the-team');
  expect(sent).not.toContain('tawny');
  const spans = bodies.flatMap(spansOf);
  const request = spans.find(({ name }) => name === 'POST /graphql')!;
  const operation = spans.find(({ name }) => name === 'mutation writeContext')!;
  const statement = spans.find(({ name }) => name === 'db append')!;
  expect([request.traceId, request.parentSpanId]).toEqual([traceId, 'b7ad6b7169203331']);
  expect([operation.traceId, operation.parentSpanId]).toEqual([traceId, request.spanId]);
  expect([statement.traceId, statement.parentSpanId]).toEqual([traceId, operation.spanId]);
  expect(request.attributes).toContainEqual({ key: 'http.response.status_code', value: { intValue: 200 } });
});
