import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { announce, openPool, statements } from './tables.ts';

// The bare server: node:http, pg, one prepared statement an operation, a hub for events. No GraphQL, no validation, no
// limits. It is the ceiling that the others are measured against.

const [url, column] = process.argv.slice(2) as [string, 'json' | 'jsonb'];
const pool = await openPool(url, column);
const hub = new Map<string, Set<WebSocket>>();

interface Body {
  roomId: string;
  id: string;
  type: string;
  author: string;
  summary: string;
  consumingAgents: string[];
  payload: unknown;
}

type Row = Record<string, unknown>;

async function write({ roomId, type, author, summary, consumingAgents, payload }: Body): Promise<Row> {
  const id = randomUUID();
  const values = [roomId, id, type, author, summary, consumingAgents, JSON.stringify(payload)];
  const { rows } = await pool.query({ ...statements.write, values });
  const { position, timestamp } = rows[0];
  publish(roomId, {
    cursor: position,
    type: 'context_available',
    contextId: id,
    contextType: type,
    summary,
    version: '1.0',
    from: author,
    timestamp,
  });
  return { id, version: '1.0', timestamp };
}

async function update({ roomId, id, author, summary, payload }: Body): Promise<Row> {
  const { rows } = await pool.query({
    ...statements.update,
    values: [roomId, id, author, summary, JSON.stringify(payload)],
  });
  const { position, minor, type, timestamp } = rows[0];
  const version = `1.${minor}`;
  publish(roomId, {
    cursor: position,
    type: 'context_updated',
    contextId: id,
    contextType: type,
    summary,
    version,
    from: author,
    timestamp,
  });
  return { id, version, timestamp };
}

function publish(roomId: string, event: Row): void {
  const sockets = hub.get(roomId);
  if (!sockets) return;
  const text = JSON.stringify(event);
  for (const socket of sockets) socket.send(text);
}

const shown = ({ minor, created_position: _, consuming_agents, ...row }: Row): Row => ({
  ...row,
  consumingAgents: consuming_agents,
  version: `1.${minor}`,
});

async function read(search: URLSearchParams): Promise<Row> {
  const { rows } = await pool.query({ ...statements.read, values: [search.get('room'), search.get('id')] });
  return shown(rows[0]);
}

async function list(search: URLSearchParams): Promise<Row> {
  const first = Number(search.get('first'));
  const statement = search.get('payload') === '1' ? statements.listPayload : statements.list;
  const { rows } = await pool.query({ ...statement, values: [search.get('room'), first + 1] });
  const nodes = rows.slice(0, first);
  return { nodes: nodes.map(shown), hasNextPage: rows.length > first, endCursor: nodes.at(-1)?.created_position };
}

async function bodyOf(request: IncomingMessage): Promise<Body> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString());
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url!, 'http://localhost');
  const result =
    pathname === '/write' ? await write(await bodyOf(request))
    : pathname === '/update' ? await update(await bodyOf(request))
    : pathname === '/read' ? await read(searchParams)
    : await list(searchParams); // biome-ignore format: a table of routes
  const text = JSON.stringify(result);
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
  response.end(text);
}

const server = createServer((request, response) => {
  answer(request, response).catch((error) => response.writeHead(500).end(String(error)));
});

new WebSocketServer({ server, perMessageDeflate: false }).on('connection', (socket, request) => {
  const room = new URL(request.url!, 'http://localhost').searchParams.get('room')!;
  const sockets = hub.get(room) ?? new Set();
  hub.set(room, sockets.add(socket));
  socket.on('close', () => sockets.delete(socket));
});

server.listen(0, '127.0.0.1', 4_096, () => announce((server.address() as AddressInfo).port));
