import { InexactNumber } from './numbers.ts';

/** Any JSON value (RFC 8259), as `JSON.parse` gives it: a key named `__proto__` is an own key like any other. */
export type Json = null | boolean | number | string | Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json;
}

/** An `InexactNumber` (a number that could not be kept) is a scalar here, not an object with fields. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof InexactNumber);

/** Whether other values can stand in it. */
export const isContainer = (value: unknown): value is Json[] | JsonObject => Array.isArray(value) || isObject(value);

/** Whether the object has the key itself: `in` would find what every object inherits. */
export const hasKey = (object: object, key: string): boolean => Object.hasOwn(object, key);

/** Sets an own key. Plain assignment would change the prototype under the key `__proto__`. */
export const setKey = (object: JsonObject, key: string, value: Json): void => {
  if (key === '__proto__') {
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  } else {
    object[key] = value;
  }
};

/** What a message calls a value: `null`, `an object`, `the string "abc"`, `the number 5`; at most some 60 characters. */
export const describeJson = (value: unknown): string => {
  if (value === undefined) return 'nothing';
  if (value === null || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return 'an array';
  if (isObject(value)) return 'an object';
  if (typeof value === 'string') return `the string ${JSON.stringify(shorten(value, 40))}`;
  return `the number ${shorten(String(value), 40)}`;
};

/** The text, cut to `limit` UTF-16 units with an ellipsis; never ends in half a surrogate pair. */
export const shorten = (text: string, limit: number): string => {
  if (text.length <= limit) return text;
  const splitsPair = text.codePointAt(limit - 1)! > 0xffff;
  return `${text.slice(0, splitsPair ? limit - 1 : limit).toWellFormed()}…`;
};
