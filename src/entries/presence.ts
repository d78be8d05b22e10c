import type { Caller } from '../access/caller.ts';
import type { Database } from '../database/database.ts';

/** An agent is written down as seen at most this often. */
const EVERY_MS = 10_000;
/** Agents whose last time is remembered. */
const MOST_AGENTS = 20_000;

const STATEMENT = {
  name: 'seen',
  text: `
    INSERT INTO agents AS a (room_id, agent_id, acknowledged, last_seen_at)
    VALUES ($1, $2, 0, date_trunc('milliseconds', clock_timestamp()))
    ON CONFLICT (room_id, agent_id) DO UPDATE SET last_seen_at = greatest(a.last_seen_at, EXCLUDED.last_seen_at)`,
};

/** Notes when agents were last there: beside what they came for, which never waits for it and never fails with it. */
export class Presence {
  readonly #database: Database;
  readonly #noted = new Map<string, number>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** An agent follows, reads or waits for its events. A key that is bound to another agent only looks on. */
  seen(caller: Caller, roomId: string, agentId: string): void {
    if (caller.agent !== undefined && caller.agent !== agentId) return;
    const key = JSON.stringify([roomId, agentId]);
    const now = Date.now();
    if (now - (this.#noted.get(key) ?? 0) < EVERY_MS) return;
    if (this.#noted.size >= MOST_AGENTS) this.#noted.clear();
    this.#noted.set(key, now);
    this.#database.query(STATEMENT, [roomId, agentId]).catch(() => this.#noted.delete(key));
  }
}
