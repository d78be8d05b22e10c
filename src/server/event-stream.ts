import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Connection, Connections } from './connections.ts';
import type { Pace } from './pace.ts';

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  // A proxy that compresses or buffers would hold small events back.
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
};

/** Frames of events that many streams send are made once. */
const frames = new WeakMap<object, Buffer>();

/** A server-sent event `next`. The text is one line of JSON, for every reader's idea of a line. */
const frameOf = (text: string): string => `event: next\ndata: ${text}\n\n`;

/** One stream of events to one client, from its headers to its end (GraphQL over SSE, distinct connections mode). */
export class EventStream implements Connection {
  readonly kind = 'stream';
  readonly #response: ServerResponse;
  readonly #connections: Connections;
  readonly #pace: Pace;
  readonly #free: () => void;
  #shownAt = Date.now();
  #closed = false;
  #drained: (() => void) | undefined;

  /** Sends the headers: from here on the client may count on every event. `free` is called once, when the stream is over. */
  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    connections: Connections,
    pace: Pace,
    free: () => void,
  ) {
    this.#response = response;
    this.#connections = connections;
    this.#pace = pace;
    this.#free = free;
    request.socket.setNoDelay(true);
    request.socket.setKeepAlive(true, pace.silence);
    response.writeHead(200, HEADERS);
    response.write(': the stream has begun\n\n');
    response.on('drain', () => this.#drained?.());
    response.once('close', () => this.#over());
    connections.add(this);
    if (response.destroyed) this.#over();
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** Sends one event; resolves when the client has taken enough for the next one, or has gone. */
  async send(text: string, shared?: object): Promise<void> {
    if (this.#closed) return;
    this.#shownAt = Date.now();
    if (this.#response.write(shared ? sharedFrame(text, shared) : frameOf(text))) return;
    await new Promise<void>((resolve) => {
      this.#drained = resolve;
    });
    this.#drained = undefined;
  }

  /** There is nothing more to come: the client need not ask again. */
  complete(): void {
    if (!this.#closed) this.#response.end('event: complete\ndata:\n\n');
  }

  unsent(): number {
    return this.#response.writableLength;
  }

  taken(): number {
    const { socket } = this.#response;
    return socket ? socket.bytesWritten - socket.writableLength : 0;
  }

  tick(now: number): void {
    if (now - this.#shownAt < this.#pace.silence || this.#closed) return;
    this.#shownAt = now;
    // To a client that does not read, a sign of life would only be more unread data.
    if (this.unsent() === 0) this.#response.write(':\n\n');
  }

  letGo(): void {
    this.#response.destroy();
    this.#over();
  }

  /** No `complete`: the client is to come back, behind its cursor. */
  goAway(): void {
    this.#over();
    this.#response.end();
  }

  #over(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#connections.remove(this);
    this.#drained?.();
    this.#free();
  }
}

function sharedFrame(text: string, shared: object): Buffer {
  let frame = frames.get(shared);
  if (!frame) {
    frame = Buffer.from(frameOf(text));
    frames.set(shared, frame);
  }
  return frame;
}
