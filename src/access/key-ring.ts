import type { ContextError } from '../contract/errors.ts';
import type { Database } from '../database/database.ts';
import type { Caller } from './caller.ts';
import { type ApiKey, FIND_KEY, KEYS_THAT_COUNT, KEYS_USED } from './key-statements.ts';
import { hashOf, keyTextOf } from './key-text.ts';
import { onKeysChanged } from './keys.ts';
import { badKey, keyEnded, keyMissing } from './refusals.ts';
import { RefusedKeys } from './refused-keys.ts';
import { seesBy } from './room-patterns.ts';

/** The keys in use are looked up again this often, all in one statement. */
const CHECK_MS = 1_500;
/** A key that could not be looked up again for so long is looked up before it is taken. */
const STALE_MS = 4_000;
/** A key that nobody has used or lives by for so long is forgotten. */
const IDLE_MS = 60_000;
/** `last_used_at` is written at most this often for one key. */
const USE_WRITTEN_MS = 60_000;
/** Called when a caller may no longer be served; whatever lives by it must end. */
export type End = (why: ContextError) => void;

interface Held {
  id: string;
  hash: string;
  caller: Caller;
  expiresAt: number;
  checkedAt: number;
  usedAt: number;
  writtenAt: number;
  ends: Set<End>;
}

/** The keys in use on this server. A key that is revoked or expires stops counting within 2 s, wherever that was done. */
export class KeyRing {
  readonly #database: Database;
  readonly #held = new Map<string, Held>();
  readonly #byCaller = new WeakMap<Caller, Held>();
  readonly #refused = new RefusedKeys();
  readonly #timer: NodeJS.Timeout;
  readonly #stopListening: () => void;

  constructor(database: Database) {
    this.#database = database;
    this.#timer = setInterval(() => void this.check().catch(() => undefined), CHECK_MS).unref();
    this.#stopListening = onKeysChanged(() => this.check());
  }

  /**
   * Whose key this is.
   * @throws ContextError UNAUTHENTICATED where there is none, or it does not count.
   */
  callerOf(authorization: string | undefined): Caller | Promise<Caller> {
    if (authorization === undefined || authorization === '') throw keyMissing();
    const text = keyTextOf(authorization);
    if (text === undefined) throw badKey();
    const hash = hashOf(text);
    const held = this.#held.get(hash);
    const now = Date.now();
    if (!held || now - held.checkedAt > STALE_MS || now >= held.expiresAt) return this.#find(hash);
    held.usedAt = now;
    return held.caller;
  }

  /** Has `end` called once when the caller's key stops counting. Gives the way to stop waiting for it. */
  watch(caller: Caller, end: End): () => void {
    const held = this.#byCaller.get(caller);
    if (!held || this.#held.get(held.hash) !== held) {
      queueMicrotask(() => end(keyEnded()));
      return () => undefined;
    }
    held.ends.add(end);
    return () => void held.ends.delete(end);
  }

  /** What lives by the key of this caller. */
  watchers(caller: Caller): number {
    return this.#byCaller.get(caller)?.ends.size ?? 0;
  }

  /** Looks the keys in use up again, ends what lives by those that no longer count, and writes when they were used. */
  async check(): Promise<void> {
    const now = Date.now();
    for (const held of this.#held.values())
      if (held.ends.size === 0 && now - held.usedAt > IDLE_MS && held.writtenAt >= held.usedAt) this.#drop(held);
    const inUse = [...this.#held.values()];
    if (inUse.length === 0) return;
    const rows = await this.#database.query<{ id: string }>(KEYS_THAT_COUNT, [inUse.map(({ id }) => id)]);
    const counting = new Set(rows.map(({ id }) => id));
    for (const held of inUse) {
      if (counting.has(held.id)) held.checkedAt = now;
      else this.#drop(held);
    }
    await this.#writeUse(now);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopListening();
    await this.#writeUse(Number.POSITIVE_INFINITY).catch(() => undefined);
  }

  #drop(held: Held): void {
    this.#held.delete(held.hash);
    for (const end of [...held.ends]) end(keyEnded());
    held.ends.clear();
  }

  async #find(hash: string): Promise<Caller> {
    const now = Date.now();
    this.#refused.recall(hash, now);
    const [key] = await this.#database.query<ApiKey & { counts: boolean }>(FIND_KEY, [hash]);
    const known = this.#held.get(hash);
    if (!key?.counts) {
      if (known) this.#drop(known);
      throw this.#refused.keep(hash, badKey(key), now);
    }
    const held = known ?? this.#hold(hash, key, now);
    held.checkedAt = now;
    held.usedAt = now;
    return held.caller;
  }

  #hold(hash: string, key: ApiKey, now: number): Held {
    const { id, role, agent, rooms } = key;
    const caller: Caller = { id, role, agent: agent ?? undefined, rooms, sees: seesBy(rooms) };
    const expiresAt = key.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY;
    const writtenAt = key.lastUsedAt?.getTime() ?? 0;
    const held: Held = { id, hash, caller, expiresAt, checkedAt: now, usedAt: now, writtenAt, ends: new Set() };
    this.#held.set(hash, held);
    this.#byCaller.set(caller, held);
    return held;
  }

  async #writeUse(now: number): Promise<void> {
    const due = [...this.#held.values()].filter(
      ({ usedAt, writtenAt }) => usedAt > writtenAt && now - writtenAt > USE_WRITTEN_MS,
    );
    if (due.length === 0) return;
    await this.#database.query(KEYS_USED, [due.map(({ id }) => id), due.map(({ usedAt }) => usedAt)]);
    for (const held of due) held.writtenAt = held.usedAt;
  }
}
