import fc from 'fast-check';
import { ContextError } from '../../src/contract/errors.ts';
import {
  decodeCursor,
  decodePageCursor,
  encodeCursor,
  encodePageCursor,
  markOf,
  type PageKind,
} from '../../src/log/cursor.ts';

const room = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 128 });
const position = fc.integer({ min: 0, max: 2 ** 47 });
const mark = fc.uuid().map(markOf);
const kind = fc.constantFrom<PageKind>('created', 'updated', 'history');

const codeOf = (decode: () => unknown): string => {
  try {
    decode();
  } catch (error) {
    if (error instanceof ContextError) return error.code;
    throw error;
  }
  return 'taken';
};

describe('a cursor', () => {
  it('gives its position and mark back', () => {
    fc.assert(
      fc.property(room, position, mark, (roomId, at, seen) => {
        const cursor = encodeCursor(roomId, { position: at, mark: seen });
        expect(decodeCursor(roomId, 'after', cursor)).toEqual({ position: at, mark: seen });
      }),
    );
  });

  it('of another room, of another list, or changed in any place is CURSOR_INVALID', () => {
    fc.assert(
      fc.property(room, room, position, kind, kind, (roomId, other, at, list, otherList) => {
        fc.pre(roomId !== other);
        const cursor = encodeCursor(roomId, { position: at, mark: '0000002a' });
        const page = encodePageCursor(list, roomId, at);
        expect(decodePageCursor(list, roomId, page)).toBe(at);
        expect(codeOf(() => decodeCursor(other, 'after', cursor))).toBe('CURSOR_INVALID');
        expect(codeOf(() => decodePageCursor(list, other, page))).toBe('CURSOR_INVALID');
        expect(codeOf(() => decodeCursor(roomId, 'after', page))).toBe('CURSOR_INVALID');
        expect(codeOf(() => decodePageCursor(list, roomId, cursor))).toBe('CURSOR_INVALID');
        if (list !== otherList) expect(codeOf(() => decodePageCursor(otherList, roomId, page))).toBe('CURSOR_INVALID');
        for (const wrong of [`${cursor} `, `${cursor}A`, cursor.slice(1), `${cursor}=`, cursor.slice(0, -1)])
          expect(codeOf(() => decodeCursor(roomId, 'after', wrong))).toBe('CURSOR_INVALID');
      }),
    );
  });

  it('that is any text is CURSOR_INVALID, and never a fault', () => {
    fc.assert(
      fc.property(room, fc.oneof(fc.string({ unit: 'binary' }), fc.base64String()), (roomId, text) => {
        expect(codeOf(() => decodeCursor(roomId, 'after', text))).toBe('CURSOR_INVALID');
        expect(codeOf(() => decodePageCursor('created', roomId, text))).toBe('CURSOR_INVALID');
      }),
    );
  });
});
