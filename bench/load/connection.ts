import { connect, type Socket } from 'node:net';
import type { Asked } from '../systems/dialect.ts';

const HEAD_END = Buffer.from('\r\n\r\n');

/** One connection that is kept alive, with one request at a time. Reads just enough of HTTP for the measured servers. */
export class Connection {
  readonly #socket: Socket;
  readonly #host: string;
  #received: Buffer = Buffer.alloc(0);
  #settle: ((answer: { status: number; body: Buffer }) => void) | undefined;
  #fail: ((error: Error) => void) | undefined;

  constructor(port: number) {
    this.#host = `127.0.0.1:${port}`;
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true });
    this.#socket.on('data', (chunk) => this.#take(chunk));
    this.#socket.on('error', (error) => this.#fail?.(error));
    this.#socket.on('close', () => this.#fail?.(new Error('the server closed the connection')));
  }

  ask({ method, path, body }: Asked): Promise<{ status: number; body: Buffer }> {
    const content =
      body === '' ? '' : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`;
    this.#socket.write(
      `${method} ${path} HTTP/1.1\r\nhost: ${this.#host}\r\naccept: application/json\r\n${content}\r\n${body}`,
    );
    return new Promise((resolve, reject) => {
      this.#settle = resolve;
      this.#fail = reject;
    });
  }

  close(): void {
    this.#fail = undefined;
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    const headEnd = this.#received.indexOf(HEAD_END);
    if (headEnd === -1) return;
    const head = this.#received.toString('latin1', 0, headEnd);
    const length = /content-length: (\d+)/i.exec(head)?.[1];
    const body =
      length === undefined
        ? joinChunks(this.#received, headEnd + 4)
        : this.#received.length >= headEnd + 4 + Number(length)
          ? this.#received.subarray(headEnd + 4, headEnd + 4 + Number(length))
          : undefined;
    if (body === undefined) return;
    this.#received = Buffer.alloc(0);
    this.#settle?.({ status: Number(head.slice(9, 12)), body });
  }
}

/** The body of an answer that comes in chunks; undefined where it has not come whole. */
function joinChunks(bytes: Buffer, start: number): Buffer | undefined {
  const chunks: Buffer[] = [];
  for (let at = start; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd === -1) return undefined;
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16);
    at = lineEnd + 2 + size + 2;
    if (at > bytes.length) return undefined;
    if (size === 0) return Buffer.concat(chunks);
    chunks.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size));
  }
}
