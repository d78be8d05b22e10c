import type { Room as RoomShape } from '../entries/results.ts';
import { builder } from './builder.ts';
import { connection } from './connection.ts';

export const Room = builder.objectRef<RoomShape>('Room');

Room.implement({
  description:
    'What agents share: one log, one order of events. A room needs no creation; it is there from its first write.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The name that its agents agreed on.' }),
    createdAt: t.field({ type: 'DateTime', description: 'When it was first written to.', resolve: (r) => r.createdAt }),
    lastActivityAt: t.field({
      type: 'DateTime',
      description: 'When it was last written to.',
      resolve: (r) => r.lastActivityAt,
    }),
    entryCount: t.exposeInt('entryCount', { description: 'Entries that it holds, without the deleted ones.' }),
    cursor: t.field({
      type: 'EventCursor',
      description: 'The end of its log: what is written from now on comes after it.',
      resolve: (r) => r.cursor,
    }),
  }),
});

export const RoomConnection = connection('Room', Room, 'the rooms');
