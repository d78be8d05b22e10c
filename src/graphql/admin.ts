import { createKeyBy, pageOfAuditEvents, pageOfKeys, revokeKeyBy, rotateKeyBy } from '../access/administer.ts';
import { DEFAULT_OVERLAP } from '../access/keys.ts';
import {
  ApiKey,
  ApiKeyConnection,
  AuditEventConnection,
  CreateKeyInput,
  CreateKeyPayload,
  RotateKeyPayload,
} from './admin-types.ts';
import { builder } from './builder.ts';
import { AFTER, FIRST } from './page-arguments.ts';

const KEY = { required: true, description: 'The `id` of the key, or its prefix.' } as const;

builder.queryFields((t) => ({
  keys: t.field({
    type: ApiKeyConnection,
    description: 'All keys, newest first, also those that count no more. Needs the role admin.',
    args: { first: t.arg.int(FIRST), after: t.arg.string(AFTER) },
    resolve: (_root, page, { store, caller }) => pageOfKeys(store.database, caller, page),
  }),
  auditEvents: t.field({
    type: AuditEventConnection,
    description: 'What administrators did, newest first. Needs the role admin.',
    args: { first: t.arg.int(FIRST), after: t.arg.string(AFTER) },
    resolve: (_root, page, { store, caller }) => pageOfAuditEvents(store.database, caller, page),
  }),
}));

builder.mutationFields((t) => ({
  createKey: t.field({
    type: CreateKeyPayload,
    description:
      'Makes a key. Needs the role admin. The first key of an open server closes it to everybody without one: make that an admin key.',
    args: { input: t.arg({ type: CreateKeyInput, required: true, description: 'What it may do.' }) },
    resolve: (_root, { input }, { store, caller }) => createKeyBy(store.database, caller, input),
  }),
  revokeKey: t.field({
    type: ApiKey,
    description:
      'Ends a key: within 2 s it is taken nowhere, and the streams and websockets that live by it are ended. Needs the role admin.',
    args: { id: t.arg.id(KEY) },
    resolve: (_root, { id }, { store, caller }) => revokeKeyBy(store.database, caller, id),
  }),
  rotateKey: t.field({
    type: RotateKeyPayload,
    description:
      'Makes a key that may do the same as this one, which goes on counting for a while, so that the new one can be handed out. Needs the role admin.',
    args: {
      id: t.arg.id(KEY),
      overlapSeconds: t.arg.int({
        defaultValue: DEFAULT_OVERLAP,
        description: 'How long the old key goes on counting, from 0 to 604800: a week.',
      }),
    },
    resolve: (_root, args, { store, caller }) => rotateKeyBy(store.database, caller, args),
  }),
}));
