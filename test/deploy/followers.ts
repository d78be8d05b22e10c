import WebSocket from 'ws';

/** A client that comes back behind its last cursor whenever its connection ends, for as long as it is let. */
export interface Follower {
  /** The texts of the events that have come, in the order in which they came. */
  texts: string[];
  /** How often it has connected. */
  connected: number;
  stop(): void;
}

const FOLLOW = `subscription Follow($after: EventCursor) {
  contextEvents(roomId: "r", after: $after) { cursor entry { payload } }
}`;
const PAUSE_MS = 50;

interface Held extends Follower {
  after: string | undefined;
  stopped: boolean;
  leave: () => void;
}

export const followBySse = (url: string): Follower => keepOn((held) => sseOnce(url, held));
export const followBySocket = (url: string): Follower => keepOn((held) => socketOnce(url, held));

function keepOn(once: (held: Held) => Promise<void>): Follower {
  const held: Held = { texts: [], connected: 0, after: undefined, stopped: false, leave: () => undefined, stop };
  function stop(): void {
    held.stopped = true;
    held.leave();
  }
  void (async () => {
    while (!held.stopped) {
      await once(held).catch(() => undefined);
      await new Promise((wake) => setTimeout(wake, PAUSE_MS));
    }
  })();
  return held;
}

function take(
  held: Held,
  result: { data: { contextEvents: { cursor: string; entry: { payload: { text: string } } } } },
) {
  const { cursor, entry } = result.data.contextEvents;
  held.texts.push(entry.payload.text);
  held.after = cursor;
}

async function sseOnce(url: string, held: Held): Promise<void> {
  const abort = new AbortController();
  held.leave = () => abort.abort();
  const response = await fetch(url, {
    method: 'POST',
    body: JSON.stringify({ query: FOLLOW, variables: { after: held.after } }),
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    signal: abort.signal,
  });
  if (!response.ok) return;
  held.connected += 1;
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body!) {
    text += decoder.decode(chunk, { stream: true });
    const blocks = text.split('\n\n');
    text = blocks.pop()!;
    for (const block of blocks)
      if (block.startsWith('event: next')) take(held, JSON.parse(block.slice(block.indexOf('data: ') + 6)));
  }
}

function socketOnce(url: string, held: Held): Promise<void> {
  const socket = new WebSocket(url.replace('http', 'ws'), 'graphql-transport-ws');
  held.leave = () => socket.close(1000);
  const tell = (message: object): void => socket.send(JSON.stringify(message));
  socket.on('open', () => tell({ type: 'connection_init' }));
  socket.on('message', (data) => {
    const message = JSON.parse(String(data));
    if (message.type === 'connection_ack') {
      held.connected += 1;
      tell({ id: '1', type: 'subscribe', payload: { query: FOLLOW, variables: { after: held.after } } });
    } else if (message.type === 'next') take(held, message.payload);
    else if (message.type === 'ping') tell({ type: 'pong' });
  });
  return new Promise((resolve) => {
    socket.on('error', () => undefined);
    socket.on('close', () => resolve());
  });
}
