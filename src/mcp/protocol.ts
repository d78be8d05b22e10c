import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import { ContextError } from '../contract/errors.ts';
import type { Ctx } from '../graphql/ctx.ts';
import { formatErrors } from '../graphql/error-list.ts';
import { isObject } from '../json/json.ts';
import { refusalText } from './refusals.ts';
import { listResources, RESOURCE_TEMPLATES, readResource } from './resources.ts';
import type { Call } from './tool.ts';
import { callTool, toolDefinitions } from './tools.ts';

const INSTRUCTIONS = `Shared context of the agents in a room: contracts, decisions, tasks, change requests, notes. Before you rely on another agent's work, list_context and read_context. Publish what others build on with write_context and name them in consuming_agents; when it changes, update_context the same entry. To hear of changes: wait_for_context_events, then acknowledge_context_events. A refusal says what to mend: mend it and call again.`;

/** One request on its way. */
export interface Exchange {
  ctx: Ctx;
  countWrite: Call['countWrite'];
}

/** A server of the protocol for one request. */
export function openProtocol({ ctx, countWrite }: Exchange, version: string): Server {
  const server = new Server(
    { name: 'roomd', title: 'roomd context', version },
    { capabilities: { tools: {}, resources: {} }, instructions: INSTRUCTIONS },
  );
  const { store, caller } = ctx;
  server.setRequestHandler('tools/list', () => ({ tools: toolDefinitions }));
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const given = params.arguments ?? {};
    const call: Call = { store, caller, given, countWrite, whenOver: eitherOver(ctx, mcpReq.signal) };
    try {
      return { content: [{ type: 'text', text: await callTool(params.name, call) }] };
    } catch (error) {
      return { content: [{ type: 'text', text: refusalText(error, ctx) }], isError: true };
    }
  });
  server.setRequestHandler('resources/list', ({ params }) =>
    asProtocolError(ctx, listResources(store, caller, params?.cursor)),
  );
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: RESOURCE_TEMPLATES }));
  server.setRequestHandler('resources/read', ({ params }) =>
    asProtocolError(ctx, readResource(store, caller, params.uri)),
  );
  return server;
}

/** Over is a call whose client has gone or has cancelled it, and every call when the server stops. */
const eitherOver =
  (ctx: Ctx, cancelled: AbortSignal): Call['whenOver'] =>
  (end) => {
    if (cancelled.aborted) end();
    const undo = ctx.whenOver?.(end);
    cancelled.addEventListener('abort', end, { once: true });
    return () => {
      undo?.();
      cancelled.removeEventListener('abort', end);
    };
  };

/** Where the protocol knows no answer that is an error, the refusal is one of the protocol's own, with the same data. */
async function asProtocolError<Answer>(ctx: Ctx, answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    const [{ message, extensions } = { message: '' }] = formatErrors([error], ctx);
    const isOfCaller = error instanceof ContextError;
    const code = isOfCaller ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError;
    throw new ProtocolError(code, message, isObject(extensions) ? extensions : undefined);
  }
}
