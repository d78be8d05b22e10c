import { hasKey, isContainer, isObject } from './json.ts';
import { InexactNumber } from './numbers.ts';

/** Compares one place; what stands below goes to `pending` in pairs. */
const equalHere = (left: unknown, right: unknown, pending: unknown[]): boolean => {
  if (Array.isArray(left)) {
    if (!Array.isArray(right) || left.length !== right.length) return false;
    for (let index = 0; index < left.length; index += 1) pending.push(left[index], right[index]);
    return true;
  }
  if (isObject(left)) {
    if (!isObject(right)) return false;
    const keys = Object.keys(left);
    if (keys.length !== Object.keys(right).length) return false;
    for (const key of keys) {
      if (!hasKey(right, key)) return false;
      pending.push(left[key], right[key]);
    }
    return true;
  }
  return left instanceof InexactNumber && right instanceof InexactNumber && left.literal === right.literal;
};

/** Whether two JSON values are the same whatever the order of their keys; 1.0 is 1, -0 is 0. Any depth. */
export const deepEqual = (left: unknown, right: unknown): boolean => {
  const pending: unknown[] = [left, right];
  while (pending.length > 0) {
    const b = pending.pop();
    const a = pending.pop();
    if (a !== b && !equalHere(a, b, pending)) return false;
  }
  return true;
};

/** Work of `canonicalText` that is still to do: a text to write, or a container to spell. */
type Piece = { text: string } | { container: unknown[] | Record<string, unknown> };

const scalarText = (value: unknown): string =>
  value instanceof InexactNumber ? value.literal : (JSON.stringify(value) ?? 'null');

/** A container's text in pieces; the containers within are left to be spelled. */
const piecesOf = (container: unknown[] | Record<string, unknown>): Piece[] => {
  const pieces: Piece[] = [];
  let text = '';
  const write = (before: string, child: unknown): void => {
    text += before;
    if (isContainer(child)) {
      pieces.push({ text }, { container: child });
      text = '';
    } else text += scalarText(child);
  };
  if (Array.isArray(container)) {
    for (const [index, child] of container.entries()) write(index === 0 ? '' : ',', child);
    return [{ text: '[' }, ...pieces, { text: `${text}]` }];
  }
  const keys = Object.keys(container).filter((key) => container[key] !== undefined);
  for (const [index, key] of keys.sort().entries()) {
    write(`${index === 0 ? '' : ','}${JSON.stringify(key)}:`, container[key]);
  }
  return [{ text: '{' }, ...pieces, { text: `${text}}` }];
};

/** One text for all values that `deepEqual` holds for the same: compact JSON with sorted keys. Any depth. For hashing. */
export const canonicalText = (value: unknown): string => {
  if (!isContainer(value)) return scalarText(value);
  const written: string[] = [];
  const pending: Piece[] = [{ container: value }];
  for (let piece = pending.pop(); piece; piece = pending.pop()) {
    if ('text' in piece) written.push(piece.text);
    else for (const next of piecesOf(piece.container).reverse()) pending.push(next);
  }
  return written.join('');
};
