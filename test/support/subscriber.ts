import WebSocket from 'ws';

export interface Message {
  id?: string;
  type: string;
  payload?: unknown;
}

/** A websocket that keeps every message until the test asks for it. */
export interface Subscriber {
  socket: WebSocket;
  /** The next message, pings left out. Fails after `ms`. */
  next(ms?: number): Promise<Message>;
  tell(message: object | string): void;
  subscribe(id: string, query: string, variables?: unknown): void;
  /** Messages that nobody has asked for yet. */
  waiting: Message[];
  closed: Promise<{ code: number; reason: string }>;
}

/** Opens a websocket; with `init` it says connection_init and waits for the answer. */
export async function openSubscriber(
  url: string,
  { init = true, protocol = 'graphql-transport-ws', headers = {} } = {},
): Promise<Subscriber> {
  const socket = new WebSocket(url.replace('http', 'ws'), protocol, { headers });
  const waiting: Message[] = [];
  const takers: ((message: Message) => void)[] = [];
  socket.on('message', (data) => {
    const message = JSON.parse(String(data)) as Message;
    const taker = takers.shift();
    if (taker) taker(message);
    else waiting.push(message);
  });
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on('close', (code, reason) => resolve({ code, reason: String(reason) }));
  });
  const tell = (message: object | string): void =>
    socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  const next = (ms = 20_000): Promise<Message> => {
    const message = waiting.shift();
    if (message) return Promise.resolve(message);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`No message within ${ms} ms.`)), ms);
      takers.push((taken) => {
        clearTimeout(timer);
        resolve(taken);
      });
    });
  };
  const subscribe = (id: string, query: string, variables: unknown = {}): void =>
    tell({ id, type: 'subscribe', payload: { query, variables } });
  const subscriber: Subscriber = { socket, next, tell, subscribe, waiting, closed };
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  if (!init) return subscriber;
  tell({ type: 'connection_init' });
  expect(await next()).toEqual({ type: 'connection_ack' });
  return subscriber;
}
