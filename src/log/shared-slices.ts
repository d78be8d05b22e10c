import type { Database } from '../database/database.ts';
import { readSlice, type Selection, type Slice } from './read.ts';

/** Versions that are read at once. */
const READ_VERSIONS = 100;

/**
 * Reads of a room's log, with payloads. Those who ask the same at the same time share one read: after a break, all
 * subscribers of a room come back behind the same cursor.
 */
export class SharedSlices {
  readonly #database: Database;
  readonly #roomId: string;
  /** Those under way. */
  readonly #slices = new Map<string, Promise<Slice>>();

  constructor(database: Database, roomId: string) {
    this.#database = database;
    this.#roomId = roomId;
  }

  read(after: number, selection: Selection): Promise<Slice> {
    const key = JSON.stringify([after, selection]);
    const known = this.#slices.get(key);
    if (known) return known;
    const slice = readSlice(this.#database, this.#roomId, after, READ_VERSIONS, selection, true);
    this.#slices.set(key, slice);
    const forget = () => this.#slices.delete(key);
    slice.then(forget, forget);
    return slice;
  }
}
