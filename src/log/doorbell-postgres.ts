import pg from 'pg';
import type { Bell, BellState, Ear, OpenBell } from './doorbell.ts';
import { greetingOf, isFrom, newServerName, RingCollector, takeMessage } from './doorbell-messages.ts';

const CHANNEL = 'roomd_rings';
/** What the connections of doorbells are called in the database: by that servers count each other. */
const CONNECTION_NAME = 'roomd doorbell';
const COUNT_OTHERS = {
  name: 'others',
  text: `SELECT count(*)::integer AS others FROM pg_stat_activity
    WHERE application_name = '${CONNECTION_NAME}' AND datname = current_database() AND pid <> pg_backend_pid()`,
};
/** A connection that does not answer within this time is given up, in milliseconds. */
const ANSWER_MS = 2_000;
const CONNECT_MS = 3_000;
/** How often it is asked for a sign of life, and for other servers. */
const KEEP_ALIVE_MS = 3_000;
/** The pause before connecting again: doubled with each failure. */
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;

/**
 * Doorbells over LISTEN and NOTIFY, on one connection of their own: a NOTIFY within the transaction of a write would make
 * all rooms queue behind one lock. The connection is looked after by itself; a dead one is noticed within 5 s. A server that
 * is alone on the database rings for nobody; one that comes makes itself heard.
 */
export const postgresBell =
  (url: string): OpenBell =>
  (ear) =>
    new PostgresBell(url, ear);

class PostgresBell implements Bell {
  readonly #url: string;
  readonly #ear: Ear;
  readonly #self = newServerName();
  readonly #collector: RingCollector;
  #client: pg.Client | undefined;
  #connecting: pg.Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #pause = FIRST_PAUSE_MS;
  /** Whether no other server listens. */
  #alone = false;
  /** Messages of other servers. */
  #others = 0;
  #heard = 0;
  #lost = 0;
  #closed = false;

  constructor(url: string, ear: Ear) {
    this.#url = url;
    this.#ear = ear;
    this.#collector = new RingCollector(
      this.#self,
      (message) => this.#notify(message),
      () => this.#client !== undefined && !this.#alone,
    );
    void this.#connect();
  }

  ring(roomId: string, position: number): void {
    this.#collector.ring(roomId, position);
  }

  state(): BellState {
    const { rung, messages } = this.#collector;
    const connected = this.#client !== undefined;
    return { kind: 'postgres', connected, rung, messages, heard: this.#heard, lost: this.#lost };
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#collector.stop();
    clearTimeout(this.#timer);
    const client = this.#client;
    this.#client = undefined;
    if (this.#connecting) destroy(this.#connecting);
    if (client) await Promise.race([client.end(), after(ANSWER_MS)]).catch(() => undefined);
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: ANSWER_MS,
      keepAlive: true,
    });
    this.#connecting = client;
    client.on('error', () => this.#lose(client));
    client.on('end', () => this.#lose(client));
    client.on('notification', ({ payload = '' }) => {
      if (!isFrom(this.#self, payload)) {
        this.#others += 1;
        this.#alone = false;
      }
      this.#heard += takeMessage(payload, this.#self, this.#ear);
    });
    try {
      await client.connect();
      // A ring is not kept: its transaction need not wait for the disk, as the writes beside it do.
      await client.query(
        `SET application_name = '${CONNECTION_NAME}'; SET synchronous_commit = off; LISTEN ${CHANNEL}`,
      );
    } catch {
      destroy(client);
      this.#retry();
      return;
    } finally {
      this.#connecting = undefined;
    }
    if (this.#closed) return destroy(client);
    this.#client = client;
    this.#pause = FIRST_PAUSE_MS;
    this.#alone = false;
    this.#notify(greetingOf(this.#self))
      .then(() => {
        // Until here others may have rung for nobody.
        this.#ear.missed();
        return this.#lookAround(client);
      })
      .catch(() => undefined);
  }

  /** One that has come meanwhile may have been heard, and not be counted. */
  async #lookAround(client: pg.Client): Promise<void> {
    const before = this.#others;
    const answer = await this.#query(COUNT_OTHERS);
    if (!answer || this.#client !== client) return;
    this.#alone = answer.rows[0].others === 0 && this.#others === before;
    this.#timer = setTimeout(() => this.#lookAround(client).catch(() => undefined), KEEP_ALIVE_MS).unref();
  }

  async #notify(message: string): Promise<void> {
    await this.#query({ name: 'ring', text: 'SELECT pg_notify($1, $2)', values: [CHANNEL, message] });
  }

  /** A statement that fails or gets no answer costs the connection. Undefined where there is none. */
  async #query(statement: pg.QueryConfig): Promise<pg.QueryResult | undefined> {
    const client = this.#client;
    if (!client) return undefined;
    try {
      return await client.query(statement);
    } catch (error) {
      this.#lose(client);
      throw error;
    }
  }

  #lose(client: pg.Client): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    this.#lost += 1;
    clearTimeout(this.#timer);
    destroy(client);
    this.#retry();
  }

  #retry(): void {
    if (this.#closed) return;
    const pause = this.#pause * (0.75 + Math.random() / 2);
    this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE_MS);
    this.#timer = setTimeout(() => void this.#connect(), pause).unref();
  }
}

/** Breaks the connection off. Ending it in good order could wait for a peer that is gone. */
function destroy(client: pg.Client): void {
  (client as unknown as { connection?: { stream?: { destroy(): void } } }).connection?.stream?.destroy();
}

const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref());
