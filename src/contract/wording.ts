import { shorten } from '../json/json.ts';

// How messages write the places, values and numbers of a caller's input: short, on one line, nothing invisible.

const SHOWN_CHARACTERS = 80;

/** What a terminal or a log would not show as it stands; JSON's own escapes cover U+0000 to U+001F and lone surrogates. */
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/** A text in quotes, on one line, cut to about 80 characters. */
export const quoted = (text: string): string =>
  JSON.stringify(shorten(text, SHOWN_CHARACTERS)).replace(
    INVISIBLE,
    (character) => `\\u${character.codePointAt(0)!.toString(16).padStart(4, '0')}`,
  );

/** 4001 as "4,001". */
export const grouped = (count: number): string => count.toLocaleString('en-US');

/** A path as code would write it: `payload.endpoints[1].method`, `payload["two words"]`. */
export function placeOf(path: readonly (string | number)[]): string {
  const [root, ...rest] = path;
  const steps = rest.map((token) => {
    if (typeof token === 'number') return `[${token}]`;
    return /^[A-Za-z_$][\w$]*$/.test(token) ? `.${token}` : `[${quoted(token)}]`;
  });
  return shorten(`${root}${steps.join('')}`, 200);
}
