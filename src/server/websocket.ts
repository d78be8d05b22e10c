import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { handleProtocols } from 'graphql-ws';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import type { Caller } from '../access/caller.ts';
import { ContextError } from '../contract/errors.ts';
import { isObject } from '../json/json.ts';
import { parseJson } from '../json/parse-json.ts';
import { CLOSE, FAREWELL_MS, GraphQLSocket } from './graphql-socket.ts';
import { OperationIds } from './operation-ids.ts';
import { MESSAGE_BYTES } from './pace.ts';
import type { Serving } from './serving.ts';
import { openProtocol, RawPayload } from './websocket-protocol.ts';

/** Takes websockets at /graphql of this server. Whoever asks for another path or comes from a foreign origin gets no socket. */
export function acceptWebSockets(server: Server, serving: Serving): void {
  const protocol = openProtocol(serving);
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: MESSAGE_BYTES,
    // Not in its types yet.
    ...{ closeTimeout: FAREWELL_MS },
    handleProtocols,
  });
  server.on('upgrade', (request: IncomingMessage, raw: Duplex, head: Buffer) => {
    raw.on('error', () => raw.destroy());
    const path = request.url?.split('?')[0];
    if (path !== '/graphql') return refuse(raw, 404);
    if (serving.door.refusalOf(request)) return refuse(raw, 403);
    sockets.handleUpgrade(request, raw, head, (socket) => open(socket, request, serving, protocol));
  });
}

type Protocol = ReturnType<typeof openProtocol>;

/** Ties one websocket to the protocol, and sees to it that everything is freed when either side ends it. */
function open(socket: WebSocket, request: IncomingMessage, serving: Serving, protocol: Protocol): void {
  const { connections, pace, logger } = serving;
  const ids = new OperationIds();
  let over = false;
  let leave = () => {};
  const connection = new GraphQLSocket(socket, request.socket as Socket, connections, pace);
  // ws closes the socket itself after an error (an ill-formed frame, a message that is too large).
  socket.on('error', (error) => logger.debug({ err: error }, 'A websocket failed'));
  const enter = (caller: Caller): void => {
    if (over) return;
    leave = serving.door.watch(caller, (why) => connection.close(CLOSE.forbidden, why.message.slice(0, 120)));
  };
  const closed = protocol.opened(
    {
      protocol: socket.protocol,
      send: async (message) => {
        const text = ids.outward(RawPayload.fill(message));
        if (text !== undefined) await connection.send(text);
      },
      close: (code = 1000, reason = '') => connection.close(code, reason),
      onMessage: (take) => {
        socket.on('message', (data, isBinary) => {
          // What was on its way when the socket was closed comes in still, and nobody would end what it began.
          if (over) return;
          connection.holdBack();
          const message = admitted(isBinary ? undefined : parsed(data), ids, connection);
          if (message === undefined) return;
          take(message as string).catch((error: unknown) => fail(connection, error, serving));
        });
      },
    },
    {
      request,
      enter,
      idOf: (inner) => ids.idOf(inner),
      room: () => connection.room(),
      sendEvents: (beginning, events) => connection.sendEvents(beginning, events),
    },
  );
  connection.open((code, reason) => {
    over = true;
    leave();
    closed(code, reason).catch((error: unknown) => logger.error({ err: error }, 'A websocket was not freed'));
  });
}

/** What graphql-ws is to be given of a client's message: nothing of one that ends the socket, or that is about nothing. */
function admitted(message: unknown, ids: OperationIds, connection: GraphQLSocket): unknown {
  if (message === undefined || isOfServer(message)) {
    connection.close(CLOSE.invalidMessage, 'Invalid message received');
    return undefined;
  }
  const clash = ids.clashOf(message);
  if (clash === undefined) return ids.inward(message);
  connection.close(CLOSE.idInUse, `Subscriber for ${clash.slice(0, 20)} already exists`);
  return undefined;
}

/** The JSON value of a message, or undefined where it is none. graphql-ws takes it in the place of the text. */
function parsed(data: RawData): unknown {
  try {
    return parseJson(String(data));
  } catch {
    return undefined;
  }
}

/** graphql-ws takes what only a server says, said by a client, for a fault of its own. */
function isOfServer(message: unknown): boolean {
  const type = isObject(message) ? message.type : undefined;
  return type === 'next' || type === 'error' || type === 'connection_ack';
}

/** What `onConnect` throws ends here too: a caller that is not let in. */
function fail(connection: GraphQLSocket, error: unknown, { logger }: Serving): void {
  if (error instanceof ContextError) {
    connection.close(CLOSE.forbidden, error.message.slice(0, 120));
    return;
  }
  logger.error({ err: error }, 'A websocket message failed');
  connection.close(CLOSE.internalError, 'Internal server error');
}

function refuse(raw: Duplex, status: number): void {
  raw.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
}
