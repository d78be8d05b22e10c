import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { Time } from '../ui/time.tsx';
import { foldRows, type Piece } from './fold.ts';
import { Marked } from './marked.tsx';
import type { Change, Row } from './rows.ts';
import { compareWords } from './words.ts';

interface Side {
  version: string;
  author: string;
  timestamp: string;
}

interface Props {
  rows: Row[];
  changes: Change[];
  from: Side;
  to: Side;
}

/** Both payloads, line beside line. Long stretches without a change are folded. */
export function DiffTable({ rows, changes, from, to }: Props) {
  const pieces = useMemo(() => foldRows(rows), [rows]);
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const numbers = useMemo(() => new Map(changes.map((change, index) => [change, index])), [changes]);
  return (
    <table class="diff">
      <thead>
        <tr>
          <VersionHead version={from} />
          <VersionHead version={to} />
        </tr>
      </thead>
      <tbody>
        {pieces.map((piece) =>
          piece.folded && !opened.has(piece.start) ? (
            <Fold key={`fold ${piece.start}`} piece={piece} open={() => setOpened(new Set([...opened, piece.start]))} />
          ) : (
            piece.rows.map((row, index) => (
              <Line key={`${piece.start + index}`} row={row} number={row.change && numbers.get(row.change)} />
            ))
          ),
        )}
      </tbody>
    </table>
  );
}

function VersionHead({ version: { version, author, timestamp } }: { version: Side }) {
  return (
    <th scope="col">
      <span class="label">{version}</span> by {author} <Time at={timestamp} />
    </th>
  );
}

function Fold({ piece, open }: { piece: Piece; open(): void }) {
  return (
    <tr class="fold">
      <td colSpan={2}>
        <button type="button" class="quiet" onClick={open}>
          {piece.rows.length} unchanged lines
        </button>
      </td>
    </tr>
  );
}

function Line({ row, number }: { row: Row; number: number | undefined }) {
  const { kind, before, after } = row;
  const marks = kind === 'changed' && !row.group && before && after ? compareWords(before, after) : undefined;
  return (
    <tr class={`is-${kind}`} id={number === undefined ? undefined : `change-${number}`}>
      <td class="before" style={{ '--depth': row.depth }}>
        {before !== undefined && (
          <Cell row={row} deed={kind === 'same' ? undefined : 'before'}>
            {marks ? <Marked segments={marks.before} kind="removed" /> : before}
          </Cell>
        )}
      </td>
      <td class="after" style={{ '--depth': row.depth }}>
        {after !== undefined && (
          <Cell row={row} deed={kind === 'same' ? undefined : kind}>
            {marks ? <Marked segments={marks.after} kind="added" /> : after}
          </Cell>
        )}
      </td>
    </tr>
  );
}

function Cell({ row, deed, children }: { row: Row; deed: string | undefined; children: ComponentChildren }) {
  return (
    <>
      {deed && <span class="unseen">{deed}: </span>}
      <span class="name">{row.name}</span>
      <span class={row.group ? 'faint' : 'value'}>{children}</span>
    </>
  );
}
