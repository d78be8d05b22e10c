import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import type { Dialect } from '../systems/dialect.ts';

/** What is known of one subscriber: what it got, folded into numbers that depend on the order. */
export interface Follower {
  count: number;
  fold: number;
  readonly socket: Socket;
}

const TEXT = 1;
const PING = 9;

/**
 * Follows a room over a websocket; resolves when the subscription has been sent. `onMessage` gets the bytes of each text
 * message. Frames are read by hand: a hundred thousand of them a second must not cost more than the server's part.
 */
export function follow(
  port: number,
  dialect: Dialect,
  room: string,
  onMessage: (follower: Follower, message: Buffer) => void,
): Promise<Follower> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    const follower: Follower = { count: 0, fold: 0, socket };
    const protocol = dialect.hello ? 'sec-websocket-protocol: graphql-transport-ws\r\n' : '';
    socket.write(
      `GET ${dialect.socketPath(room)} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nconnection: Upgrade\r\nupgrade: websocket\r\n` +
        `sec-websocket-version: 13\r\nsec-websocket-key: ${randomBytes(16).toString('base64')}\r\n${protocol}\r\n`,
    );
    const begin = (): void => {
      if (dialect.hello) socket.write(frame(TEXT, Buffer.from(dialect.hello)));
      else resolve(follower);
    };
    const take = (message: Buffer): void => {
      if (message.includes('connection_ack')) {
        socket.write(frame(TEXT, Buffer.from(dialect.subscribe(room))));
        resolve(follower);
      } else onMessage(follower, message);
    };
    socket.on('error', reject);
    socket.on('data', framesOf(socket, begin, take));
  });
}

/** Splits what comes in into the answer to the upgrade and frames. */
function framesOf(socket: Socket, begin: () => void, take: (message: Buffer) => void): (chunk: Buffer) => void {
  let rest: Buffer | undefined;
  let upgraded = false;
  return (chunk) => {
    let bytes = rest ? Buffer.concat([rest, chunk]) : chunk;
    rest = undefined;
    if (!upgraded) {
      const end = bytes.indexOf('\r\n\r\n');
      if (end === -1) {
        rest = bytes;
        return;
      }
      if (!bytes.subarray(0, 12).includes('101')) socket.destroy(new Error(`No websocket: ${bytes.subarray(0, 200)}`));
      upgraded = true;
      bytes = bytes.subarray(end + 4);
      begin();
    }
    while (bytes.length >= 2) {
      const short = bytes[1]! & 127;
      const headLength = short < 126 ? 2 : short === 126 ? 4 : 10;
      if (bytes.length < headLength) break;
      const length = short < 126 ? short : short === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
      if (bytes.length < headLength + length) break;
      const content = bytes.subarray(headLength, headLength + length);
      const opcode = bytes[0]! & 15;
      if (opcode === TEXT) take(content);
      else if (opcode === PING) socket.write(frame(10, content));
      bytes = bytes.subarray(headLength + length);
    }
    if (bytes.length > 0) rest = bytes;
  };
}

/** A frame from a client is masked; a mask of zeros leaves the bytes as they are. */
function frame(opcode: number, content: Buffer): Buffer {
  const head = content.length < 126 ? Buffer.alloc(6) : Buffer.alloc(8);
  head[0] = 128 | opcode;
  head[1] = 128 | Math.min(content.length, 126);
  if (content.length >= 126) head.writeUInt16BE(content.length, 2);
  return Buffer.concat([head, content]);
}
