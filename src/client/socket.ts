import { type Client, createClient } from 'graphql-ws/client';
import type { Line } from './request.ts';

/** A WebSocket class: the browser's own, or that of the package `ws`. */
export type WebSocketClass = new (url: string, protocols?: string | string[]) => object;

export interface Socket {
  client: Client;
  /** Whether the server has let the socket in. */
  isOpen(): boolean;
}

/** The socket shows life in both directions; a server that does not answer for so long has gone. */
const PING_MS = 10_000;
const ANSWER_MS = 5_000;

/**
 * One websocket for all that is followed, opened when it is needed and closed when nothing is. It does not reconnect by
 * itself: only who follows knows from which cursor to go on.
 */
export async function openSocket({ url, key }: Line, given: WebSocketClass | undefined): Promise<Socket> {
  const known = given ?? (globalThis as { WebSocket?: WebSocketClass }).WebSocket;
  let open = false;
  let lost: ReturnType<typeof setTimeout> | undefined;
  const expectAnswer = (): void => {
    clearTimeout(lost);
    lost = setTimeout(() => client.terminate(), ANSWER_MS);
  };
  const client = createClient({
    url: url.replace(/^http/, 'ws'),
    webSocketImpl: known ?? (await import('ws')).WebSocket,
    connectionParams: key === undefined ? {} : { authorization: `Bearer ${key}` },
    lazy: true,
    lazyCloseTimeout: 500,
    retryAttempts: 0,
    keepAlive: PING_MS,
    on: {
      connecting: expectAnswer,
      connected: () => {
        open = true;
        clearTimeout(lost);
      },
      ping: (received) => {
        if (!received) expectAnswer();
      },
      pong: () => clearTimeout(lost),
      closed: () => {
        open = false;
        clearTimeout(lost);
      },
    },
  });
  return { client, isOpen: () => open };
}
