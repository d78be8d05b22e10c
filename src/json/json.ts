/** Any JSON value (RFC 8259), as `JSON.parse` gives it: a key named `__proto__` is an own key like any other. */
export type Json = null | boolean | number | string | Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json;
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const hasKey = (object: object, key: string): boolean => Object.hasOwn(object, key);

/** Sets an own key. Plain assignment would change the prototype under the key `__proto__`. */
export const setKey = (object: JsonObject, key: string, value: Json): void => {
  Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
};
