const GRAMMAR = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** Below this a double is spelled with all its digits, so that a reader takes each of them for true. */
const FIRST_EXPONENTIAL = 1e21;
/** Every decimal of so many digits comes back out of a double as it went in. */
const SAFE_DIGITS = 15;

/** `range`: beyond what a double reaches. `integer`: within its range, but a double keeps another integer. */
export type InexactReason = 'range' | 'integer';

/** A number of a JSON text that a double cannot keep, with its source text: it stands where the number stood. */
export class InexactNumber {
  readonly literal: string;
  readonly reason: InexactReason;

  constructor(literal: string, reason: InexactReason) {
    this.literal = literal;
    this.reason = reason;
  }

  /** What graphql puts into its messages, and `String(…)`: the number as it was written, at most 60 characters of it. */
  toString(): string {
    return this.literal.length <= 60 ? this.literal : `${this.literal.slice(0, 60)}…`;
  }

  toJSON(): string {
    return this.toString();
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return this.toString();
  }
}

/** The digits without zeros at either end, and the power of ten of the last one. Undefined where the text is no number. */
const decimalOf = (literal: string): { digits: string; exponent: number } | undefined => {
  const match = GRAMMAR.exec(literal);
  if (!match) return undefined;
  const [, whole = '', fraction = '', power = '0'] = match;
  const all = whole + fraction;
  let end = all.length;
  while (end > 0 && all.charCodeAt(end - 1) === 48) end -= 1;
  let start = 0;
  while (start < end && all.charCodeAt(start) === 48) start += 1;
  return { digits: all.slice(start, end), exponent: Number(power) - fraction.length + (all.length - end) };
};

const isShortestSpelling = (literal: string, value: number): boolean => {
  const written = decimalOf(literal);
  const kept = decimalOf(String(value));
  return written?.digits === kept?.digits && written?.exponent === kept?.exponent;
};

/**
 * Whether a double changes the number that this source text (of JSON or GraphQL) spells, and why. Fractions keep the
 * nearest double and are fine, so long as they do not vanish; integers are kept to the last digit or refused.
 */
export const isInexact = (literal: string): InexactReason | false => {
  const value = Math.abs(Number(literal));
  if (value <= Number.MAX_SAFE_INTEGER && value !== 0) return false;
  if (!Number.isFinite(value)) return 'range';
  const digits = decimalOf(literal)?.digits ?? '';
  if (value === 0) return digits === '' ? false : 'range';
  if (value < FIRST_EXPONENTIAL) return 'integer';
  if (digits.length <= SAFE_DIGITS) return false;
  return /[.eE]/.test(literal) && isShortestSpelling(literal, Number(literal)) ? false : 'integer';
};

/** The same for a number that was parsed already and whose source text is gone. */
export const isInexactValue = (value: number): InexactReason | false => {
  if (!Number.isFinite(value)) return 'range';
  const size = Math.abs(value);
  return size > Number.MAX_SAFE_INTEGER && size < FIRST_EXPONENTIAL ? 'integer' : false;
};
