import { describeJson, isContainer, type Json, type JsonObject, setKey } from './json.ts';
import { PatchError, shown } from './patch-error.ts';
import type { Operation, Target } from './patch-operations.ts';
import { arrayIndex, childAt, formatPointer } from './pointer.ts';

type Container = Json[] | JsonObject;

/**
 * A document that operations change one after the other. What they touch is copied first, once each, so that the value
 * it started from and the values of the operations stay as they are.
 */
export class PatchDocument {
  root: Json;
  /** The containers that were made here, and that nobody else can see. */
  readonly #own = new Set<Container>();

  constructor(root: Json) {
    this.root = root;
  }

  /** What stands at a target. Refuses where nothing does. */
  get({ place }: Operation, target: Target, purpose: string): Json {
    let found: Json | undefined = this.root;
    for (const token of target.tokens) {
      found = childAt(found, token);
      if (found === undefined) {
        const message = `there is nothing at ${shown(target.pointer)} to ${purpose}; read the entry again and build the patch on its current payload`;
        throw new PatchError(place, 'inapplicable', message);
      }
    }
    return found;
  }

  add(operation: Operation, value: Json): void {
    const { path, place } = operation;
    const key = path.tokens.at(-1);
    if (key === undefined) {
      this.root = value;
      return;
    }
    const parent = this.#parentOf(path, place);
    if (!Array.isArray(parent)) {
      setKey(parent, key, value);
      return;
    }
    const index = key === '-' ? parent.length : arrayIndex(key);
    if (index === undefined || index > parent.length) {
      const message = `the array at ${shown(formatPointer(path.tokens.slice(0, -1)))} has ${parent.length} elements, so nothing can be put at ${shown(path.pointer)}; use an index from 0 to ${parent.length}, or "-" for the end`;
      throw new PatchError([...place, 'path'], 'inapplicable', message);
    }
    parent.splice(index, 0, value);
  }

  /** The target is known to exist. */
  remove({ place }: Operation, target: Target): void {
    const key = target.tokens.at(-1);
    if (key === undefined) {
      throw new PatchError(
        [...place, 'path'],
        'inapplicable',
        'the whole payload cannot be removed; replace it, or delete the entry',
      );
    }
    const parent = this.#parentOf(target, place);
    if (Array.isArray(parent)) parent.splice(Number(key), 1);
    else delete parent[key];
  }

  /** The target is known to exist. */
  replace({ path, place }: Operation, value: Json): void {
    const key = path.tokens.at(-1);
    if (key === undefined) {
      this.root = value;
      return;
    }
    const parent = this.#parentOf(path, place);
    if (Array.isArray(parent)) parent[Number(key)] = value;
    else setKey(parent, key, value);
  }

  /** The container that holds the last token, own down from the root. Refuses where there is none. */
  #parentOf(target: Target, place: (string | number)[]): Container {
    let parent = this.#ownCopy(this.root, (copy) => {
      this.root = copy;
    });
    for (const token of target.tokens.slice(0, -1)) {
      const container = parent;
      const child = container === undefined ? undefined : childAt(container, token);
      parent = this.#ownCopy(child, (copy) => {
        if (Array.isArray(container)) container[Number(token)] = copy;
        else setKey(container as JsonObject, token, copy);
      });
    }
    if (parent !== undefined) return parent;
    throw this.#noParent(target, place);
  }

  #ownCopy(value: Json | undefined, put: (copy: Container) => void): Container | undefined {
    if (!isContainer(value)) return undefined;
    if (this.#own.has(value)) return value;
    const copy = Array.isArray(value) ? value.slice() : { ...value };
    this.#own.add(copy);
    put(copy);
    return copy;
  }

  #noParent({ pointer, tokens }: Target, place: (string | number)[]): PatchError {
    let found: Json = this.root;
    for (const [depth, token] of tokens.slice(0, -1).entries()) {
      const child = childAt(found, token);
      if (child === undefined) {
        const missing = shown(formatPointer(tokens.slice(0, depth + 1)));
        return new PatchError(
          [...place, 'path'],
          'inapplicable',
          `there is nothing at ${missing} to put ${shown(pointer)} into; add ${missing} first`,
        );
      }
      found = child;
    }
    const holder = `${shown(formatPointer(tokens.slice(0, -1)))} is ${describeJson(found)}`;
    return new PatchError([...place, 'path'], 'inapplicable', `${holder}, so nothing can be put at ${shown(pointer)}`);
  }
}
