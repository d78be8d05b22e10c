import WebSocket from 'ws';
import type { Stream, StreamHandler } from '../subscriber.ts';

/** A subscription by graphql-transport-ws, on a socket of its own. */
export function openSocket(url: string, query: string, variables: object, handler: StreamHandler): Stream {
  const socket = new WebSocket(url.replace('http', 'ws'), 'graphql-transport-ws', { handshakeTimeout: 5_000 });
  socket.on('open', () => socket.send('{"type":"connection_init"}'));
  socket.on('message', (data) => {
    const message = JSON.parse(String(data)) as { type: string; payload?: Payload };
    if (message.type === 'connection_ack')
      socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query, variables } }));
    else if (message.type === 'next') take(message.payload as Result, handler);
    else if (message.type === 'error') handler.error(JSON.stringify(message.payload));
    if (message.type === 'complete' || message.type === 'error') socket.close(1000);
  });
  socket.on('error', () => undefined);
  socket.on('close', () => handler.end());
  return { destroy: () => socket.terminate(), pause: () => socket.pause(), resume: () => socket.resume() };
}

interface Result {
  data?: { contextEvents: { cursor: string; contextId: string; version: string } } | null;
  errors?: unknown[];
}
type Payload = Result | unknown[];

/** One answer of the subscription: an event, or the error that ends it. */
export function take(result: Result, handler: StreamHandler): void {
  if (result.errors) handler.error(JSON.stringify(result.errors));
  else if (result.data) handler.event(result.data.contextEvents);
}
