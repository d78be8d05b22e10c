import type { WriteResult } from '../entries/results.ts';
import type { Version } from '../log/version.ts';
import { builder } from './builder.ts';
import { ContextEntry } from './entry.ts';
import { ContextEvent } from './event.ts';

// What the mutations answer.

const EVENT = 'What its consuming agents are told; null where nobody consumes the entry.';

const eventOf = ({ posted, version }: WriteResult): Version | null =>
  posted && version.recipients.length > 0 ? version : null;

/** The answer of a mutation that leaves a live entry behind. */
function entryPayload(name: string, entry: string, event: string) {
  const ref = builder.objectRef<WriteResult>(name);
  ref.implement({
    description: 'The entry and the event of one write.',
    fields: (t) => ({
      entry: t.field({ type: ContextEntry, description: entry, resolve: ({ version }) => version }),
      event: t.field({ type: ContextEvent, nullable: true, description: event, resolve: eventOf }),
    }),
  });
  return ref;
}

export const WriteContextPayload = entryPayload('WriteContextPayload', 'The new entry.', EVENT);

export const UpdateContextPayload = entryPayload(
  'UpdateContextPayload',
  'The entry as this update left it.',
  `${EVENT} Null too where \`onlyIfChanged\` found nothing to change.`,
);

export const RestoreContextPayload = entryPayload('RestoreContextPayload', 'The entry as it is back.', EVENT);

export const DeleteContextPayload = builder.objectRef<WriteResult>('DeleteContextPayload');

DeleteContextPayload.implement({
  description: 'What was deleted.',
  fields: (t) => ({
    id: t.id({ description: 'The entry.', resolve: ({ version }) => version.entryId }),
    deleted: t.boolean({
      description: 'Always true: what cannot be deleted is an error.',
      resolve: ({ version }) => version.action === 'delete',
    }),
    event: t.field({ type: ContextEvent, nullable: true, description: EVENT, resolve: eventOf }),
  }),
});

/** Its shape is the cursor alone. */
export const AcknowledgeContextEventsPayload = builder.objectRef<string>('AcknowledgeContextEventsPayload');

AcknowledgeContextEventsPayload.implement({
  description: 'How far an agent has come.',
  fields: (t) => ({
    acknowledged: t.field({
      type: 'EventCursor',
      description: 'The position that counts now: the one that was sent, or a later one that had been sent before.',
      resolve: (cursor) => cursor,
    }),
  }),
});
