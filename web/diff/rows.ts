import type { ChangeKind } from '../generated/documents.ts';
import { headOf, isContainer, isEmpty, linesOf, textOf } from './lines.ts';

export interface Change {
  kind: ChangeKind;
  pointer: string;
  before?: unknown;
  after?: unknown;
}

/** A line of two payloads side by side. `before` and `after` are undefined on the side that does not have it. */
export interface Row {
  depth: number;
  name: string;
  kind: ChangeKind | 'same';
  /** Whether it only names what stands below it; its texts are then what that calls itself, if anything. */
  group?: boolean;
  before?: string;
  after?: string;
  /** Where the change of this line begins; only its first line has it. */
  change?: Change;
}

interface Place {
  name: string;
  depth: number;
  /** RFC 6901 pointers into the older and the newer payload: behind an insertion they differ. */
  old: string;
  new: string;
}

/**
 * Two payloads, line by line side by side. `changes` are the server's: it has aligned the arrays, so each element stands
 * beside the one that it was before.
 */
export function rowsOf(before: unknown, after: unknown, changes: Change[]): Row[] {
  const removed = new Map(changes.filter(({ kind }) => kind === 'removed').map((change) => [change.pointer, change]));
  const others = new Map(changes.filter(({ kind }) => kind !== 'removed').map((change) => [change.pointer, change]));
  const rows: Row[] = [];

  const walk = (place: Place, older: unknown, newer: unknown): void => {
    const change = others.get(place.new);
    if (change?.kind === 'changed') rows.push(...changedRows(place, older, newer, change));
    else if (isContainer(older) && isContainer(newer) && !(isEmpty(older) && isEmpty(newer))) {
      if (place.depth >= 0)
        rows.push({
          ...nameOf(place),
          kind: 'same',
          group: true,
          before: headOf(place.name, older),
          after: headOf(place.name, newer),
        });
      if (Array.isArray(older) && Array.isArray(newer)) walkArrays(place, older, newer);
      else walkObjects(place, older as Record<string, unknown>, newer as Record<string, unknown>);
    } else rows.push({ ...nameOf(place), kind: 'same', before: textOf(older), after: textOf(newer) });
  };
  const only = (kind: 'removed' | 'added', place: Place, value: unknown): void => {
    const change = kind === 'removed' ? removed.get(place.old) : others.get(place.new);
    const side = kind === 'removed' ? 'before' : 'after';
    const lines = linesOf(place, value);
    rows.push(
      ...lines.map(({ text, ...line }, index) => ({
        ...line,
        kind,
        [side]: text,
        change: index === 0 ? change : undefined,
      })),
    );
  };
  const walkArrays = (place: Place, older: unknown[], newer: unknown[]): void => {
    for (let i = 0, j = 0; i < older.length || j < newer.length; ) {
      const at = inside(place, i, j);
      if (i < older.length && (removed.has(at.old) || j >= newer.length))
        only('removed', { ...at, name: String(i) }, older[i++]);
      else if (i >= older.length || others.get(at.new)?.kind === 'added') only('added', at, newer[j++]);
      else walk(at, older[i++], newer[j++]);
    }
  };
  const walkObjects = (place: Place, older: Record<string, unknown>, newer: Record<string, unknown>): void => {
    for (const key of keysOf(older, newer)) {
      const at = inside(place, key, key);
      if (!Object.hasOwn(newer, key)) only('removed', at, older[key]);
      else if (!Object.hasOwn(older, key)) only('added', at, newer[key]);
      else walk(at, older[key], newer[key]);
    }
  };
  walk({ name: '', depth: -1, old: '', new: '' }, before, after);
  return rows;
}

/** A value that became another one: its lines beside each other, as far as both go. */
function changedRows(place: Place, older: unknown, newer: unknown, change: Change): Row[] {
  const left = linesOf(place, older);
  const right = linesOf(place, newer);
  return Array.from({ length: Math.max(left.length, right.length) }, (_, index) => ({
    depth: Math.max((right[index] ?? left[index])!.depth, 0),
    name: (right[index] ?? left[index])!.name,
    group: (right[index] ?? left[index])!.group,
    kind: 'changed',
    before: left[index]?.text,
    after: right[index]?.text,
    change: index === 0 ? change : undefined,
  }));
}

/** The keys of both in the order of the newer one; a key that went stands behind the one it stood behind. */
function keysOf(older: Record<string, unknown>, newer: Record<string, unknown>): string[] {
  const keys = Object.keys(newer);
  let behind = 0;
  for (const key of Object.keys(older)) {
    if (Object.hasOwn(newer, key)) behind = keys.indexOf(key) + 1;
    else keys.splice(behind++, 0, key);
  }
  return keys;
}

const escaped = (part: string | number): string => String(part).replace(/~/g, '~0').replace(/\//g, '~1');

const inside = (place: Place, old: string | number, now: string | number): Place => ({
  name: String(now),
  depth: place.depth + 1,
  old: `${place.old}/${escaped(old)}`,
  new: `${place.new}/${escaped(now)}`,
});

const nameOf = ({ name, depth }: Place) => ({ name, depth: Math.max(depth, 0) });
