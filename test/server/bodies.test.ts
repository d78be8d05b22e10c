import { once } from 'node:events';
import { request } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { REQUEST_BODY_BYTES } from '../../src/contract/limits.ts';
import { post, testServer } from '../support/server.ts';

const server = testServer();

/** A request of exactly so many bytes. */
const ofSize = (bytes: number): string => {
  const [head, tail] = ['{"query":"{__typename}","extensions":{"pad":"', '"}}'];
  return head + 'x'.repeat(bytes - head.length - tail.length) + tail;
};

it('a body of 1 MiB is taken, one byte more is LIMIT_EXCEEDED with limit and size', async () => {
  expect(await post(server.url, ofSize(REQUEST_BODY_BYTES))).toMatchObject({
    status: 200,
    data: { __typename: 'Query' },
  });
  const over = await post(server.url, ofSize(REQUEST_BODY_BYTES + 1));
  expect(over.status).toBe(413);
  expect(over.errors![0]!.extensions).toEqual({
    code: 'LIMIT_EXCEEDED',
    retryable: false,
    limit: REQUEST_BODY_BYTES,
    found: REQUEST_BODY_BYTES + 1,
  });
});

it('a body without content-length is counted too', async () => {
  const body = new Blob([ofSize(REQUEST_BODY_BYTES + 1)]).stream();
  const init = { method: 'POST', body, duplex: 'half', headers: { 'content-type': 'application/json' } } as RequestInit;
  expect((await fetch(server.url, init)).status).toBe(413);
});

it('a body of 60 MB is answered, and not kept', async () => {
  const chunk = Buffer.alloc(64 * 1024, 'x');
  let most = 0;
  const before = process.memoryUsage().arrayBuffers;
  async function* chunks() {
    for (let sent = 0; sent < 60_000_000; sent += chunk.length) {
      most = Math.max(most, process.memoryUsage().arrayBuffers - before);
      yield chunk;
    }
  }
  const sending = request(server.url, { method: 'POST', headers: { 'content-type': 'application/json' } });
  const [[response]] = await Promise.all([once(sending, 'response'), pipeline(chunks, sending)]);
  expect(response.resume().statusCode).toBe(413);
  expect(most).toBeLessThan(40_000_000);
});

it('a client that goes away while it sends leaves nothing behind', async () => {
  const sending = request(server.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': 1000 },
  });
  sending.on('error', () => undefined);
  sending.write('{"query":');
  await new Promise((wake) => setTimeout(wake, 50));
  sending.destroy();
  await new Promise((wake) => setTimeout(wake, 50));
  expect(server.server.counts().requests).toBe(0);
  expect(server.logged).toEqual([]);
});

it.each<[string, string | Uint8Array, Record<string, string>, number, RegExp]>([
  ['bytes that are no UTF-8', Uint8Array.of(0x7b, 0xff, 0x7d), {}, 400, /UTF-8/],
  ['text that is no JSON', '{"query":', {}, 400, /not JSON/],
  ['an empty body', '', {}, 400, /not JSON/],
  ['a list of operations', '[{"query":"{__typename}"}]', {}, 400, /request of its own/],
  ['a JSON string', '"{__typename}"', {}, 400, /JSON object/],
  ['no query', '{}', {}, 400, /"query" must be a string/],
  ['variables as a string', '{"query":"{__typename}","variables":"{}"}', {}, 400, /"variables" must be a JSON object/],
  ['variables as a list', '{"query":"{__typename}","variables":[]}', {}, 400, /"variables" must be a JSON object/],
  [
    'an operation name that is a number',
    '{"query":"{__typename}","operationName":1}',
    {},
    400,
    /"operationName" must be/,
  ],
  ['a part that GraphQL does not know', '{"query":"{__typename}","vars":{}}', {}, 400, /"vars" is no part/],
  ['a form', 'query={__typename}', { 'content-type': 'application/x-www-form-urlencoded' }, 415, /application\/json/],
  ['a multipart form', '--x--', { 'content-type': 'multipart/form-data; boundary=x' }, 415, /application\/json/],
  ['plain text', '{"query":"{__typename}"}', { 'content-type': 'text/plain' }, 415, /application\/json/],
  ['a compressed body', 'x', { 'content-encoding': 'gzip' }, 415, /uncompressed/],
  ['another charset', '{}', { 'content-type': 'application/json; charset=utf-16' }, 415, /UTF-8/],
  ['a client that accepts images', '{"query":"{__typename}"}', { accept: 'image/png' }, 406, /accept one of them/],
])('%s: refused with a sentence on what to do', async (_what, body, headers, status, message) => {
  const answer = await post(server.url, body, headers);
  expect(answer.status).toBe(status);
  expect(answer.errors![0]!.message).toMatch(message);
  expect(answer.errors![0]!.extensions).toMatchObject({ code: 'BAD_USER_INPUT', retryable: false });
});

it.each([
  ['null variables', '{"query":"{__typename}","variables":null,"operationName":null,"extensions":null}', {}],
  ['a charset in capitals', '{"query":"{__typename}"}', { 'content-type': 'Application/JSON; Charset="UTF-8"' }],
  ['the bare document', '{__typename}', { 'content-type': 'application/graphql' }],
])('%s: taken', async (_what, body, headers) => {
  expect(await post(server.url, body, headers as Record<string, string>)).toMatchObject({
    status: 200,
    data: { __typename: 'Query' },
  });
});
