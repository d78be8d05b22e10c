import { randomBytes } from 'node:crypto';
import { isContainer, type Json, type JsonObject, setKey } from './json.ts';
import { InexactNumber, type InexactReason, isInexact } from './numbers.ts';

/** Stands before the index of a literal that was taken out; nobody who writes a payload can guess it. */
const MARK = `${randomBytes(16).toString('hex')}:`;

/** Only a number of 16 digits in a row or with an exponent can be inexact; most texts have none of either. */
const SUSPICIOUS = /\d{16}|\d[eE][+-]?\d/g;
const NUMBER_CHARACTERS = /[-+.\deE]/;

interface Literal {
  start: number;
  end: number;
  text: string;
  reason: InexactReason;
}

/** The index of the quote that ends the string which begins at `start`. */
const endOfString = (text: string, start: number): number => {
  for (let quote = text.indexOf('"', start + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let slashes = 0;
    while (text.charCodeAt(quote - 1 - slashes) === 92) slashes += 1;
    if (slashes % 2 === 0) return quote;
  }
  return text.length;
};

/** Where `at` lies within a string of the text, the end of that string. Asked with ascending places only. */
const stringFinder = (text: string): ((at: number) => number | undefined) => {
  let quote = text.indexOf('"');
  return (at) => {
    while (quote !== -1 && quote < at) {
      const end = endOfString(text, quote);
      quote = text.indexOf('"', end + 1);
      if (end > at) return end;
    }
    return undefined;
  };
};

/** The number literals outside strings that a double cannot keep. The text is known to be JSON. Linear in its length. */
const inexactLiterals = (text: string): Literal[] => {
  const found: Literal[] = [];
  const endOfStringAround = stringFinder(text);
  const search = new RegExp(SUSPICIOUS);
  for (let hit = search.exec(text); hit; hit = search.exec(text)) {
    const stringEnd = endOfStringAround(hit.index);
    if (stringEnd !== undefined) {
      search.lastIndex = stringEnd;
      continue;
    }
    let start = hit.index;
    while (start > 0 && NUMBER_CHARACTERS.test(text[start - 1]!)) start -= 1;
    let end = hit.index + 1;
    while (end < text.length && NUMBER_CHARACTERS.test(text[end]!)) end += 1;
    const literal = text.slice(start, end);
    const reason = isInexact(literal);
    if (reason) found.push({ start, end, text: literal, reason });
    search.lastIndex = end;
  }
  return found;
};

const withMarks = (text: string, literals: Literal[]): string => {
  const parts: string[] = [];
  let from = 0;
  for (const [index, { start, end }] of literals.entries()) {
    parts.push(text.slice(from, start), `"${MARK}${index}"`);
    from = end;
  }
  return parts.join('') + text.slice(from);
};

const withNumbers = (root: unknown, literals: Literal[]): unknown => {
  const pending: (Json[] | JsonObject)[] = [];
  const numberOrValue = (value: unknown): Json => {
    if (typeof value === 'string' && value.startsWith(MARK)) {
      const literal = literals[Number(value.slice(MARK.length))]!;
      return new InexactNumber(literal.text, literal.reason) as unknown as Json;
    }
    if (isContainer(value)) pending.push(value);
    return value as Json;
  };
  const value = numberOrValue(root);
  for (let container = pending.pop(); container; container = pending.pop()) {
    if (Array.isArray(container)) {
      for (const [index, child] of container.entries()) container[index] = numberOrValue(child);
    } else {
      for (const key of Object.keys(container)) setKey(container, key, numberOrValue(container[key]));
    }
  }
  return value;
};

/**
 * `JSON.parse`, but a number that a double cannot keep comes out as an `InexactNumber` with its source text instead of
 * another number. Throws SyntaxError as `JSON.parse` does. Linear in the length of the text, whatever it holds.
 */
export const parseJson = (text: string): unknown => {
  const value: unknown = JSON.parse(text);
  if (text.search(SUSPICIOUS) === -1) return value;
  const literals = inexactLiterals(text);
  return literals.length === 0 ? value : withNumbers(JSON.parse(withMarks(text, literals)), literals);
};
