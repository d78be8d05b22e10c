import { get } from 'node:http';
import type { Socket } from 'node:net';
import { FOLLOW, NOTHING_OPEN, testServer, until, WRITE } from '../support/server.ts';
import { openSse } from '../support/sse.ts';

const server = testServer({ pace: { tick: 20, silence: 100, noProgress: 500 } });
const write = (roomId: string, text = 't') => server.ask(WRITE, { roomId, text });
const follow = (roomId: string) => openSse(server.url, FOLLOW, { roomId });

it('what is written after the headers comes, as one event in one line of data', async () => {
  const stream = await follow('framing');
  expect(stream.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(stream.response.headers.get('cache-control')).toBe('no-cache, no-transform');
  const text = 'a\u2028b\u2029c\u0085d\r\ne\rf\ng';
  await write('framing', text);
  const { event, data } = await stream.next();
  expect(event).toBe('next');
  expect(JSON.parse(data)).toEqual({ data: { contextEvents: { version: '1.0', entry: { payload: { text } } } } });
  expect(stream.text()).not.toMatch(/[\u0085\u2028\u2029\r]/);
  stream.abort();
});

it('a silent stream shows life', async () => {
  const stream = await follow('silence');
  await new Promise((wake) => setTimeout(wake, 350));
  expect(stream.text().match(/^:\n\n/gm)!.length).toBeGreaterThanOrEqual(2);
  stream.abort();
});

it('a query comes as one next and complete to a client that takes only events', async () => {
  const stream = await openSse(server.url, '{ __typename }');
  expect(await stream.next()).toEqual({ event: 'next', data: '{"data":{"__typename":"Query"}}' });
  expect(await stream.next()).toEqual({ event: 'complete', data: '' });
  await stream.ended;
});

it.each([
  ['a document that cannot run', 'subscription { nope }', 'GRAPHQL_VALIDATION_FAILED'],
  [
    'a subscription that cannot begin',
    'subscription { contextChanges(roomId: "r", after: "x") { type } }',
    'CURSOR_INVALID',
  ],
])('%s: its error comes as next, then complete', async (_what, query, code) => {
  const stream = await openSse(server.url, query);
  expect(JSON.parse((await stream.next()).data).errors[0].extensions.code).toBe(code);
  expect((await stream.next()).event).toBe('complete');
  await until(() => server.server.counts(), NOTHING_OPEN);
});

it('EventSource gets its events by GET', async () => {
  const query = 'subscription { contextEvents(roomId: "by-get") { version } }';
  const abort = new AbortController();
  const response = await fetch(`${server.url}?${new URLSearchParams({ query })}`, {
    headers: { accept: 'text/event-stream' },
    signal: abort.signal,
  });
  await write('by-get');
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (!text.includes('event: next')) text += (await reader.read()).value ?? '';
  expect(text).toContain('data: {"data":{"contextEvents":{"version":"1.0"}}}');
  abort.abort();
});

it('50 streams that are broken off leave nothing behind', async () => {
  const streams = await Promise.all(Array.from({ length: 50 }, () => follow('leaving')));
  expect(server.server.counts()).toMatchObject({ streams: 50, subscriptions: 50 });
  for (const stream of streams) stream.abort();
  await until(() => server.server.counts(), NOTHING_OPEN);
});

it('50 streams whose connection is cut before or after their headers leave nothing behind', async () => {
  const query = new URLSearchParams({ query: 'subscription { contextChanges(roomId: "cut") { type } }' });
  const cut = (ms: number) =>
    new Promise<void>((resolve) => {
      const sent = get(`${server.url}?${query}`, { headers: { accept: 'text/event-stream' }, agent: false });
      sent.on('error', () => undefined).on('close', resolve);
      setTimeout(() => sent.destroy(), ms);
    });
  await Promise.all(Array.from({ length: 50 }, (_, n) => cut(n)));
  await until(() => server.server.counts(), NOTHING_OPEN);
});

it('a reader that stops is let go, while another gets everything', async () => {
  const paused = await new Promise<Socket>((resolve) => {
    const query = new URLSearchParams({ query: FOLLOW, variables: '{"roomId":"slow"}' });
    get(`${server.url}?${query}`, { headers: { accept: 'text/event-stream' }, agent: false }, (response) => {
      response.pause();
      response.socket.pause();
      response.on('error', () => undefined);
      resolve(response.socket);
    });
  });
  const reading = await follow('slow');
  const text = 'x'.repeat(60_000);
  for (let n = 0; n < 150; n += 1) await write('slow', text);
  for (let n = 0; n < 150; n += 1) expect((await reading.next()).event).toBe('next');
  await until(() => server.server.counts(), { requests: 0, streams: 1, sockets: 0, subscriptions: 1 });
  paused.destroy();
  reading.abort();
  await until(() => server.server.counts(), NOTHING_OPEN);
});
