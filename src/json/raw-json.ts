import { randomUUID } from 'node:crypto';

// Payloads are kept as JSON text from the database to the answer. Parsing one only to print it again would be the most
// costly thing that a read does, and would lose what a double cannot hold.

/** Stands for one text while JSON.stringify runs. No caller can guess it, so no string of theirs is taken for it. */
const MARK = `raw:${randomUUID()}`;
const QUOTED_MARK = JSON.stringify(MARK);

/** Line breaks of Unicode: legal inside JSON text, but readers of server-sent events exist that split lines at them. */
const LINE_BREAKS = /[\u0085\u2028\u2029]/;
const ALL_LINE_BREAKS = new RegExp(LINE_BREAKS, 'g');

/** The texts met by the `stringify` that is running, in the order of the output. */
let met: string[] | undefined;

/** A JSON value in the form of its text. `stringify` writes the text as it is; plain JSON.stringify writes the value. */
export class RawJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toJSON(): unknown {
    if (met === undefined) return JSON.parse(this.text);
    met.push(this.text);
    return MARK;
  }
}

/**
 * JSON.stringify that writes each RawJson's text without looking into it. U+0085, U+2028 and U+2029 come out as \u
 * escapes, so that the result is one line for every reader.
 */
export function stringify(value: unknown): string {
  const outer = met;
  const texts: string[] = [];
  met = texts;
  let text: string;
  try {
    text = JSON.stringify(value);
  } finally {
    met = outer;
  }
  return escapeLineBreaks(texts.length === 0 ? text : inlined(text, texts));
}

function inlined(text: string, texts: string[]): string {
  const parts = text.split(QUOTED_MARK);
  let whole = parts[0]!;
  for (const [index, raw] of texts.entries()) whole += raw + parts[index + 1]!;
  return whole;
}

const escapeLineBreaks = (text: string): string =>
  LINE_BREAKS.test(text)
    ? text.replace(ALL_LINE_BREAKS, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
    : text;
