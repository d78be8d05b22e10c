import { ContextError } from '../contract/errors.ts';
import { singleIssue } from '../contract/issues.ts';
import { quoted } from '../contract/wording.ts';
import type { Database, Statement } from '../database/database.ts';
import { checkKeyInput, checkOverlap, type KeyInput } from './key-input.ts';
import { type ApiKey, CREATE_KEY, KEY_COLUMNS, REVOKE_KEY, ROTATE_KEY } from './key-statements.ts';
import { newKeyText } from './key-text.ts';

// What administrators do with keys, from GraphQL and from the command line. `actor` is who does it, for the audit trail.

/** A key that has just been made. Its text is known now and never again. */
export interface NewKey {
  key: ApiKey;
  text: string;
}

/** How long a rotated key goes on counting where nobody says otherwise, in seconds. */
export const DEFAULT_OVERLAP = 3_600;

/**
 * Makes a key.
 * @throws ContextError BAD_USER_INPUT or LIMIT_EXCEEDED for the input.
 */
export async function createKey(database: Database, actor: string, input: KeyInput): Promise<NewKey> {
  const { role, rooms, agent, note, expiresAt } = checkKeyInput(input);
  const { id, hash, text } = newKeyText();
  const key = await change(database, CREATE_KEY, [id, hash, role, rooms, agent, note, expiresAt, actor]);
  return { key: key!, text };
}

/**
 * Ends a key: within 2 s no server takes it any more, and what lives by it (streams, websockets) is ended. A key that
 * has been revoked before comes back as it is.
 * @throws ContextError NOT_FOUND
 */
export async function revokeKey(database: Database, actor: string, id: string): Promise<ApiKey> {
  const known = idOf(id);
  return (await change(database, REVOKE_KEY, [known, actor])) ?? readKey(database, known);
}

/**
 * Makes a key that may do the same as this one, which goes on counting for `overlapSeconds`: time to hand the new one out.
 * @throws ContextError NOT_FOUND, BAD_USER_INPUT for a key that does not count any more or that was rotated before.
 */
export async function rotateKey(
  database: Database,
  actor: string,
  id: string,
  overlapSeconds = DEFAULT_OVERLAP,
): Promise<NewKey> {
  const old = idOf(id);
  const next = newKeyText();
  const key = await change(database, ROTATE_KEY, [old, next.id, next.hash, checkOverlap(overlapSeconds), actor]);
  if (key) return { key, text: next.text };
  const { rotatedTo } = await readKey(database, old);
  const why = rotatedTo ? `It was rotated to ${rotatedTo}: rotate that one.` : 'It no longer counts: make a new key.';
  const issue = singleIssue(['id'], why, 'a key that counts and has not been rotated', rotatedTo ? 'rotated' : 'ended');
  throw new ContextError('BAD_USER_INPUT', `The key ${old} cannot be rotated. ${why}`, issue);
}

const LIST = {
  name: 'key-list',
  text: `SELECT ${KEY_COLUMNS} FROM api_keys k WHERE k.id < $1 ORDER BY k.id DESC LIMIT $2`,
};
const READ = { name: 'key-read', text: `SELECT ${KEY_COLUMNS} FROM api_keys k WHERE k.id = $1` };
/** Sorts behind every id. */
const PAST_ALL = 'g';

/** Keys, newest first, also those that count no more: at most `limit` of those that were made before the key `before`. */
export const listKeys = (
  database: Database,
  { limit = 1_000, before = PAST_ALL }: { limit?: number; before?: string } = {},
): Promise<ApiKey[]> => database.query<ApiKey>(LIST, [before, limit]);

async function readKey(database: Database, id: string): Promise<ApiKey> {
  const [key] = await database.query<ApiKey>(READ, [id]);
  if (key) return key;
  throw keyNotFound(id);
}

/** The id in an id or in the beginning of a key's text, which is what people see of a key. */
function idOf(text: string): string {
  const id = /^(?:roomd_)?([0-9a-f]{20})$/.exec(text)?.[1];
  if (id === undefined) throw keyNotFound(text);
  return id;
}

const keyNotFound = (id: string): ContextError =>
  new ContextError('NOT_FOUND', `There is no key ${quoted(id)}. Take an id from the list of keys.`);

/** For every database: a change is rare, and a look at the keys in use is one statement. */
const listeners = new Set<() => Promise<void>>();

/** Has `listener` run after every change that this process makes to keys, before the change is answered. Gives the way to stop it. */
export function onKeysChanged(listener: () => Promise<void>): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

async function change(database: Database, statement: Statement, values: unknown[]): Promise<ApiKey | undefined> {
  const [key] = await database.query<ApiKey>(statement, values);
  // A listener that fails looks again by itself in a moment: the change is committed.
  for (const listener of listeners) await listener().catch(() => undefined);
  return key;
}
