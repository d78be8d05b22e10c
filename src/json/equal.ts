import { hasKey, isObject } from './json.ts';
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

/** Work of `canonicalText` that is still to do: a text to write, or a value to spell. */
type Piece = { text: string } | { value: unknown };

const piecesOf = (value: unknown): Piece[] => {
  if (Array.isArray(value)) {
    const items = value.flatMap((item, index): Piece[] => [{ text: index === 0 ? '[' : ',' }, { value: item }]);
    return value.length === 0 ? [{ text: '[]' }] : [...items, { text: ']' }];
  }
  if (isObject(value)) {
    const keys = Object.keys(value)
      .filter((key) => value[key] !== undefined)
      .sort();
    const members = keys.flatMap((key, index): Piece[] => [
      { text: `${index === 0 ? '{' : ','}${JSON.stringify(key)}:` },
      { value: value[key] },
    ]);
    return keys.length === 0 ? [{ text: '{}' }] : [...members, { text: '}' }];
  }
  return [{ text: value instanceof InexactNumber ? value.literal : (JSON.stringify(value) ?? 'null') }];
};

/** One text for all values that `deepEqual` holds for the same: compact JSON with sorted keys. Any depth. For hashing. */
export const canonicalText = (value: unknown): string => {
  const written: string[] = [];
  const pending: Piece[] = [{ value }];
  for (let piece = pending.pop(); piece; piece = pending.pop()) {
    if ('text' in piece) written.push(piece.text);
    else if (typeof piece.value !== 'object' || piece.value === null)
      written.push(JSON.stringify(piece.value) ?? 'null');
    else for (const next of piecesOf(piece.value).reverse()) pending.push(next);
  }
  return written.join('');
};
