import type { ContextHistory as HistoryShape } from '../entries/results.ts';
import { builder } from './builder.ts';
import { ContextEntry } from './entry.ts';
import { ContextEntryConnection } from './entry-connection.ts';
import { wantedOf } from './lookahead.ts';
import { AFTER, FIRST } from './page-arguments.ts';

export const ContextHistory = builder.objectRef<HistoryShape>('ContextHistory');

ContextHistory.implement({
  description: 'All that an entry has been, also where it has been deleted.',
  fields: (t) => ({
    current: t.field({
      type: ContextEntry,
      description: 'The latest version; `deleted` is true where that is the one that deleted the entry.',
      resolve: (history) => history.current,
    }),
    versions: t.field({
      type: ContextEntryConnection,
      description: 'The versions before the current one, newest first.',
      args: {
        first: t.arg.int(FIRST),
        after: t.arg.string(AFTER),
      },
      resolve: (history, page, _ctx, info) => history.versions(page, wantedOf(info)),
    }),
  }),
});
