import type { Database } from '../database/database.ts';
import { type Caller, OPEN_CALLER } from './caller.ts';
import { type End, KeyRing } from './key-ring.ts';
import { onKeysChanged } from './keys.ts';
import { keysAskedFor, tooManyConnections } from './refusals.ts';
import { type AccessSettings, isLoopback } from './settings.ts';

/** A server that asks for no key looks this often whether it has been given one. */
const LOOK_MS = 1_500;

/** `open`: everybody is let in, until there is a key. `off`: everybody is, whatever there is. */
export type Mode = 'keys' | 'open' | 'off';

const ANY_KEY = { name: 'key-any', text: 'SELECT EXISTS (SELECT 1 FROM api_keys) AS found' };

/**
 * Settles who is let in. With AUTH=off everybody; otherwise keys are asked for as soon as there has ever been one, also
 * on loopback. Without any key a server on loopback is open. On another address it does not start then:
 * @throws Error for the operator, with the two ways out.
 */
export async function settleMode(database: Database, host: string, auth: AccessSettings['auth']): Promise<Mode> {
  if (auth === 'off' || auth === 'keys') return auth;
  const [row] = await database.query<{ found: boolean }>(ANY_KEY, []);
  if (row!.found) return 'keys';
  if (isLoopback(host)) return 'open';
  throw new Error(
    `HOST=${host} lets other machines reach this server, and it has no keys yet: it does not start, so that nobody reads or ` +
      'writes your rooms by accident. Either make a key and start again:\n\n  npx roomd keys create --role admin --rooms "*"\n\n' +
      'or let everybody in who can reach it:\n\n  AUTH=off\n',
  );
}

/** Knows every caller, and ends what lives by one that may no longer be served. */
export class Gatekeeper {
  readonly #database: Database;
  readonly #ring: KeyRing;
  readonly #connectionsPerKey: number;
  readonly #openEnds = new Set<End>();
  readonly #timer: NodeJS.Timeout | undefined;
  readonly #stopListening: () => void;
  #mode: Mode;

  constructor(database: Database, mode: Mode, connectionsPerKey: number) {
    this.#database = database;
    this.#mode = mode;
    this.#ring = new KeyRing(database);
    this.#connectionsPerKey = connectionsPerKey;
    this.#timer =
      mode === 'open' ? setInterval(() => void this.#look().catch(() => undefined), LOOK_MS).unref() : undefined;
    this.#stopListening = onKeysChanged(() => this.#look());
  }

  get mode(): Mode {
    return this.#mode;
  }

  /**
   * Who is calling.
   * @throws ContextError UNAUTHENTICATED
   */
  callerOf(authorization: string | undefined): Caller | Promise<Caller> {
    return this.#mode === 'keys' ? this.#ring.callerOf(authorization) : OPEN_CALLER;
  }

  /**
   * Counts something that lives by this caller (a stream, a websocket), and has `end` called once when the caller may no
   * longer be served. Gives the way to take it out again.
   * @throws ContextError LIMIT_EXCEEDED where too much lives by the caller's key.
   */
  watch(caller: Caller, end: End): () => void {
    if (caller !== OPEN_CALLER) {
      if (this.#ring.watchers(caller) >= this.#connectionsPerKey) throw tooManyConnections(this.#connectionsPerKey);
      return this.#ring.watch(caller, end);
    }
    if (this.#mode === 'keys') queueMicrotask(() => end(keysAskedFor()));
    this.#openEnds.add(end);
    return () => void this.#openEnds.delete(end);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopListening();
    await this.#ring.close();
  }

  /** The first key closes an open server. */
  async #look(): Promise<void> {
    if (this.#mode !== 'open') return;
    const [row] = await this.#database.query<{ found: boolean }>(ANY_KEY, []);
    if (!row!.found) return;
    this.#mode = 'keys';
    clearInterval(this.#timer);
    for (const end of [...this.#openEnds]) end(keysAskedFor());
    this.#openEnds.clear();
  }
}
