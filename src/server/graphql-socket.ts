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

/** How long a client may take to close its side, in milliseconds, once either side has begun to close. */
export const FAREWELL_MS = 5_000;

/** One websocket: its back-pressure, its pings and its end. What the messages mean is graphql-ws's business. */
export class GraphQLSocket implements Connection {
  readonly kind = 'socket';
  readonly #socket: WebSocket;
  readonly #raw: Socket;
  readonly #connections: Connections;
  readonly #pace: Pace;
  /** Those who wait until their message has been taken. */
  readonly #sending = new Set<() => void>();
  /** Those who wait for room, in the order in which they came. */
  readonly #waiting: (() => void)[] = [];
  #admits = false;
  #isOver = false;
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
    raw.on('drain', () => this.#drained());
    connections.add(this);
  }

  /** `free` is called once, when the socket is over, however it ends. */
  open(free: (code: number, reason: string) => void): void {
    this.#free = free;
    this.#socket.once('close', (code, reason) => this.#over(code, String(reason)));
  }

  /** Sends one message. Resolves at once while little waits to be sent, else when this message has been taken, or never will be. */
  send(text: string): void | Promise<void> {
    if (!this.#isOpen) return;
    if (this.#socket.bufferedAmount < this.#pace.highWater) return this.#socket.send(text);
    return new Promise((resolve) => {
      const taken = (): void => {
        this.#sending.delete(taken);
        resolve();
      };
      this.#sending.add(taken);
      this.#socket.send(text, taken);
    });
  }

  /**
   * Resolves when the caller may send its next events; undefined where it may at once. Operations that wait get their turn
   * one after the other, so that together they keep no more waiting than one would. While the client is closing there is no room.
   */
  room(): void | Promise<void> {
    if (this.#isOver) return;
    const { bufferedAmount } = this.#socket;
    if (this.#isOpen && this.#waiting.length === 0 && bufferedAmount < this.#pace.highWater) return;
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  /** Sends events as `next` messages, in one write. ws has no say in it: without compression it writes frames at once. */
  sendEvents(beginning: Buffer, events: readonly RawJson[]): void {
    if (this.#isOpen) writeEvents(this.#raw, beginning, events);
  }

  /** Reads on only when the client has taken what its messages brought about: answers it does not read would pile up. */
  holdBack(): void {
    if (this.unsent() > this.#pace.unsentBytes) this.#socket.pause();
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

  get #isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN;
  }

  #drained(): void {
    if (this.#socket.isPaused) this.#socket.resume();
    this.#admit();
  }

  /** Lets one go on, and the next when it has sent: as long as there is room. Else the client's taking does. */
  #admit(): void {
    if (this.#admits || this.#waiting.length === 0) return;
    if (!this.#isOpen || this.unsent() >= this.#pace.highWater) return;
    this.#waiting.shift()!();
    this.#admits = true;
    setImmediate(() => {
      this.#admits = false;
      this.#admit();
    });
  }

  #over(code: number, reason: string): void {
    this.#isOver = true;
    this.#connections.remove(this);
    for (const go of [...this.#sending, ...this.#waiting.splice(0)]) go();
    this.#free?.(code, reason);
    this.#free = undefined;
  }
}
