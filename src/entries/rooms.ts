import type { Caller } from '../access/caller.ts';
import { splitPatterns } from '../access/room-patterns.ts';
import { checkFirst, checkRoomId } from '../contract/arguments.ts';
import type { Page, PageInput } from '../contract/page.ts';
import { cursorInvalid, encodeCursor, markOf } from '../log/cursor.ts';
import type { Room } from './results.ts';
import type { Store } from './store.ts';

interface RoomRow {
  roomId: string;
  createdAt: Date;
  lastActivityAt: Date;
  position: bigint;
  headRequestId: string;
  entryCount: number;
}

/** A room, or null for one that nobody has written to or that the caller may not see. */
export async function readRoom(store: Store, caller: Caller, roomId: string): Promise<Room | null> {
  checkRoomId(roomId);
  if (!caller.sees(roomId)) return null;
  const row = await store.database.prisma.room.findUnique({ where: { roomId } });
  return row && toRoom(row);
}

/**
 * The rooms that the caller may see, by id.
 * @throws ContextError CURSOR_INVALID, BAD_USER_INPUT, LIMIT_EXCEEDED.
 */
export async function listRooms(store: Store, caller: Caller, page: PageInput): Promise<Page<Room>> {
  const first = checkFirst(page.first);
  const after = page.after == null ? undefined : decodeRoomCursor(page.after);
  const seen: RoomRow[] = [];
  // Rooms that the caller may not see are passed over: they make no page shorter.
  for (let from = after; seen.length <= first; ) {
    const rows = await store.database.prisma.room.findMany({
      where: { ...visibleTo(caller), ...(from === undefined ? {} : { roomId: { gt: from } }) },
      orderBy: { roomId: 'asc' },
      take: first + 1,
    });
    seen.push(...rows.filter((row) => caller.sees(row.roomId)));
    if (rows.length <= first) break;
    from = rows.at(-1)!.roomId;
  }
  return {
    edges: seen.slice(0, first).map((row) => ({ cursor: encodeRoomCursor(row.roomId), node: toRoom(row) })),
    hasNextPage: seen.length > first,
    hasPreviousPage: after !== undefined,
  };
}

/** The rooms that the caller's patterns name, and few others: the database is to pass over what the caller may not see. */
function visibleTo({ rooms }: Caller) {
  const { ids, beginnings } = splitPatterns(rooms);
  if (beginnings.includes('')) return {};
  const begun = beginnings.map((beginning) => ({ roomId: { startsWith: beginning.replace(/[\\%_]/g, '\\$&') } }));
  return { OR: [{ roomId: { in: ids } }, ...begun] };
}

const toRoom = (row: RoomRow): Room => ({
  id: row.roomId,
  createdAt: row.createdAt,
  lastActivityAt: row.lastActivityAt,
  entryCount: row.entryCount,
  cursor: encodeCursor(row.roomId, { position: Number(row.position), mark: markOf(row.headRequestId) }),
});

const PREFIX = 'room:';

const encodeRoomCursor = (roomId: string): string => Buffer.from(PREFIX + roomId).toString('base64url');

function decodeRoomCursor(text: string): string {
  const plain = Buffer.from(text, 'base64url').toString();
  if (!plain.startsWith(PREFIX) || encodeRoomCursor(plain.slice(PREFIX.length)) !== text) throw cursorInvalid('after');
  return plain.slice(PREFIX.length);
}
