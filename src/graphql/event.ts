import { eventTypeOf } from '../entries/event-types.ts';
import { cursorOf } from '../log/cursor.ts';
import { type Version, versionLabel } from '../log/version.ts';
import { builder } from './builder.ts';
import { ContextEntry } from './entry.ts';
import { ContextEventType, ContextType } from './enums.ts';

/** An event is a version, seen as what its write told the room. */
export const ContextEvent = builder.objectRef<Version>('ContextEvent');

ContextEvent.implement({
  description: 'What one write told the room: who changed which entry, for whom, and what it looks like since.',
  fields: (t) => ({
    cursor: t.field({
      type: 'EventCursor',
      description: 'Where in the log of the room this happened; grows with every event. Hand it back as `after`.',
      resolve: cursorOf,
    }),
    type: t.field({ type: ContextEventType, description: 'What happened.', resolve: (e) => eventTypeOf(e.action) }),
    roomId: t.exposeID('roomId', { description: 'The room that it happened in.' }),
    from: t.exposeString('author', { description: 'The agent whose write caused it.' }),
    to: t.exposeStringList('recipients', {
      description: 'The agents that it is addressed to: the consuming agents, and those that an update removed.',
    }),
    timestamp: t.field({ type: 'DateTime', description: 'When it was written.', resolve: (e) => e.writtenAt }),
    contextId: t.id({ description: 'The `id` of the entry.', resolve: (e) => e.entryId }),
    contextType: t.field({ type: ContextType, description: 'The type of the entry.', resolve: (e) => e.type }),
    summary: t.exposeString('summary', { description: 'The summary of the entry since this write.' }),
    version: t.string({
      description: 'The version that this write made.',
      resolve: (e) => versionLabel(e.minor),
    }),
    previousVersion: t.string({
      nullable: true,
      description: 'The version before it; null for the first one. `contextDiff` shows what is between the two.',
      resolve: (e) => (e.minor === 0 ? null : versionLabel(e.minor - 1)),
    }),
    entry: t.field({
      type: ContextEntry,
      description: 'The entry exactly as this write left it, not as it is by now.',
      resolve: (e) => e,
    }),
  }),
});
