import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';
import type { RawJson } from '../json/raw-json.ts';
import type { Connection, Connections } from './connections.ts';
import { writeEvents } from './event-frames.ts';
import type { Pace } from './pace.ts';

/** The close codes that are used beside those that graphql-ws itself uses. */
export const CLOSE = {
  restart: 1012,
  tryLater: 1013,
  invalidMessage: 4400,
  forbidden: 4403,
  idInUse: 4409,
  internalError: 4500,
};

/** How long a client that was told to close may take to do so, in milliseconds. */
const FAREWELL_MS = 5_000;

/** One websocket: its back-pressure, its pings and its end. What the messages mean is graphql-ws's business. */
export class GraphQLSocket implements Connection {
  readonly kind = 'socket';
  readonly #socket: WebSocket;
  readonly #raw: Socket;
  readonly #connections: Connections;
  readonly #pace: Pace;
  /** Those who wait until their message has been taken. */
  readonly #waiting = new Set<() => void>();
  #free: ((code: number, reason: string) => void) | undefined;
  #pingedAt = Date.now();
  #answered = true;

  constructor(socket: WebSocket, raw: Socket, connections: Connections, pace: Pace) {
    this.#socket = socket;
    this.#raw = raw;
    this.#connections = connections;
    this.#pace = pace;
    raw.setNoDelay(true);
    socket.on('pong', () => {
      this.#answered = true;
    });
    connections.add(this);
  }

  /** `free` is called once, when the socket is over, however it ends. */
  open(free: (code: number, reason: string) => void): void {
    this.#free = free;
    this.#socket.once('close', (code, reason) => this.#over(code, String(reason)));
  }

  /** Sends one message. Resolves at once while little waits to be sent, else when this message has been taken, or never will be. */
  send(text: string): void | Promise<void> {
    return this.#pass((taken) => this.#socket.send(text, taken));
  }

  /** Sends events as `next` messages, as `send` does, in one write. ws has no say in it: without compression it writes frames at once. */
  sendEvents(beginning: Buffer, events: readonly RawJson[]): void | Promise<void> {
    return this.#pass((taken) => writeEvents(this.#raw, beginning, events, taken));
  }

  #pass(write: (taken?: () => void) => void): void | Promise<void> {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    if (this.#socket.bufferedAmount < this.#pace.highWater) return write();
    return new Promise((resolve) => {
      const taken = (): void => {
        this.#waiting.delete(taken);
        resolve();
      };
      this.#waiting.add(taken);
      write(taken);
    });
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, reason);
    this.#over(code, reason);
    setTimeout(() => this.#socket.terminate(), FAREWELL_MS).unref();
  }

  unsent(): number {
    return this.#socket.bufferedAmount;
  }

  taken(): number {
    return this.#raw.bytesWritten - this.#raw.writableLength;
  }

  tick(now: number): void {
    if (now - this.#pingedAt < this.#pace.ping) return;
    // While data waits, the rule for slow readers decides: a client that does not read cannot answer a ping.
    if (!this.#answered && this.unsent() === 0) this.#socket.terminate();
    this.#pingedAt = now;
    if (!this.#answered) return;
    this.#answered = false;
    this.#socket.ping();
  }

  letGo(): void {
    this.close(CLOSE.tryLater, 'You read too slowly. Come back and resume behind your last cursor.');
  }

  goAway(): void {
    this.close(CLOSE.restart, 'The server is restarting. Resume behind your last cursor.');
  }

  #over(code: number, reason: string): void {
    this.#connections.remove(this);
    for (const taken of this.#waiting) taken();
    this.#free?.(code, reason);
    this.#free = undefined;
  }
}
