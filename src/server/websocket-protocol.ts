import type { IncomingMessage } from 'node:http';
import type { ExecutionArgs } from 'graphql';
import { GraphQLError } from 'graphql';
import { type Context, makeServer, type ServerOptions, type SubscribePayload } from 'graphql-ws';
import type { Caller } from '../access/caller.ts';
import { ContextError } from '../contract/errors.ts';
import type { Ctx } from '../graphql/ctx.ts';
import { formatErrors } from '../graphql/error-list.ts';
import { RawJson } from '../json/raw-json.ts';
import { nextBeginning } from './event-frames.ts';
import { type Operation, prepare, readParams } from './operations.ts';
import { type Outlet, PumpedEvents } from './pumped-events.ts';
import { type EventResult, follow, run, textOf } from './run.ts';
import { openCtx, type Serving } from './serving.ts';
import { writesOf } from './writes.ts';

/** What is known of one websocket beside graphql-ws's own context. The caller is known once connection_init was taken. */
export interface Extra {
  request: IncomingMessage;
  caller?: Caller;
  /** Ties the socket to its caller: it is closed when the caller's key no longer counts. Throws where it has too many. */
  enter(caller: Caller): void;
  /** What the client calls an operation: graphql-ws knows it by another id (see OperationIds). */
  idOf(inner: string): string;
  /** Resolves when an operation may send its next events; undefined where it may at once. */
  room(): void | Promise<void>;
  /** Sends events as `next` messages that begin so. */
  sendEvents(beginning: Buffer, events: readonly RawJson[]): void;
}

interface Running {
  ctx: Ctx;
  outlet: Outlet;
  operation?: Operation;
  events?: object;
}

type Hooks = ServerOptions<Record<string, unknown>, Extra>;
type Result = Awaited<ReturnType<NonNullable<Hooks['execute']>>>;

/** Takes the place of a payload while graphql-ws makes the text of a message. */
export class RawPayload {
  static #met: string | undefined;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toJSON(): number {
    RawPayload.#met = this.#text;
    return 0;
  }

  /** Puts the text where `toJSON` has left its mark. To be called right after a message was made: it ends with its payload. */
  static fill(message: string): string {
    const text = RawPayload.#met;
    RawPayload.#met = undefined;
    return text === undefined ? message : `${message.slice(0, -2)}${text}}`;
  }
}

/** By the payload of the subscribe message, and by the arguments that it became: both live as long as the operation. */
const running = new WeakMap<object, Running>();

/**
 * graphql-ws's protocol over the pipeline that HTTP uses. A malformed operation is answered with `error` and leaves the
 * socket open. Answers and events go out as the text that they are.
 */
export function openProtocol(serving: Serving) {
  return makeServer<Record<string, unknown>, Extra>({
    connectionInitWaitTimeout: serving.pace.initWait,
    onConnect: async ({ extra, connectionParams }) => {
      const key =
        connectionParams?.authorization ?? connectionParams?.Authorization ?? extra.request.headers.authorization;
      extra.caller = await serving.door.callerOf(typeof key === 'string' ? key : undefined);
      extra.enter(extra.caller);
    },
    onSubscribe: (socket, id, payload) => begin(serving, socket, id, payload),
    execute: (args) => answer(serving, args),
    subscribe: (args) => stream(serving, args),
    onNext: (_socket, _id, _payload, _args, result) => new RawPayload(textOf(result as EventResult)) as object,
    onError: (_socket, _id, payload, errors) => formatErrors(errors, running.get(payload)!.ctx),
    onComplete: (_socket, _id, payload) => {
      const events = running.get(payload)?.events;
      if (events) serving.connections.subscriptions.delete(events);
    },
  });
}

/** What is to run, or the errors of an operation that may not. */
async function begin(
  serving: Serving,
  { extra, subscriptions }: Context<Record<string, unknown>, Extra>,
  id: string,
  payload: SubscribePayload,
) {
  const ctx = openCtx(serving, extra.caller!, extra.request.socket);
  const beginning = nextBeginning(extra.idOf(id));
  const outlet = {
    room: () => extra.room(),
    send: (events: readonly RawJson[]) => extra.sendEvents(beginning, events),
  };
  const started: Running = { ctx, outlet };
  running.set(payload, started);
  const limit = serving.pace.operationsPerSocket;
  if (Object.keys(subscriptions).length > limit) return [asGraphQLError(tooManyOperations(limit))];
  const operation = await prepareParams(serving, payload, ctx);
  if (Array.isArray(operation)) return operation.map(asGraphQLError);
  started.operation = operation;
  running.set(operation.args, started);
  return operation.args;
}

async function answer({ connections }: Serving, args: ExecutionArgs): Promise<Result> {
  const { operation, ctx } = running.get(args)!;
  const leave = connections.requests.enter();
  const { text } = await run(operation!, ctx);
  leave();
  return new RawJson(text) as Result;
}

async function stream({ connections }: Serving, args: ExecutionArgs): Promise<Result> {
  const started = running.get(args)!;
  const events = await follow(started.operation!, started.ctx);
  if (!(Symbol.asyncIterator in events)) return new RawJson(events.text) as Result;
  started.events = events;
  connections.subscriptions.add(events);
  return new PumpedEvents(events, started.outlet) as unknown as Result;
}

/** Like `prepare`; what a message lacks is an error of its operation too, not of the socket. */
async function prepareParams({ yoga, door }: Serving, payload: unknown, ctx: Ctx): Promise<Operation | unknown[]> {
  try {
    await door.count(ctx.caller, 'requests');
    const operation = await prepare(yoga.getEnveloped, readParams(payload), ctx);
    if (!Array.isArray(operation) && operation.kind === 'mutation')
      await door.count(ctx.caller, 'writes', writesOf(operation.args.document, operation.args.operationName));
    return operation;
  } catch (error) {
    return [error];
  }
}

const tooManyOperations = (limit: number): ContextError =>
  new ContextError(
    'LIMIT_EXCEEDED',
    `This websocket has ${limit} operations under way, as many as it may. Complete some, or open another websocket.`,
    { limit, found: limit + 1 },
  );

/** graphql-ws takes nothing else for an error; the translator finds what is inside. */
const asGraphQLError = (error: unknown): GraphQLError =>
  error instanceof GraphQLError
    ? error
    : new GraphQLError('', { originalError: error instanceof Error ? error : new Error(String(error)) });
