// How messages write the places, values and numbers of a caller's input: short, on one line, nothing invisible.

const SHOWN_CHARACTERS = 80;

/** What a terminal or a log would not show as it stands; JSON's own escapes cover U+0000 to U+001F and lone surrogates. */
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/** At most `length` UTF-16 units of a text, then an ellipsis; never half of a surrogate pair. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const splitsPair = text.codePointAt(length - 1)! > 0xffff;
  return `${text.slice(0, splitsPair ? length - 1 : length)}…`;
}

/** A text in quotes, on one line, cut to about 80 characters. */
export const quoted = (text: string): string =>
  JSON.stringify(cut(text, SHOWN_CHARACTERS)).replace(
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
  return cut(`${root}${steps.join('')}`, 200);
}

/** The JSON Pointer (RFC 6901) of a path. */
export const pointerOf = (path: readonly (string | number)[]): string =>
  path.map((token) => `/${String(token).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
