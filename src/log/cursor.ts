import { createHash } from 'node:crypto';
import { ContextError } from '../contract/errors.ts';
import { singleIssue } from '../contract/issues.ts';
import type { Version } from './version.ts';

/**
 * A position in one room's log. `mark` is taken from the write that stands there, so that a log that has lost its end
 * (a failover to a standby that lagged) and has grown again is told from the one that the cursor was given for.
 */
export interface Position {
  position: number;
  /** 8 hex digits; all zeros at position 0. */
  mark: string;
}

const EVENT = 1;
const PAGE = 2;
const LENGTH = 16;
/** The position of a room that nobody has written to. */
export const START: Position = { position: 0, mark: '00000000' };

/** Which list a page cursor belongs to. A cursor of one list is no position in another. */
export type PageKind = 'created' | 'updated' | 'history' | 'rooms';
const PAGE_KINDS: PageKind[] = ['created', 'updated', 'history', 'rooms'];

/** The mark of the write that goes by this request id. */
export const markOf = (requestId: string): string => requestId.slice(-8);

/** The EventCursor right behind this version. */
export const cursorOf = (version: Pick<Version, 'roomId' | 'position' | 'requestId'>): string =>
  encodeCursor(version.roomId, { position: version.position, mark: markOf(version.requestId) });

/** The EventCursor of a position; of the empty room where none is given. */
export const encodeCursor = (roomId: string, at: Position = START): string =>
  pack(EVENT, 0, roomId, at.position, Number.parseInt(at.mark, 16));

/**
 * @throws ContextError CURSOR_INVALID for anything that is not an EventCursor of this room.
 */
export function decodeCursor(roomId: string, name: string, text: string): Position {
  const { position, extra } = unpack(EVENT, 0, roomId, name, text);
  return { position, mark: extra.toString(16).padStart(8, '0') };
}

/** A page cursor: the sort key of an edge (a position, or a minor version) in one list of one room. */
export const encodePageCursor = (kind: PageKind, roomId: string, key: number): string =>
  pack(PAGE, PAGE_KINDS.indexOf(kind), roomId, key, 0);

/**
 * The sort key of a page cursor.
 * @throws ContextError CURSOR_INVALID for anything that is not a cursor of this list of this room.
 */
export const decodePageCursor = (kind: PageKind, roomId: string, text: string): number =>
  unpack(PAGE, PAGE_KINDS.indexOf(kind), roomId, 'after', text).position;

/** For an argument `name` that is no cursor of the list or room that it was given for. */
export const cursorInvalid = (name: string): ContextError =>
  new ContextError(
    'CURSOR_INVALID',
    `"${name}" is not a cursor of this list in this room. Hand back a cursor exactly as this room's answers gave it, or leave "${name}" out to start anew.`,
    singleIssue([name], 'not a cursor of this list in this room', 'a cursor that this room has given', 'another one'),
  );

/** For a position that the log does not have, or where it has another write. */
export const cursorAhead = (name: string): ContextError =>
  new ContextError(
    'CURSOR_AHEAD',
    `"${name}" is a position that this room's log does not have: the log is shorter than the one the cursor came from. Read the room again with contexts and go on from its "asOf".`,
    singleIssue([name], 'beyond the head of the room', 'a position that the log has', 'another one'),
  );

/** kind, list, room tag (4 bytes), number (6 bytes), extra (4 bytes). */
function pack(kind: number, list: number, roomId: string, number: number, extra: number): string {
  const bytes = Buffer.allocUnsafe(LENGTH);
  bytes.writeUInt8(kind, 0);
  bytes.writeUInt8(list, 1);
  bytes.writeUInt32BE(roomTag(roomId), 2);
  bytes.writeUIntBE(number, 6, 6);
  bytes.writeUInt32BE(extra, 12);
  return bytes.toString('base64url');
}

function unpack(
  kind: number,
  list: number,
  roomId: string,
  name: string,
  text: string,
): { position: number; extra: number } {
  const bytes = Buffer.from(text, 'base64url');
  // The decoder passes over what is no base64url: only the spelling that encodes back is a cursor.
  const genuine = bytes.length === LENGTH && bytes.toString('base64url') === text;
  if (
    !genuine ||
    bytes.readUInt8(0) !== kind ||
    bytes.readUInt8(1) !== list ||
    bytes.readUInt32BE(2) !== roomTag(roomId)
  )
    throw cursorInvalid(name);
  return { position: bytes.readUIntBE(6, 6), extra: bytes.readUInt32BE(12) };
}

const tags = new Map<string, number>();

/** Binds a cursor to its room. Remembered for the rooms in use: each event and each edge carries a cursor. */
function roomTag(roomId: string): number {
  let tag = tags.get(roomId);
  if (tag === undefined) {
    tag = createHash('sha256').update(roomId).digest().readUInt32BE(0);
    if (tags.size >= 10_000) tags.clear();
    tags.set(roomId, tag);
  }
  return tag;
}
