import type { EntryPage } from '../entries/results.ts';
import type { Version } from '../log/version.ts';
import { builder } from './builder.ts';
import { connection } from './connection.ts';
import { ContextEntry } from './entry.ts';

export const ContextEntryConnection = connection<Version, EntryPage>('ContextEntry', ContextEntry, 'the entries');

builder.objectFields(ContextEntryConnection, (t) => ({
  totalCount: t.int({
    description: 'All that the list holds, over all pages; deleted entries are not counted.',
    resolve: (page) => page.totalCount(),
  }),
  asOf: t.field({
    type: 'EventCursor',
    description:
      'The position of the room that this page shows. Subscribe with `after: asOf`: what is written since then comes as events, and nothing falls between.',
    resolve: (page) => page.asOf,
  }),
}));
