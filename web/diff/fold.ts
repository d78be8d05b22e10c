import type { Row } from './rows.ts';

/** So many lines around a change are kept. */
const AROUND = 2;
/** Fewer lines than this are not worth folding. */
const LEAST = 4;

export type Piece = { rows: Row[]; start: number; folded: boolean };

/** Cuts rows into pieces; those in which nothing changed, and which no change stands under, are folded. */
export function foldRows(rows: Row[]): Piece[] {
  const kept = keptRows(rows);
  const pieces: Piece[] = [];
  for (let start = 0; start < rows.length; ) {
    let end = start + 1;
    while (end < rows.length && kept[end] === kept[start]) end++;
    const folded = !kept[start] && end - start >= LEAST;
    const last = pieces.at(-1);
    if (last && !folded && !last.folded) last.rows.push(...rows.slice(start, end));
    else pieces.push({ rows: rows.slice(start, end), start, folded });
    start = end;
  }
  return pieces;
}

function keptRows(rows: Row[]): boolean[] {
  const kept = rows.map(() => false);
  for (const [index, row] of rows.entries()) {
    if (row.kind === 'same') continue;
    for (let near = index - AROUND; near <= index + AROUND; near++) if (near in kept) kept[near] = true;
    // The names that it stands under tell where it is.
    for (let above = index, depth = row.depth; above >= 0 && depth > 0; above--) {
      if (rows[above]!.depth >= depth) continue;
      depth = rows[above]!.depth;
      kept[above] = true;
    }
  }
  return kept;
}
