import type { RawJson } from '../json/raw-json.ts';

/** The bytes that all frames of an event end with. */
const endings = new WeakMap<RawJson, Buffer>();

const FINAL_TEXT = 0x81;

/** What a `next` message of this operation says before its payload. */
export const nextBeginning = (id: string): Buffer =>
  Buffer.from(`{"id":${JSON.stringify(id)},"type":"next","payload":`);

/**
 * The websocket frame of a `next` message: a beginning that is the operation's own, and a payload that many are sent,
 * whose text becomes bytes once. Frames of a server have no mask, so that a frame is a head and these bytes.
 */
export function eventFrame(beginning: Buffer, event: RawJson): Buffer {
  let ending = endings.get(event);
  if (!ending) {
    ending = Buffer.from(`${event.text}}`);
    endings.set(event, ending);
  }
  const length = beginning.length + ending.length;
  const head = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(head + length);
  frame[0] = FINAL_TEXT;
  if (head === 2) frame[1] = length;
  else if (head === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.set(beginning, head);
  frame.set(ending, head + beginning.length);
  return frame;
}
