import type { Json, JsonObject } from './json.ts';

/**
 * Numbers for JSON values: two values have the same number exactly where they are equal (the order of keys apart). Each
 * value is looked at once, so that comparing is free afterwards. Recursive: only for values of bounded depth.
 */
export class Fingerprints {
  readonly #scalars = new Map<Json, number>();
  readonly #containers = new Map<string, number>();
  readonly #known = new Map<object, number>();
  readonly #sizes: number[] = [];

  of(value: Json): number {
    if (typeof value !== 'object' || value === null) return this.#scalar(value);
    let number = this.#known.get(value);
    if (number === undefined) {
      number = Array.isArray(value) ? this.#array(value) : this.#object(value);
      this.#known.set(value, number);
    }
    return number;
  }

  /** Characters of the value's compact JSON, escapes not counted. */
  size(value: Json): number {
    return this.#sizes[this.of(value)]!;
  }

  #scalar(value: null | boolean | number | string): number {
    const known = this.#scalars.get(value);
    if (known !== undefined) return known;
    const number = this.#sizes.push(typeof value === 'string' ? value.length + 2 : String(value).length) - 1;
    this.#scalars.set(value, number);
    return number;
  }

  #container(text: string, size: number): number {
    const known = this.#containers.get(text);
    if (known !== undefined) return known;
    const number = this.#sizes.push(size) - 1;
    this.#containers.set(text, number);
    return number;
  }

  #array(array: Json[]): number {
    let size = 2;
    const items = array.map((item) => {
      const number = this.of(item);
      size += this.#sizes[number]! + 1;
      return number;
    });
    return this.#container(`[${items.join()}`, size);
  }

  #object(object: JsonObject): number {
    let size = 2;
    const members = Object.keys(object).map((key) => {
      const name = this.#scalar(key);
      const number = this.of(object[key]!);
      size += this.#sizes[name]! + this.#sizes[number]! + 2;
      return `${name}:${number}`;
    });
    return this.#container(`{${members.sort().join()}`, size);
  }
}
