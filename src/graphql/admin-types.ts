import type { AuditEvent as AuditEventShape } from '../access/audit.ts';
import type { Role } from '../access/caller.ts';
import type { ApiKey as ApiKeyShape } from '../access/key-statements.ts';
import { prefixOf } from '../access/key-text.ts';
import type { NewKey } from '../access/keys.ts';
import { builder } from './builder.ts';
import { connection } from './connection.ts';

const ROLES: Record<Role, { description: string }> = {
  reader: { description: 'Reads and follows its rooms, and acknowledges.' },
  writer: { description: 'Writes, updates, deletes and restores in its rooms besides.' },
  admin: { description: 'Sees all rooms, manages keys and reads the audit trail besides.' },
};

const KeyRole = builder.enumType('KeyRole', { description: 'What a key may do.', values: ROLES });

const ApiKey = builder.objectRef<ApiKeyShape>('ApiKey');

ApiKey.implement({
  description: 'A key, without its secret, which is kept nowhere.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Names the key; opens nothing.' }),
    prefix: t.string({ description: 'How the text of the key begins.', resolve: ({ id }) => prefixOf(id) }),
    role: t.field({ type: KeyRole, description: 'What it may do.', resolve: ({ role }) => role }),
    rooms: t.exposeStringList('rooms', {
      description: 'The rooms that it may see: ids, or beginnings of ids followed by `*`. For it there are no others.',
    }),
    agent: t.exposeString('agent', { nullable: true, description: 'The only agent that it may act as.' }),
    note: t.exposeString('note', { nullable: true, description: 'What it is for.' }),
    createdAt: t.field({ type: 'DateTime', description: 'When it was made.', resolve: (key) => key.createdAt }),
    expiresAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it stops counting by itself.',
      resolve: (key) => key.expiresAt,
    }),
    lastUsedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it was last used, at most a minute behind.',
      resolve: (key) => key.lastUsedAt,
    }),
    revokedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'From when on it does not count; in the future while a rotated key overlaps with its successor.',
      resolve: (key) => key.revokedAt,
    }),
    rotatedTo: t.exposeID('rotatedTo', { nullable: true, description: 'The key that took its place.' }),
  }),
});

const AuditEvent = builder.objectRef<AuditEventShape>('AuditEvent');

AuditEvent.implement({
  description: 'One action of an administrator.',
  fields: (t) => ({
    id: t.id({ description: 'Counts up.', resolve: ({ id }) => String(id) }),
    at: t.field({ type: 'DateTime', description: 'When.', resolve: ({ at }) => at }),
    actor: t.exposeString('actor', {
      description: 'Who: the id of a key, `open` on a server without keys, or the command line.',
    }),
    action: t.exposeString('action', { description: '`key.created`, `key.revoked` or `key.rotated`.' }),
    subject: t.exposeString('subject', { description: 'The key that it was done to.' }),
    details: t.field({
      type: 'JSON',
      description: 'What else belongs to it; never a secret.',
      resolve: ({ details }) => JSON.parse(details) as unknown,
    }),
  }),
});

/** A key that has just been made, with its text. */
function newKeyPayload(name: string) {
  const ref = builder.objectRef<NewKey>(name);
  ref.implement({
    description: 'A new key. Its secret is shown here, and never again.',
    fields: (t) => ({
      key: t.field({ type: ApiKey, description: 'The key.', resolve: ({ key }) => key }),
      secret: t.exposeString('text', {
        description: 'Send it as `authorization: Bearer …`; on a websocket as `authorization` in connection_init.',
      }),
    }),
  });
  return ref;
}

export { ApiKey };
export const CreateKeyPayload = newKeyPayload('CreateKeyPayload');
export const RotateKeyPayload = newKeyPayload('RotateKeyPayload');
export const ApiKeyConnection = connection('ApiKey', ApiKey, 'the keys');
export const AuditEventConnection = connection('AuditEvent', AuditEvent, 'the audit events');

export const CreateKeyInput = builder.inputType('CreateKeyInput', {
  description: 'What the key may do, and where.',
  fields: (t) => ({
    role: t.field({ type: KeyRole, required: true, description: 'What it may do.' }),
    rooms: t.stringList({
      required: true,
      description:
        'Room ids, or beginnings of ids followed by `*` (`team-a/*`); `["*"]` is every room. An admin needs that.',
    }),
    agent: t.string({ description: 'Binds the key: it writes, deletes and acknowledges only as this agent.' }),
    note: t.string({ description: 'What it is for, at most 500 code points.' }),
    expiresAt: t.field({ type: 'DateTime', description: 'When it stops counting by itself.' }),
  }),
});
