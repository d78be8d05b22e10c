import type { Database, Statement } from '../database/database.ts';
import { toVersion, type VersionRow, versionColumns } from '../log/rows.ts';
import type { Version } from '../log/version.ts';

interface Asked {
  roomId: string;
  id: string;
  resolve(version: Version | undefined): void;
  reject(error: unknown): void;
}

/** Most reads that go to the database in one message: with the largest payloads its answer has 2 MiB. */
const TOGETHER = 32;

const statement = (payload: boolean): Statement => ({
  name: `current${payload ? '-payload' : ''}`,
  text: `
    SELECT ${versionColumns('v', payload)}
    FROM entries e JOIN versions v ON v.room_id = e.room_id AND v.position = e.position
    WHERE e.room_id = $1 AND e.entry_id = $2`,
});

/**
 * Reads of current versions. Those that come in the same turn of the event loop go to the database in one message, each
 * as a statement of its own that asks one room: what a small read costs is mostly its message.
 */
export class CurrentReads {
  readonly #database: Database;
  readonly #statement: Statement;
  #waiting: Asked[] = [];

  constructor(database: Database, payload: boolean) {
    this.#database = database;
    this.#statement = statement(payload);
  }

  /** The current version of an entry, a tombstone where it is deleted; undefined where there has never been such an entry. */
  read(roomId: string, id: string): Promise<Version | undefined> {
    return new Promise((resolve, reject) => {
      const isFirst = this.#waiting.push({ roomId, id, resolve, reject }) === 1;
      if (isFirst) setImmediate(() => this.#sendAll());
    });
  }

  #sendAll(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (let from = 0; from < waiting.length; from += TOGETHER) void this.#send(waiting.slice(from, from + TOGETHER));
  }

  async #send(asked: Asked[]): Promise<void> {
    try {
      const statement = this.#statement;
      const answers = await this.#database.queryTogether<VersionRow>(
        asked.map(({ roomId, id }) => ({ statement, values: [roomId, id] })),
      );
      for (const [index, { roomId, resolve }] of asked.entries()) {
        const row = answers[index]![0];
        resolve(row && toVersion(roomId, row));
      }
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  }
}
