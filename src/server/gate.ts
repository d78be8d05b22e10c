import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { type Caller, OPEN_CALLER } from '../access/caller.ts';
import type { Ctx } from '../graphql/ctx.ts';
import { readAccept } from './accept.ts';
import { showQuota, showRefusal } from './access-headers.ts';
import { answerRefusedRequest } from './answers.ts';
import { openDashboard } from './dashboard.ts';
import { answerEventsGet, answerPost, type Exchange, readSearch } from './graphql-post.ts';
import { openCtx, type Serving } from './serving.ts';

/**
 * Answers the requests of one path. What it throws is answered as an error. `leave` is called where the request has become
 * a stream: from then on nobody waits for its answer.
 */
export type Route = (request: IncomingMessage, response: ServerResponse, leave: () => void) => void | Promise<void>;

/** Every HTTP request comes in here: it is counted, sent to its route by its path, and answered whatever is thrown. */
export function openGate(serving: Serving, more: Record<string, Route> = {}): RequestListener {
  const routes: Record<string, Route> = {
    '/graphql': (request, response, leave) => answerGraphQL(request, response, serving, leave),
    '/health': (_request, response) => answerText(response, 200, 'alive\n'),
    ...more,
  };
  const elsewhere = openDashboard(notFound);
  const { requests } = serving.connections;
  return (request, response) => {
    const leave = requests.enter();
    response.once('close', leave);
    const path = (request.url ?? '/').split('?', 1)[0]!;
    const route = Object.hasOwn(routes, path) ? routes[path]! : elsewhere;
    take(route, request, response, leave).catch((error: unknown) => answerFailure(error, request, response, serving));
  };
}

/** A route that throws at once fails like one that rejects. */
async function take(route: Route, ...[request, response, leave]: Parameters<Route>): Promise<void> {
  await route(request, response, leave);
}

async function answerGraphQL(
  request: IncomingMessage,
  response: ServerResponse,
  serving: Serving,
  leave: () => void,
): Promise<void> {
  const { door } = serving;
  const refusal = door.refusalOf(request);
  if (refusal) throw refusal;
  const cors = door.corsOf(request);
  if (cors) {
    for (const [name, value] of Object.entries(cors)) response.setHeader(name, value);
    if (request.method === 'OPTIONS') return answerText(response, 204, '');
  }
  if (serving.graphiql && isPageAsked(request))
    return serving.yoga.handle(request, response, openCtx(serving, NOBODY) as Ctx & Record<string, unknown>);
  const caller = await door.callerOf(request.headers.authorization);
  const quota = await door.count(caller, 'requests');
  if (quota) showQuota(response, quota);
  const ctx = openCtx(serving, caller, response);
  const exchange: Exchange = { request, response, ctx, serving, leave };
  if (request.method === 'POST') return answerPost(exchange);
  const { html, events, json } = readAccept(request.headers.accept);
  if (request.method === 'GET' && events && !html && !json) return answerEventsGet(exchange);
  // Yoga would take variables that are no JSON for a fault of the server.
  if (request.method === 'GET') readSearch(request);
  // Everything else (queries by GET, the GraphiQL page, methods that GraphQL does not have) is Yoga's.
  await serving.yoga.handle(request, response, ctx as Ctx & Record<string, unknown>);
}

/** The GraphiQL page is for everybody: it shows nothing that is not in it. What it then asks for needs its own key. */
const isPageAsked = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' && readAccept(headers.accept).html;

/** May see no room at all. */
const NOBODY: Caller = { id: 'nobody', role: 'reader', agent: undefined, rooms: [], sees: () => false };

function answerFailure(error: unknown, request: IncomingMessage, response: ServerResponse, serving: Serving): void {
  if (request.destroyed && !request.complete) return;
  if (!request.complete && !response.headersSent) response.setHeader('connection', 'close');
  showRefusal(response, error);
  answerRefusedRequest(response, error, openCtx(serving, OPEN_CALLER));
}

const notFound: Route = (_request, response) =>
  answerText(
    response,
    404,
    'Nothing is here. The dashboard is at /, GraphQL (and GraphiQL in a browser) is at /graphql.\n',
  );

function answerText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
}
