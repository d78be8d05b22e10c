import type { TypedDocument } from './documents.ts';
import * as documents from './documents.ts';
import { type Line, request } from './request.ts';
import { Room } from './room.ts';
import { openSocket, type Socket, type WebSocketClass } from './socket.ts';
import type { Page, RoomInfo } from './types.ts';

export type { TypedDocument } from './documents.ts';
export { type ErrorCode, type Extensions, type Issue, RoomError } from './errors.ts';
export type { EventStream, StreamStatus } from './event-stream.ts';
export type { EventsOptions, FollowOptions, Room } from './room.ts';
export type * from './types.ts';

export interface ConnectOptions {
  /** Where the server is, such as http://127.0.0.1:4000 (its GraphQL is at /graphql) or any other URL of its GraphQL. */
  url: string;
  /** The bearer key, where the server asks for keys. */
  key?: string;
  fetch?: typeof globalThis.fetch;
  /** The class for websockets; by default the global one, or that of the package `ws` in Node 20. */
  webSocket?: WebSocketClass;
}

export interface Client {
  /** Where GraphQL is. */
  readonly url: string;
  /** A room; it need not exist yet. */
  room(id: string): Room;
  /** The rooms that the key may see, by id. */
  rooms(page?: { first?: number; after?: string }): Promise<Page<RoomInfo>>;
  /** Any other operation: a GraphQL text, or a typed document as graphql-codegen makes it. Sent once, never repeated. */
  request<Data, Variables>(document: TypedDocument<Data, Variables>, variables: Variables): Promise<Data>;
  /** Closes the websocket; streams that are still read open it again. */
  close(): Promise<void>;
}

/** A client of the server at `url`. It connects when it is used; calls reject with RoomError. */
export function connect({ url, key, fetch = globalThis.fetch, webSocket }: ConnectOptions): Client {
  // Called as a plain function: a browser's fetch refuses any other `this`.
  const line: Line = { url: endpointOf(url), key, fetch: (...call) => fetch(...call) };
  let opened: Promise<Socket> | undefined;
  const socket = (): Promise<Socket> => {
    opened ??= openSocket(line, webSocket);
    return opened;
  };
  return {
    url: line.url,
    room: (id) => new Room(id, line, socket),
    rooms: async (page = {}) => {
      type Rooms = { rooms: { nodes: RoomInfo[]; pageInfo: { hasNextPage: boolean; endCursor: string | null } } };
      const { rooms } = await request<Rooms, object>(line, documents.ROOMS, page, { repeatable: true });
      return { nodes: rooms.nodes, ...rooms.pageInfo };
    },
    request: (document, variables) => request(line, document, variables, { repeatable: false }),
    close: async () => {
      await (await opened)?.client.dispose();
      opened = undefined;
    },
  };
}

function endpointOf(url: string): string {
  if (!URL.canParse(url) || !/^https?:/.test(url))
    throw new TypeError(`"${url}" is no URL of a server: it looks like http://127.0.0.1:4000.`);
  const endpoint = new URL(url);
  if (endpoint.pathname === '/') endpoint.pathname = '/graphql';
  return endpoint.href;
}
