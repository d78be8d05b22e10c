import type { RoomAgent as RoomAgentShape, Room as RoomShape } from '../entries/results.ts';
import { roomAgents } from '../entries/room-agents.ts';
import { builder } from './builder.ts';
import { connection } from './connection.ts';
import { FIRST } from './page-arguments.ts';

export const Room = builder.objectRef<RoomShape>('Room');

const RoomAgent = builder.objectRef<RoomAgentShape>('RoomAgent');

RoomAgent.implement({
  description: 'How far one agent has got with what the room has told it.',
  fields: (t) => ({
    agentId: t.exposeString('agentId', { description: 'The agent.' }),
    acknowledged: t.field({
      type: 'EventCursor',
      nullable: true,
      description: 'The position up to which it has acknowledged its events; null where it has acknowledged nothing.',
      resolve: (a) => a.acknowledged,
    }),
    pending: t.exposeInt('pending', {
      description: 'Events addressed to it that it has not acknowledged; 10,000 also where there are more.',
    }),
    lastSeenAt: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'When it last subscribed, looked into its inbox, waited or acknowledged, to about 10 s; null for never.',
      resolve: (a) => a.lastSeenAt,
    }),
  }),
});

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
    agents: t.field({
      type: [RoomAgent],
      description:
        'The agents that something was addressed to or that have shown themselves, by `agentId`: see here who has read your contract.',
      args: {
        first: t.arg.int(FIRST),
        after: t.arg.string({ description: 'Only agents behind this `agentId`: the last one of the page before.' }),
      },
      resolve: (r, page, ctx) => roomAgents(ctx.store, r.id, page),
    }),
  }),
});

export const RoomConnection = connection('Room', Room, 'the rooms');
