import type { Activity } from '../entries/results.ts';
import { roomActivity } from '../entries/room-activity.ts';
import { roomChanges } from '../entries/room-changes.ts';
import { builder } from './builder.ts';
import { ContextEventConnection } from './event-connection.ts';
import { wantedOf } from './lookahead.ts';
import { FIRST } from './page-arguments.ts';
import { Room } from './room.ts';

const RoomActivity = builder.objectRef<Activity>('RoomActivity');

RoomActivity.implement({
  description: 'How much happened in a room during a span of time.',
  fields: (t) => ({
    from: t.field({ type: 'DateTime', description: 'Where the span begins.', resolve: (span) => span.from }),
    writes: t.exposeInt('writes', { description: 'Writes, updates, deletes and restores.' }),
    events: t.exposeInt('events', { description: 'Those among them that posted an event to consuming agents.' }),
  }),
});

builder.objectFields(Room, (t) => ({
  changes: t.field({
    type: ContextEventConnection,
    description:
      'The latest changes, newest first, also of entries that nobody consumes. Follow on with `contextChanges` behind the first one.',
    args: {
      first: t.arg.int(FIRST),
      before: t.arg({
        type: 'EventCursor',
        description: 'Only what came before it: the `endCursor` of the page before.',
      }),
    },
    resolve: (room, page, ctx, info) =>
      roomChanges(ctx.store, ctx.caller, { roomId: room.id, ...page }, wantedOf(info)),
  }),
  activity: t.field({
    type: [RoomActivity],
    description: 'How much happened since a time, in spans of equal length, oldest first; at most 500 spans.',
    args: {
      since: t.arg({ type: 'DateTime', description: 'Where the first span begins. By default 48 spans ago.' }),
      every: t.arg.int({ defaultValue: 1800, description: 'How long a span is, in seconds.' }),
    },
    resolve: (room, span, ctx) => roomActivity(ctx.store, ctx.caller, { roomId: room.id, ...span }),
  }),
}));
