import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { testServer } from '../support/server.ts';

const built = fileURLToPath(new URL('../../dist/web/', import.meta.url));
if (!existsSync(built)) throw new Error('The dashboard is not built: npm run build:web');

const held = testServer();
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(new URL(path, held.url), { method, headers });

it('all that a browser loads is under 200 KB gzipped', () => {
  const files = readdirSync(built, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  const sizes = files.map((file) => gzipSync(readFileSync(`${file.parentPath}/${file.name}`)).length);
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(200_000);
});

it('the page is at / and at every address of a room, and lets nothing in from elsewhere', async () => {
  for (const path of ['/', '/rooms', '/rooms/a%2Fb', '/rooms/a/entries/1/diff/1.0/1.1?q=x']) {
    const answer = await get(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'self'");
    expect(answer.headers.get('cache-control')).toBe('no-cache');
  }
});

it('the page is asked for again each time, but sent only when it is another one', async () => {
  const etag = (await get('/')).headers.get('etag')!;
  expect((await get('/', { 'if-none-match': etag })).status).toBe(304);
});

it('assets are kept for ever, under names that change with them', async () => {
  const page = await (await get('/')).text();
  const asset = /\/assets\/[^"]+\.js/.exec(page)![0];
  const answer = await get(asset);
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(answer.headers.get('content-encoding')).toBe('gzip');
  expect((await get(asset, {}, 'HEAD')).status).toBe(200);
});

it('what is not there is not found, whatever its name', async () => {
  for (const path of ['/assets/none.js', '/room', '/..%2fpackage.json', '/index.html/x', '/assets'])
    expect((await get(path)).status).toBe(404);
  expect((await get('/', {}, 'POST')).status).toBe(404);
});
