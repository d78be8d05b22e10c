import { hasKey, isObject, type Json, shorten } from './json.ts';

/** The text is no JSON Pointer; the message says how to write one. */
export class PointerError extends Error {
  override readonly name = 'PointerError';
}

const escapeToken = (token: string): string =>
  token.includes('~') || token.includes('/') ? token.replaceAll('~', '~0').replaceAll('/', '~1') : token;

/** `pointer` followed by one more token. */
export const childPointer = (pointer: string, token: string | number): string =>
  typeof token === 'number' ? `${pointer}/${token}` : `${pointer}/${escapeToken(token)}`;

/** The RFC 6901 pointer of a path: `['a/b', 0]` gives `/a~1b/0`, the empty path the empty text. */
export const formatPointer = (path: readonly (string | number)[]): string => path.reduce<string>(childPointer, '');

/** The tokens of an RFC 6901 pointer, unescaped. Throws PointerError on anything else, `/a~2` included. */
export const parsePointer = (text: string): string[] => {
  if (text === '') return [];
  if (!text.startsWith('/')) {
    throw new PointerError(
      `${JSON.stringify(shorten(text, 80))} is no JSON Pointer: it has to be empty (the whole value) or to start with "/"`,
    );
  }
  if (/~(?![01])/.test(text)) {
    throw new PointerError(
      `${JSON.stringify(shorten(text, 80))} is no JSON Pointer: write "~" in a key as "~0" and "/" as "~1"`,
    );
  }
  const tokens = text.slice(1).split('/');
  return text.includes('~') ? tokens.map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~')) : tokens;
};

/** The array index that a token names (no sign, no leading zero), else undefined; it may lie behind the end. */
export const arrayIndex = (token: string): number | undefined =>
  /^(?:0|[1-9]\d{0,14})$/.test(token) ? Number(token) : undefined;

/** What stands below `value` under one token, undefined where nothing does. */
export const childAt = (value: Json | undefined, token: string): Json | undefined => {
  if (Array.isArray(value)) {
    const index = arrayIndex(token);
    return index === undefined ? undefined : value[index];
  }
  return isObject(value) && hasKey(value, token) ? value[token] : undefined;
};

/** What stands at the end of the tokens, undefined where nothing does (null is a value). */
export const valueAt = (value: Json, tokens: readonly string[]): Json | undefined => {
  let found: Json | undefined = value;
  for (const token of tokens) {
    if (found === undefined) return undefined;
    found = childAt(found, token);
  }
  return found;
};
