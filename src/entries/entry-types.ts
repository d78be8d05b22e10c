import type { Database } from '../database/database.ts';

const STATEMENT = { name: 'entry-type', text: 'SELECT type FROM entries WHERE room_id = $1 AND entry_id = $2' };

/** How many are remembered at least; at most twice as many. */
const REMEMBERED = 10_000;

/** The types of entries, remembered: a type never changes, so that an update need not read before it writes. */
export class EntryTypes {
  readonly #database: Database;
  #types = new Map<string, string>();
  /** Those before them. A map that loses one key for each that it gets becomes slow; so it is given up as a whole. */
  #older = new Map<string, string>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** The type of an entry, also of a deleted one; undefined where there has never been such an entry. */
  async of(roomId: string, entryId: string): Promise<string | undefined> {
    const key = keyOf(roomId, entryId);
    const known = this.#types.get(key) ?? this.#older.get(key);
    if (known !== undefined) return known;
    const [row] = await this.#database.query<{ type: string }>(STATEMENT, [roomId, entryId]);
    if (row) this.remember(roomId, entryId, row.type);
    return row?.type;
  }

  remember(roomId: string, entryId: string, type: string): void {
    if (this.#types.size >= REMEMBERED) {
      this.#older = this.#types;
      this.#types = new Map();
    }
    this.#types.set(keyOf(roomId, entryId), type);
  }
}

/** A room's id holds no control characters, so that two pairs never make one key. */
const keyOf = (roomId: string, entryId: string): string => `${roomId}\n${entryId}`;
