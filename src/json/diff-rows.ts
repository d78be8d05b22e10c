import type { Fingerprints } from './fingerprints.ts';
import type { Json } from './json.ts';

/** One place that differs. The pointer leads into the old value for `removed`, else into the new one. */
export interface PayloadChange {
  kind: 'added' | 'removed' | 'changed';
  pointer: string;
  before: Json;
  after: Json;
}

/** Pointers to one place in the old and in the new value. Patches are built left to right, so that theirs is the new one. */
export interface Place {
  before: string;
  after: string;
}

/** Characters that a row and its operation take besides pointers and values. */
export const ROW_CHARACTERS = 100;

export interface Mark {
  rows: number;
  operations: number;
  characters: number;
}

/** The rows and the operations of a diff as they are found, and about how many characters they take. */
export class DiffRows {
  readonly changes: PayloadChange[] = [];
  readonly jsonPatch: Json[] = [];
  #characters = 0;
  readonly #fingerprints: Fingerprints;

  constructor(fingerprints: Fingerprints) {
    this.#fingerprints = fingerprints;
  }

  added(pointer: string, value: Json): void {
    this.#push(
      { kind: 'added', pointer, before: null, after: value },
      { op: 'add', path: pointer, value },
      this.#fingerprints.size(value),
    );
  }

  /** `path` is where the value stands when the operation's turn comes. */
  removed(pointer: string, path: string, value: Json): void {
    this.#push(
      { kind: 'removed', pointer, before: value, after: null },
      { op: 'remove', path },
      this.#fingerprints.size(value),
    );
  }

  replaced(pointer: string, before: Json, after: Json): void {
    this.#push(
      { kind: 'changed', pointer, before, after },
      { op: 'replace', path: pointer, value: after },
      this.#fingerprints.size(before) + this.#fingerprints.size(after),
    );
  }

  mark(): Mark {
    return { rows: this.changes.length, operations: this.jsonPatch.length, characters: this.#characters };
  }

  /** How much was found since the mark. */
  since(mark: Mark): Mark {
    const now = this.mark();
    return {
      rows: now.rows - mark.rows,
      operations: now.operations - mark.operations,
      characters: now.characters - mark.characters,
    };
  }

  /** About how many characters one row takes that replaces the whole. */
  replacementCharacters({ after }: Place, before: Json, value: Json): number {
    return ROW_CHARACTERS + 2 * after.length + this.#fingerprints.size(before) + this.#fingerprints.size(value);
  }

  /** Puts one row in the place of all since the mark. */
  replaceSince(mark: Mark, { after: pointer }: Place, before: Json, after: Json): void {
    this.changes.length = mark.rows;
    this.jsonPatch.length = mark.operations;
    this.#characters = mark.characters;
    this.replaced(pointer, before, after);
  }

  #push(change: PayloadChange, operation: Json, valueCharacters: number): void {
    this.changes.push(change);
    this.jsonPatch.push(operation);
    this.#characters += ROW_CHARACTERS + 2 * change.pointer.length + valueCharacters;
  }
}
