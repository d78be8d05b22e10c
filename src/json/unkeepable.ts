import type { Issue } from './issue.ts';
import { InexactNumber, type InexactReason, isInexactValue } from './numbers.ts';

// What of a text or a number could not be read back as it was written.

/** What is wrong with one text or number, for a person and for a program. */
export type Problem = Pick<Issue, 'message' | 'expected' | 'received'>;

const textProblem = (text: string, what: string): Problem | undefined => {
  const nul = text.indexOf('\0');
  if (nul !== -1) {
    return {
      message: `${what} contains U+0000 (the null character) at index ${nul}, which cannot be stored; remove it`,
      expected: 'text without U+0000',
      received: `U+0000 at index ${nul}`,
    };
  }
  if (text.isWellFormed()) return undefined;
  const half = /\p{Surrogate}/u.exec(text)!;
  const unit = `\\u${half[0].charCodeAt(0).toString(16)}`;
  return {
    message: `${what} contains half a surrogate pair (${unit} at index ${half.index}), which is not valid Unicode; send the whole character`,
    expected: 'well-formed Unicode',
    received: `${unit} at index ${half.index}`,
  };
};

const numberProblem = (literal: string, reason: InexactReason | false): Problem | undefined => {
  if (!reason) return undefined;
  return reason === 'range'
    ? {
        message: `The number ${literal} is beyond the range of a double and cannot be kept; send it as a string`,
        expected: 'a number within the range of a double',
        received: literal,
      }
    : {
        message: `The number ${literal} cannot be kept exactly; send it as a string`,
        expected: 'an integer within ±9007199254740991',
        received: literal,
      };
};

export const keyProblem = (key: string): Problem | undefined => textProblem(key, 'A key of this object');

export const scalarProblem = (value: unknown): Problem | undefined => {
  if (typeof value === 'string') return textProblem(value, 'The text');
  if (typeof value === 'number') return numberProblem(String(value), isInexactValue(value));
  return value instanceof InexactNumber ? numberProblem(String(value), value.reason) : undefined;
};
