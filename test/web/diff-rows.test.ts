import fc from 'fast-check';
import { diff } from '../../src/json/diff.ts';
import { foldRows } from '../../web/diff/fold.ts';
import { linesOf } from '../../web/diff/lines.ts';
import { type Row, rowsOf } from '../../web/diff/rows.ts';
import { compareWords } from '../../web/diff/words.ts';
import { editedList, json } from '../json/arbitrary.ts';

const rows = (before: unknown, after: unknown): Row[] =>
  rowsOf(before, after, diff(before as never, after as never).changes);
const texts = (value: unknown): string[] =>
  Object.entries(value as object).flatMap(([name, child]) =>
    linesOf({ name, depth: 0 }, child).map(({ text }) => text),
  );
const present = (side: (string | undefined)[]): string[] => side.filter((text) => text !== undefined);

describe('two payloads side by side', () => {
  const lists = fc.oneof(editedList, fc.tuple(fc.array(json), fc.array(json)));

  it('hold every line of both, and lines beside each other are the same unless they are marked', () => {
    fc.assert(
      fc.property(lists, ([before, after]) => {
        fc.pre(Array.isArray(before) && Array.isArray(after));
        const shown = rows({ list: before }, { list: after });
        expect(present(shown.map((row) => row.after))).toEqual(texts({ list: after }));
        expect(present(shown.map((row) => row.before)).toSorted()).toEqual(texts({ list: before }).toSorted());
        for (const row of shown) if (row.kind === 'same' && !row.group) expect(row.before).toBe(row.after);
      }),
    );
  });

  it('show an insertion as added, not as a change of all that stands behind it', () => {
    const shown = rows({ list: ['a', 'c'] }, { list: ['a', 'b', 'c'] });
    expect(shown.map(({ kind, before, after }) => [kind, before, after])).toEqual([
      ['same', '', ''],
      ['same', 'a', 'a'],
      ['added', undefined, 'b'],
      ['same', 'c', 'c'],
    ]);
  });

  it('leave out long stretches without a change, but not the names that a change stands under', () => {
    const many = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`k${n}`, n]));
    const pieces = foldRows(rows({ deep: { ...many, last: 1 } }, { deep: { ...many, last: 2 } }));
    expect(pieces.map(({ folded, rows: piece }) => [folded, piece.length])).toEqual([
      [false, 1],
      [true, 18],
      [false, 3],
    ]);
  });
});

it('the words that two texts do not share are marked, and both texts stay whole', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (before, after) => {
      const marked = compareWords(before, after);
      expect(marked.before.map(({ text }) => text).join('')).toBe(before);
      expect(marked.after.map(({ text }) => text).join('')).toBe(after);
    }),
  );
  expect(compareWords('Read a poll.', 'Read one poll.').after).toEqual([
    { text: 'Read ', changed: false },
    { text: 'one', changed: true },
    { text: ' poll.', changed: false },
  ]);
});
