import { request } from 'node:http';
import type { Stream, StreamHandler } from '../subscriber.ts';
import { take } from './socket.ts';

/** A server that shows no life for so long is given up, in milliseconds: an idle stream does every 15 s at the latest. */
const SILENCE_MS = 20_000;

/** A subscription by server-sent events, on a connection of its own. */
export function openEventStream(url: string, query: string, variables: object, handler: StreamHandler): Stream {
  const body = JSON.stringify({ query, variables });
  const headers = {
    accept: 'text/event-stream',
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  };
  let ended = false;
  const end = (): void => {
    if (!ended) handler.end();
    ended = true;
  };
  const sent = request(url, { method: 'POST', headers, agent: false }, (response) => {
    let rest = '';
    response.setEncoding('utf8');
    response.on('data', (chunk: string) => {
      const blocks = (rest + chunk).split('\n\n');
      rest = blocks.pop()!;
      for (const block of blocks) takeBlock(block, handler);
    });
    response.on('error', () => undefined);
    response.on('close', end);
  });
  sent.setTimeout(SILENCE_MS, () => sent.destroy());
  sent.on('error', end);
  sent.on('close', end);
  sent.end(body);
  return {
    destroy: () => sent.destroy(),
    pause: () => sent.socket?.pause(),
    resume: () => sent.socket?.resume(),
  };
}

function takeBlock(block: string, handler: StreamHandler): void {
  const data = block
    .split('\n')
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice(5).trimStart())
    .join('\n');
  if (!data) return;
  const event = /^event: ?(\w+)/m.exec(block)?.[1];
  if (event === 'next') take(JSON.parse(data), handler);
}
