import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Route } from './gate.ts';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** The page loads nothing from elsewhere, and text that agents have written can never become script. */
const SECURITY = {
  'content-security-policy':
    "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
};

interface File {
  bytes: Buffer;
  zipped: Buffer;
  headers: Record<string, string>;
}

/** Where the build puts it, seen from dist/server and from src/server. */
const FOLDERS = ['../web/', '../../dist/web/'].map((path) => fileURLToPath(new URL(path, import.meta.url)));

/**
 * The dashboard: its files, held in memory, and its page at `/` and at every address below `/rooms`. Everything else goes
 * to `otherwise`, and so does all where it has not been built.
 */
export function openDashboard(
  otherwise: Route,
  folder = FOLDERS.find((path) => existsSync(`${path}index.html`)),
): Route {
  const files = folder === undefined ? new Map<string, File>() : readFiles(folder);
  return (request, response, leave) => {
    const path = (request.url ?? '/').split('?', 1)[0]!;
    const file = files.get(isPage(path) ? '/index.html' : path);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    return file && isRead ? send(file, request, response) : otherwise(request, response, leave);
  };
}

const isPage = (path: string): boolean => path === '/' || path === '/rooms' || path.startsWith('/rooms/');

function readFiles(folder: string): Map<string, File> {
  const names = readdirSync(folder, { recursive: true }).map((name) => String(name).replaceAll('\\', '/'));
  return new Map(names.filter((name) => TYPES[extname(name)]).map((name) => [`/${name}`, readFile(folder, name)]));
}

function readFile(folder: string, name: string): File {
  const bytes = readFileSync(`${folder}${name}`);
  const etag = `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  // The names of assets change with what is in them: they are kept for ever. Everything else is asked for again each time.
  const caching = name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
  const headers = {
    'content-type': TYPES[extname(name)]!,
    'cache-control': caching,
    etag,
    vary: 'accept-encoding',
    ...SECURITY,
  };
  return { bytes, zipped: gzipSync(bytes, { level: 9 }), headers };
}

function send({ bytes, zipped, headers }: File, request: IncomingMessage, response: ServerResponse): void {
  if (request.headers['if-none-match']?.includes(headers.etag!)) {
    response.writeHead(304, headers).end();
    return;
  }
  const zips = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
  const body = zips ? zipped : bytes;
  response.writeHead(200, { ...headers, ...(zips && { 'content-encoding': 'gzip' }), 'content-length': body.length });
  response.end(request.method === 'HEAD' ? undefined : body);
}
