import type { IncomingMessage, ServerResponse } from 'node:http';
import { ContextError } from '../contract/errors.ts';
import type { Ctx } from '../graphql/ctx.ts';
import { parseJson } from '../json/parse-json.ts';
import { type Accepts, readAccept } from './accept.ts';
import { answerJson, answerRefusedDocument, answerRefusedRequest, refusalText, STREAM_NEEDED } from './answers.ts';
import { readBody } from './body.ts';
import { answerAsEvents, streamEvents } from './event-answer.ts';
import { readMedia } from './media.ts';
import { type Operation, type Params, prepare, readParams } from './operations.ts';
import { follow, run } from './run.ts';
import type { Serving } from './serving.ts';
import { writesOf } from './writes.ts';

/** One request on its way to its answer. */
export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  ctx: Ctx;
  serving: Serving;
  /** Takes the request out of those that are waited for. */
  leave: () => void;
}

/** Answers a POST: a query or mutation as JSON (as events, where the client takes nothing else), a subscription as events. */
export async function answerPost(exchange: Exchange): Promise<void> {
  const { request, response, ctx } = exchange;
  const media = readMedia(request);
  const accepts = readAccept(request.headers.accept);
  if ('wrong' in media)
    return answerRefusedRequest(response, new ContextError('BAD_USER_INPUT', media.wrong), ctx, 415);
  if (!accepts.json && !accepts.events) return answerRefusedRequest(response, NOT_ACCEPTABLE, ctx, 406);
  const text = await readBody(request);
  const params = media.kind === 'json' ? readParams(readJson(text)) : { query: text };
  await answerParams(exchange, params, accepts);
}

/** Answers a subscription that is asked for by GET (as EventSource does). Queries may come this way too, mutations may not. */
export async function answerEventsGet(exchange: Exchange): Promise<void> {
  const { request, response, ctx } = exchange;
  const params = readSearch(request);
  const refuse = (operation: Operation): boolean => {
    if (operation.kind !== 'mutation') return false;
    response.setHeader('allow', 'POST');
    answerRefusedRequest(response, new ContextError('BAD_USER_INPUT', 'Send mutations by POST.'), ctx, 405);
    return true;
  };
  await answerParams(exchange, params, readAccept(request.headers.accept), refuse);
}

/** The GraphQL request in a URL. Throws BAD_USER_INPUT where it is none, or where its variables are no JSON. */
export function readSearch({ url }: IncomingMessage): Params {
  const search = new URL(url ?? '', 'http://localhost').searchParams;
  const json = (name: string): unknown => (search.has(name) ? readJson(search.get(name)!) : undefined);
  return readParams({
    query: search.get('query') as string,
    operationName: search.get('operationName'),
    ...Object.fromEntries(['variables', 'extensions'].map((name) => [name, json(name)])),
  });
}

async function answerParams(
  exchange: Exchange,
  params: Params,
  accepts: Accepts,
  refuse: (operation: Operation) => boolean = () => false,
): Promise<void> {
  const { request, response, ctx, serving } = exchange;
  const operation = await prepare(serving.yoga.getEnveloped, params, ctx);
  if (Array.isArray(operation)) {
    if (accepts.json) answerRefusedDocument(response, operation, accepts, ctx);
    else answerAsEvents(request, response, refusalText(operation, ctx), serving);
    return;
  }
  if (refuse(operation)) return;
  if (operation.kind === 'mutation')
    await serving.door.count(ctx.caller, 'writes', writesOf(operation.args.document, params.operationName));
  if (operation.kind === 'subscription') return answerSubscription(exchange, operation, accepts);
  const { text, ran } = await run(operation, ctx);
  if (!accepts.json) answerAsEvents(request, response, text, serving);
  else answerJson(response, ran || accepts.json === 'application/json' ? 200 : 400, accepts.json, text);
}

async function answerSubscription(exchange: Exchange, operation: Operation, accepts: Accepts): Promise<void> {
  const { request, response, ctx, serving, leave } = exchange;
  if (!accepts.events) return answerRefusedRequest(response, STREAM_NEEDED, ctx, 406);
  const events = await follow(operation, ctx);
  if (Symbol.asyncIterator in events) {
    leave();
    await streamEvents(request, response, events, serving, ctx);
  } else if (accepts.json) answerJson(response, 200, accepts.json, events.text);
  else answerAsEvents(request, response, events.text, serving);
}

function readJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof ContextError) throw error;
    const why = error instanceof Error ? error.message.slice(0, 200) : '';
    throw new ContextError('BAD_USER_INPUT', `The request is not JSON: ${why}`);
  }
}

const NOT_ACCEPTABLE = new ContextError(
  'BAD_USER_INPUT',
  'Answers come as application/json, application/graphql-response+json or text/event-stream: accept one of them.',
);
