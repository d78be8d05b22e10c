import type { Socket } from 'node:net';
import type { RawJson } from '../json/raw-json.ts';

/** The bytes that all frames of an event end with. */
const endingsByEvent = new WeakMap<RawJson, Buffer>();

const FINAL_TEXT = 0x81;

/** What a `next` message of this operation says before its payload. */
export const nextBeginning = (id: string): Buffer =>
  Buffer.from(`{"id":${JSON.stringify(id)},"type":"next","payload":`);

/** Frames are put together here, one write after the other: memory for each would keep the garbage collector busy. */
let scratch = Buffer.allocUnsafeSlow(64 * 1024);

/**
 * Writes `next` messages to a websocket, all at once: a beginning that is the operation's own, and payloads that many are
 * sent, whose texts become bytes once. Frames of a server have no mask, so that a frame is a head and these bytes.
 */
export function writeEvents(raw: Socket, beginning: Buffer, events: readonly RawJson[], taken?: () => void): void {
  const endings = events.map(endingOf);
  let size = 0;
  for (const ending of endings) size += sizeOf(beginning.length + ending.length);
  // What waits for its turn keeps its memory until then.
  const isFree = raw.writableLength === 0 && size <= scratch.length;
  const frames = isFree ? scratch.subarray(0, size) : Buffer.allocUnsafe(size);
  let at = 0;
  for (const ending of endings) at = putFrame(frames, at, beginning, ending);
  raw.write(frames, taken);
  if (isFree && raw.writableLength > 0) scratch = Buffer.allocUnsafeSlow(scratch.length);
}

function endingOf(event: RawJson): Buffer {
  let ending = endingsByEvent.get(event);
  if (!ending) {
    ending = Buffer.from(`${event.text}}`);
    endingsByEvent.set(event, ending);
  }
  return ending;
}

const headOf = (length: number): number => (length < 126 ? 2 : length < 65_536 ? 4 : 10);

const sizeOf = (length: number): number => headOf(length) + length;

/** Gives where the frame ends. */
function putFrame(frames: Buffer, start: number, beginning: Buffer, ending: Buffer): number {
  const length = beginning.length + ending.length;
  const head = headOf(length);
  frames[start] = FINAL_TEXT;
  if (head === 2) frames[start + 1] = length;
  else if (head === 4) {
    frames[start + 1] = 126;
    frames.writeUInt16BE(length, start + 2);
  } else {
    frames[start + 1] = 127;
    frames.writeBigUInt64BE(BigInt(length), start + 2);
  }
  frames.set(beginning, start + head);
  frames.set(ending, start + head + beginning.length);
  return start + head + length;
}
