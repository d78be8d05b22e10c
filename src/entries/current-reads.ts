import type { Database, Statement } from '../database/database.ts';
import { toVersion, type VersionRow, versionColumns } from '../log/rows.ts';
import type { Version } from '../log/version.ts';

interface Asked {
  id: string;
  resolve(version: Version | undefined): void;
  reject(error: unknown): void;
}

/** Most reads that go to the database as one statement: with the largest payloads its answer has 2 MiB. */
const TOGETHER = 32;

const one = (payload: boolean) => ({
  name: `current-one${payload ? '-payload' : ''}`,
  text: `
    SELECT 1 AS nth, ${versionColumns('v', payload)}
    FROM entries e JOIN versions v ON v.room_id = e.room_id AND v.position = e.position
    WHERE e.room_id = $1 AND e.entry_id = $2`,
});

const several = (payload: boolean) => ({
  name: `current${payload ? '-payload' : ''}`,
  // The limit makes the planner look each entry up by its key, whatever it believes of the number of entries asked for.
  text: `
    SELECT q.nth, ${versionColumns('c', payload)}
    FROM unnest($2::text[]) WITH ORDINALITY AS q (entry_id, nth)
    CROSS JOIN LATERAL (
      SELECT v.* FROM entries e JOIN versions v ON v.room_id = e.room_id AND v.position = e.position
      WHERE e.room_id = $1 AND e.entry_id = q.entry_id LIMIT 1
    ) c`,
});

/**
 * Reads of current versions. Those of one room that come in the same turn of the event loop go to the database together:
 * under load that is one statement, and one message each way, instead of many. Rooms never share a statement.
 */
export class CurrentReads {
  readonly #database: Database;
  readonly #one: Statement;
  readonly #several: Statement;
  #waiting = new Map<string, Asked[]>();

  constructor(database: Database, payload: boolean) {
    this.#database = database;
    this.#one = one(payload);
    this.#several = several(payload);
  }

  /** The current version of an entry, a tombstone where it is deleted; undefined where there has never been such an entry. */
  read(roomId: string, id: string): Promise<Version | undefined> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.size === 0) setImmediate(() => this.#sendAll());
      const asked = { id, resolve, reject };
      const others = this.#waiting.get(roomId);
      if (others) others.push(asked);
      else this.#waiting.set(roomId, [asked]);
    });
  }

  #sendAll(): void {
    const waiting = this.#waiting;
    this.#waiting = new Map();
    for (const [roomId, asked] of waiting)
      for (let from = 0; from < asked.length; from += TOGETHER)
        void this.#send(roomId, asked.slice(from, from + TOGETHER));
  }

  async #send(roomId: string, asked: Asked[]): Promise<void> {
    try {
      const ids = asked.map(({ id }) => id);
      const [statement, wanted] = ids.length === 1 ? [this.#one, ids[0]] : [this.#several, ids];
      const rows = await this.#database.query<VersionRow & { nth: number }>(statement, [roomId, wanted]);
      const found = new Map(rows.map((row) => [row.nth, row]));
      for (const [index, { resolve }] of asked.entries()) {
        const row = found.get(index + 1);
        resolve(row && toVersion(roomId, row));
      }
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  }
}
