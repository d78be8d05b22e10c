import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createMcpHandler, type McpHttpHandler } from '@modelcontextprotocol/server';
import { OPEN_CALLER } from '../access/caller.ts';
import { ContextError } from '../contract/errors.ts';
import { formatErrors } from '../graphql/error-list.ts';
import { parseJson } from '../json/parse-json.ts';
import { showQuota, showRefusal } from '../server/access-headers.ts';
import { answerJson, statusOf } from '../server/answers.ts';
import { readBody } from '../server/body.ts';
import type { Route } from '../server/gate.ts';
import { openCtx, type Serving } from '../server/serving.ts';
import { type Exchange, openProtocol } from './protocol.ts';

/** What pages of an allowed origin may send beside what they may everywhere. */
const MCP_HEADERS = 'mcp-protocol-version, mcp-method, mcp-name';

/**
 * MCP over HTTP (streamable HTTP) at /mcp: the stateless protocol, and the one before it without sessions. The same keys,
 * origins and limits hold as at /graphql.
 */
export function mcpRoute(serving: Serving, version: string): Route {
  const handler = createMcpHandler(({ authInfo }) => openProtocol(authInfo!.extra as unknown as Exchange, version));
  return async (request, response) => {
    try {
      await answer(request, response, serving, handler);
    } catch (error) {
      refuse(request, response, error, serving);
    }
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  serving: Serving,
  handler: McpHttpHandler,
): Promise<void> {
  const { door } = serving;
  const refusal = door.refusalOf(request);
  if (refusal) throw refusal;
  if (allowsPage(request, response, serving) && request.method === 'OPTIONS') return void response.writeHead(204).end();
  const caller = await door.callerOf(request.headers.authorization);
  const quota = await door.count(caller, 'requests');
  if (quota) showQuota(response, quota);
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  // Parsed here, so that a number that a double cannot hold is seen for what it was, and refused with its path.
  const parsedBody = request.method === 'POST' ? parsed(await readBody(request)) : undefined;
  const exchange: Exchange = {
    ctx: openCtx(serving, caller, response),
    countWrite: async () => door.count(caller, 'writes'),
  };
  const answered = await handler.fetch(webRequest(request, gone.signal), {
    ...(parsedBody !== undefined && { parsedBody }),
    authInfo: { token: '', clientId: caller.id, scopes: [], extra: { ...exchange } },
  });
  await send(answered, response);
}

/** Whether a page of another, allowed origin asks; then it is told so. */
function allowsPage(request: IncomingMessage, response: ServerResponse, { door }: Serving): boolean {
  const cors = door.corsOf(request);
  for (const [name, value] of Object.entries(cors ?? {}))
    response.setHeader(name, name === 'access-control-allow-headers' ? `${value}, ${MCP_HEADERS}` : value);
  return cors !== undefined;
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    throw new ContextError('BAD_USER_INPUT', 'The request is not JSON. Send a JSON-RPC message.');
  }
}

/** The request as the handler wants it; its body has been read. */
function webRequest(request: IncomingMessage, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    for (const one of Array.isArray(value) ? value : [value ?? '']) headers.append(name, one);
  // A body is only said to be there: it is handed over parsed.
  const body = request.method === 'POST' ? '{}' : undefined;
  return new Request(`http://localhost${request.url}`, { method: request.method, headers, body, signal });
}

/** Writes an answer or a stream of events, as fast as the client takes it. */
async function send(answered: Response, response: ServerResponse): Promise<void> {
  if (response.destroyed) {
    await answered.body?.cancel();
    return;
  }
  response.writeHead(answered.status, Object.fromEntries(answered.headers));
  const reader = answered.body?.getReader();
  response.once('close', () => void reader?.cancel().catch(() => undefined));
  for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) {
    if (!response.write(chunk.value)) await Promise.race([once(response, 'drain'), once(response, 'close')]);
  }
  response.end();
}

/** JSON-RPC's own server error. */
const REFUSED = -32_000;

function refuse(request: IncomingMessage, response: ServerResponse, error: unknown, serving: Serving): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  if (!request.complete) response.setHeader('connection', 'close');
  const [{ message, extensions } = { message: '' }] = formatErrors([error], openCtx(serving, OPEN_CALLER));
  const status = statusOf(error);
  showRefusal(response, error);
  const body = { jsonrpc: '2.0', id: null, error: { code: REFUSED, message, data: extensions } };
  answerJson(response, status, 'application/json', JSON.stringify(body));
}
