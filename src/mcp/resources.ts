import type { Caller } from '../access/caller.ts';
import { ContextError } from '../contract/errors.ts';
import { listContexts } from '../entries/list-contexts.ts';
import { readContext } from '../entries/read-context.ts';
import { listRooms } from '../entries/rooms.ts';
import type { Store } from '../entries/store.ts';
import { shorten } from '../json/json.ts';
import type { Version } from '../log/version.ts';
import { wholeEntry } from './reading-tools.ts';

export const RESOURCE_TEMPLATES = [
  { uriTemplate: 'room://{roomId}/{id}', name: 'entry', title: 'Context entry', mimeType: 'application/json' },
];

const ROOM_ENTRIES = 50;
const NAME_CHARACTERS = 100;

/** Where a list of resources goes on: behind an entry of a room, or behind a room. */
interface Place {
  /** Page cursor of the rooms; the room that follows it is the one whose entries are listed. */
  rooms?: string;
  entries?: string;
}

/** The entries that the caller may see, room by room and newest first; a page never holds entries of two rooms. */
export async function listResources(store: Store, caller: Caller, cursor: string | undefined) {
  const place = decode(cursor);
  const rooms = await listRooms(store, caller, { first: 1, after: place.rooms });
  const [room] = rooms.edges;
  if (!room) return { resources: [] };
  const input = { roomId: room.node.id, first: ROOM_ENTRIES, after: place.entries };
  const page = await listContexts(store, caller, input, { payload: false });
  const next: Place | undefined = page.hasNextPage
    ? { rooms: place.rooms, entries: page.edges.at(-1)!.cursor }
    : rooms.hasNextPage
      ? { rooms: room.cursor }
      : undefined;
  return { resources: page.edges.map(({ node }) => resourceOf(node)), ...(next && { nextCursor: encode(next) }) };
}

/**
 * The entry that a URI names, in the form that read_context has.
 * @throws ContextError NOT_FOUND, BAD_USER_INPUT for a URI that names none.
 */
export async function readResource(store: Store, caller: Caller, uri: string) {
  const version = await readContext(store, caller, placeOf(uri), { payload: true });
  return { contents: [{ uri, mimeType: 'application/json', text: await wholeEntry(store, version) }] };
}

const resourceOf = ({ roomId, entryId, type, summary, payloadBytes }: Version) => ({
  uri: `room://${encodeURIComponent(roomId)}/${encodeURIComponent(entryId)}`,
  name: `${type}: ${shorten(summary, NAME_CHARACTERS)}`,
  mimeType: 'application/json',
  size: payloadBytes,
});

function placeOf(uri: string): { roomId: string; id: string } {
  const [, roomId, id] = /^room:\/\/([^/]+)\/([^/]+)$/.exec(uri) ?? [];
  try {
    if (roomId !== undefined && id !== undefined)
      return { roomId: decodeURIComponent(roomId), id: decodeURIComponent(id) };
  } catch {
    // An escape that is none: the URI names nothing.
  }
  throw new ContextError('BAD_USER_INPUT', 'Entries are read as room://ROOM/ENTRY, both parts percent-encoded.');
}

const encode = (place: Place): string => Buffer.from(JSON.stringify(place)).toString('base64url');

function decode(cursor: string | undefined): Place {
  if (cursor === undefined) return {};
  try {
    const { rooms, entries } = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as Place;
    if ([rooms, entries].every((part) => part === undefined || typeof part === 'string')) return { rooms, entries };
  } catch {
    // Told like any other cursor that is none.
  }
  throw new ContextError('CURSOR_INVALID', 'This is no cursor of the list of resources. List anew without one.');
}
