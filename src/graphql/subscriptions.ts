import { followContextChanges, followContextEvents } from '../entries/follow-context.ts';
import { builder } from './builder.ts';
import { ContextEventType } from './enums.ts';
import { ContextEvent } from './event.ts';

const ROOM = { required: true, description: 'The room. It may be one that nobody has written to yet.' } as const;
const AGENT = { description: 'Only events addressed to this agent.' };
const AFTER = {
  type: 'EventCursor',
  description: 'First what was written since this position, then live. Without it: what is written from now on.',
} as const;

builder.subscriptionFields((t) => ({
  contextEvents: t.field({
    type: ContextEvent,
    description:
      'Every event of the room, in order, none twice and none missed. After a break, subscribe again with `after`: the `cursor` of the last event that you handled.',
    args: {
      roomId: t.arg.id(ROOM),
      agentId: t.arg.string(AGENT),
      types: t.arg({ type: [ContextEventType], description: 'Only events of these types.' }),
      after: t.arg(AFTER),
      resume: t.arg.boolean({
        defaultValue: false,
        description: 'Start behind what `agentId` has acknowledged: its inbox first, then live.',
      }),
    },
    subscribe: (_root, args, ctx) => followContextEvents(ctx.store, ctx.caller, args),
    resolve: (version) => version,
  }),
  contextAvailable: t.field({
    type: ContextEvent,
    description: 'The events of `contextEvents` that tell of entries that are new, or back.',
    args: { roomId: t.arg.id(ROOM), agentId: t.arg.string(AGENT), after: t.arg(AFTER) },
    subscribe: (_root, args, ctx) =>
      followContextEvents(ctx.store, ctx.caller, { ...args, types: ['context_available'] }),
    resolve: (version) => version,
  }),
  contextUpdated: t.field({
    type: ContextEvent,
    description: 'The events of `contextEvents` that tell of new versions.',
    args: { roomId: t.arg.id(ROOM), agentId: t.arg.string(AGENT), after: t.arg(AFTER) },
    subscribe: (_root, args, ctx) =>
      followContextEvents(ctx.store, ctx.caller, { ...args, types: ['context_updated'] }),
    resolve: (version) => version,
  }),
  contextChanges: t.field({
    type: ContextEvent,
    description: 'Every change of the room, also of entries that nobody consumes: what a dashboard follows.',
    args: { roomId: t.arg.id(ROOM), after: t.arg(AFTER) },
    subscribe: (_root, args, ctx) => followContextChanges(ctx.store, ctx.caller, args),
    resolve: (version) => version,
  }),
}));
