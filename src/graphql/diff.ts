import type { PayloadChange as ChangeShape, ContextDiff as DiffShape } from '../entries/results.ts';
import { versionLabel } from '../log/version.ts';
import { builder } from './builder.ts';
import { ContextEntry } from './entry.ts';
import { ChangeKind } from './enums.ts';

const TextChange = builder.objectRef<{ before: string; after: string }>('TextChange');

TextChange.implement({
  description: 'A text that differs between two versions.',
  fields: (t) => ({
    before: t.exposeString('before', { description: 'The text in the older version.' }),
    after: t.exposeString('after', { description: 'The text in the newer version.' }),
  }),
});

const PayloadChange = builder.objectRef<ChangeShape>('PayloadChange');

PayloadChange.implement({
  description:
    'One place of the payload that differs. The parts of lists are aligned first: an insertion is one change.',
  fields: (t) => ({
    kind: t.field({ type: ChangeKind, description: 'How it differs.', resolve: (change) => change.kind }),
    pointer: t.exposeString('pointer', {
      description: 'RFC 6901: for `removed` a place in the older payload, otherwise one in the newer.',
    }),
    before: t.field({
      type: 'JSON',
      nullable: true,
      description: 'What stood there; null for `added`.',
      resolve: (change) => change.before,
    }),
    after: t.field({
      type: 'JSON',
      nullable: true,
      description: 'What stands there; null for `removed`.',
      resolve: (change) => change.after,
    }),
  }),
});

export const ContextDiff = builder.objectRef<DiffShape>('ContextDiff');

ContextDiff.implement({
  description: 'What is different between two versions of one entry.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The entry.' }),
    fromVersion: t.string({ description: 'The older version.', resolve: (diff) => versionLabel(diff.from.minor) }),
    toVersion: t.string({ description: 'The newer version.', resolve: (diff) => versionLabel(diff.to.minor) }),
    from: t.field({ type: ContextEntry, description: 'The entry at the older version.', resolve: (diff) => diff.from }),
    to: t.field({ type: ContextEntry, description: 'The entry at the newer version.', resolve: (diff) => diff.to }),
    summary: t.field({
      type: TextChange,
      nullable: true,
      description: 'Null where the summary is the same.',
      resolve: (diff) => diff.summary,
    }),
    consumingAgentsAdded: t.exposeStringList('consumingAgentsAdded', {
      description: 'Consuming agents of the newer version only.',
    }),
    consumingAgentsRemoved: t.exposeStringList('consumingAgentsRemoved', {
      description: 'Consuming agents of the older version only.',
    }),
    changes: t.field({
      type: [PayloadChange],
      description: 'For reading: each place of the payload that differs, in the order of the document.',
      resolve: (diff) => diff.changes,
    }),
    jsonPatch: t.field({
      type: ['JSON'],
      description:
        'For programs: RFC 6902 operations that make `to.payload` out of `from.payload` (keys may come in another order).',
      resolve: (diff) => diff.jsonPatch,
    }),
  }),
});
