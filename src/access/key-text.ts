import { createHash, randomBytes } from 'node:crypto';

/** Bytes of randomness that nobody but the holder of a key knows. */
const SECRET_BYTES = 32;

const FORM = /^roomd_[0-9a-f]{20}_[\w-]{43}$/;

/** A new key: its id, the text that is shown once, and the hash that is kept. */
export interface KeyText {
  id: string;
  text: string;
  hash: string;
}

/** A key that nobody has had before. Ids sort by the time of creation: milliseconds, then four random bytes, in hex. */
export function newKeyText(): KeyText {
  const id = Date.now().toString(16).padStart(12, '0') + randomBytes(4).toString('hex');
  const text = `${prefixOf(id)}_${randomBytes(SECRET_BYTES).toString('base64url')}`;
  return { id, text, hash: hashOf(text) };
}

/** The beginning of a key's text, by which people tell keys apart. It opens nothing. */
export const prefixOf = (id: string): string => `roomd_${id}`;

/** SHA-256 in hex. A key has 256 random bits: a slow hash would protect nothing more. */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The key in an `authorization`, with or without "Bearer " before it; undefined where it has not the form of a key. */
export function keyTextOf(authorization: string): string | undefined {
  const text = authorization.replace(/^Bearer\s+/i, '').trim();
  return FORM.test(text) ? text : undefined;
}
