import { checkFirst } from '../contract/arguments.ts';
import { ContextError } from '../contract/errors.ts';
import { singleIssue } from '../contract/issues.ts';
import type { Page, PageInput } from '../contract/page.ts';
import type { Database } from '../database/database.ts';
import { type AuditEvent, listAuditEvents } from './audit.ts';
import { allowAdmin, type Caller } from './caller.ts';
import type { KeyInput } from './key-input.ts';
import type { ApiKey } from './key-statements.ts';
import { createKey, listKeys, type NewKey, revokeKey, rotateKey } from './keys.ts';

// What a caller with the role admin may do over the network. Everybody else is FORBIDDEN before anything is looked up.

/** See createKey. Throws FORBIDDEN besides. */
export async function createKeyBy(database: Database, caller: Caller, input: KeyInput): Promise<NewKey> {
  allowAdmin(caller);
  return createKey(database, caller.id, input);
}

/** See revokeKey. Throws FORBIDDEN besides. */
export async function revokeKeyBy(database: Database, caller: Caller, id: string): Promise<ApiKey> {
  allowAdmin(caller);
  return revokeKey(database, caller.id, id);
}

/** See rotateKey. Throws FORBIDDEN besides. */
export async function rotateKeyBy(
  database: Database,
  caller: Caller,
  { id, overlapSeconds }: { id: string; overlapSeconds?: number | null },
): Promise<NewKey> {
  allowAdmin(caller);
  return rotateKey(database, caller.id, id, overlapSeconds ?? undefined);
}

/**
 * Keys, newest first, also those that count no more.
 * @throws ContextError FORBIDDEN, CURSOR_INVALID, BAD_USER_INPUT, LIMIT_EXCEEDED.
 */
export async function pageOfKeys(database: Database, caller: Caller, page: PageInput): Promise<Page<ApiKey>> {
  allowAdmin(caller);
  const first = checkFirst(page.first);
  const before = decode('key', page.after, /^[0-9a-f]{20}$/);
  return paged('key', await listKeys(database, { limit: first + 1, before }), first, before !== undefined);
}

/**
 * The audit trail, newest first.
 * @throws ContextError FORBIDDEN, CURSOR_INVALID, BAD_USER_INPUT, LIMIT_EXCEEDED.
 */
export async function pageOfAuditEvents(
  database: Database,
  caller: Caller,
  page: PageInput,
): Promise<Page<AuditEvent>> {
  allowAdmin(caller);
  const first = checkFirst(page.first);
  const before = decode('audit', page.after, /^\d{1,15}$/);
  const events = await listAuditEvents(database, {
    limit: first + 1,
    before: before === undefined ? undefined : Number(before),
  });
  return paged('audit', events, first, before !== undefined);
}

type List = 'key' | 'audit';

const paged = <Node extends { id: string | number }>(
  list: List,
  nodes: Node[],
  first: number,
  after: boolean,
): Page<Node> => ({
  edges: nodes.slice(0, first).map((node) => ({ cursor: encode(list, node.id), node })),
  hasNextPage: nodes.length > first,
  hasPreviousPage: after,
});

const encode = (list: List, id: string | number): string => Buffer.from(`${list}:${id}`).toString('base64url');

function decode(list: List, cursor: string | null | undefined, form: RegExp): string | undefined {
  if (cursor == null) return undefined;
  const [name, id = ''] = Buffer.from(cursor, 'base64url').toString().split(':');
  if (name === list && form.test(id) && encode(list, id) === cursor) return id;
  throw new ContextError(
    'CURSOR_INVALID',
    '"after" is not a cursor of this list. Hand back a cursor exactly as it was given.',
    singleIssue(['after'], 'not a cursor of this list', 'a cursor that this list has given', 'another one'),
  );
}
