import { testServer } from '../support/server.ts';
import { READER_DOOR } from './reader-door.ts';

const TOKEN = 'a-token-of-sixteen-characters';
const server = testServer({ door: READER_DOOR, metricsToken: TOKEN });
const ask = async (headers: Record<string, string>) =>
  (await fetch(new URL('/metrics', server.url), { headers })).status;

it('metrics are open to programs of this machine that come straight to the server', async () => {
  expect(await ask({})).toBe(200);
});

it('what a proxy forwards needs the token or an admin', async () => {
  const forwarded = { 'x-forwarded-for': '203.0.113.7' };
  expect(await ask(forwarded)).toBe(403);
  expect(await ask({ ...forwarded, authorization: 'Bearer reader' })).toBe(403);
  expect(await ask({ ...forwarded, authorization: `Bearer ${TOKEN}x` })).toBe(403);
  expect(await ask({ ...forwarded, authorization: `Bearer ${TOKEN}` })).toBe(200);
  expect(await ask({ ...forwarded, authorization: 'Bearer admin' })).toBe(200);
});

it('a page in a browser of this machine gets no metrics', async () => {
  expect(await ask({ origin: 'https://elsewhere.example' })).toBe(403);
});
