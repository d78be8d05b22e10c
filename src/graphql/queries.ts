import { contextDiff } from '../entries/context-diff.ts';
import { contextEvents } from '../entries/context-events.ts';
import { contextHistory } from '../entries/context-history.ts';
import { contextInbox } from '../entries/context-inbox.ts';
import { listContexts } from '../entries/list-contexts.ts';
import { readContext } from '../entries/read-context.ts';
import { listRooms, readRoom } from '../entries/rooms.ts';
import { waitForContextEvents } from '../entries/wait-for-context-events.ts';
import { builder } from './builder.ts';
import { ContextDiff } from './diff.ts';
import { ContextEntry } from './entry.ts';
import { ContextEntryConnection } from './entry-connection.ts';
import { ContextEventType, ContextOrder } from './enums.ts';
import { ContextEventConnection } from './event-connection.ts';
import { ContextHistory } from './history.ts';
import { ContextFilter } from './inputs.ts';
import { wantedOf } from './lookahead.ts';
import { AFTER, FIRST } from './page-arguments.ts';
import { Room, RoomConnection } from './room.ts';

const ROOM = { required: true, description: 'The room.' } as const;
const ENTRY = { required: true, description: 'The `id` of the entry.' } as const;

builder.queryFields((t) => ({
  context: t.field({
    type: ContextEntry,
    description:
      'One entry as it is now. An id that the room does not have, or whose entry has been deleted, is NOT_FOUND; a deleted one is still seen by `contextHistory`.',
    args: { roomId: t.arg.id(ROOM), id: t.arg.id(ENTRY) },
    resolve: (_root, args, ctx, info) => readContext(ctx.store, ctx.caller, args, wantedOf(info)),
  }),
  contexts: t.field({
    type: ContextEntryConnection,
    description:
      'The entries of a room, the latest written first unless `orderBy` says otherwise. The pages of one list fit together while others write. To keep up from here, subscribe with `after: asOf`.',
    args: {
      roomId: t.arg.id(ROOM),
      filter: t.arg({ type: ContextFilter, description: 'Only entries that meet all of it.' }),
      first: t.arg.int(FIRST),
      after: t.arg.string(AFTER),
      orderBy: t.arg({ type: ContextOrder, defaultValue: 'CREATED_DESC', description: 'How they are sorted.' }),
    },
    resolve: (_root, args, ctx, info) => listContexts(ctx.store, ctx.caller, args, wantedOf(info)),
  }),
}));

builder.queryFields((t) => ({
  contextHistory: t.field({
    type: ContextHistory,
    description: 'All versions of an entry, also of a deleted one. NOT_FOUND for an id that the room never had.',
    args: { roomId: t.arg.id(ROOM), id: t.arg.id(ENTRY) },
    resolve: (_root, args, ctx, info) => contextHistory(ctx.store, ctx.caller, args, wantedOf(info)),
  }),
  contextDiff: t.field({
    type: ContextDiff,
    description:
      'What is different between two versions of an entry. VERSION_NOT_FOUND for a version that it does not have, or where there is none before the first; BAD_USER_INPUT where `againstVersion` is the newer of the two.',
    args: {
      roomId: t.arg.id(ROOM),
      id: t.arg.id(ENTRY),
      againstVersion: t.arg.string({
        description: 'The older side, as `1.3`. By default the version before `version`.',
      }),
      version: t.arg.string({ description: 'The newer side. By default the current version.' }),
    },
    resolve: (_root, args, ctx) => contextDiff(ctx.store, ctx.caller, args),
  }),
}));

builder.queryFields((t) => ({
  contextEvents: t.field({
    type: ContextEventConnection,
    description:
      'The events of a room as pages, oldest first: the same ones, in the same order, that the subscription delivers. CURSOR_INVALID and CURSOR_AHEAD as there.',
    args: {
      roomId: t.arg.id(ROOM),
      agentId: t.arg.string({ description: 'Only events addressed to this agent.' }),
      types: t.arg({ type: [ContextEventType], description: 'Only events of these types.' }),
      after: t.arg({ type: 'EventCursor', description: 'Only what came after it: any `cursor` of the room.' }),
      first: t.arg.int(FIRST),
    },
    resolve: (_root, args, ctx, info) => contextEvents(ctx.store, ctx.caller, args, wantedOf(info)),
  }),
  contextInbox: t.field({
    type: ContextEventConnection,
    description:
      'The events addressed to an agent that it has not acknowledged yet, oldest first. Reading takes nothing out: when you have handled them, send the last `cursor` to `acknowledgeContextEvents`.',
    args: {
      roomId: t.arg.id(ROOM),
      agentId: t.arg.string({ required: true, description: 'Whose inbox.' }),
      first: t.arg.int(FIRST),
    },
    resolve: (_root, args, ctx, info) => contextInbox(ctx.store, ctx.caller, args, wantedOf(info)),
  }),
  waitForContextEvents: t.field({
    type: ContextEventConnection,
    description:
      'For callers that cannot hold a subscription: the inbox of an agent as soon as it holds something, at once or when something comes; empty where nothing has come within `timeoutMs`. It takes nothing out: acknowledge what you have handled, and ask again.',
    args: {
      roomId: t.arg.id(ROOM),
      agentId: t.arg.string({ required: true, description: 'Whose inbox.' }),
      timeoutMs: t.arg.int({ defaultValue: 30_000, description: 'How long to wait in milliseconds, at most 30000.' }),
      first: t.arg.int(FIRST),
    },
    resolve: (_root, args, ctx, info) =>
      waitForContextEvents(ctx.store, ctx.caller, args, wantedOf(info), ctx.whenOver),
  }),
}));

builder.queryFields((t) => ({
  room: t.field({
    type: Room,
    nullable: true,
    description: 'One room; null where nobody has written to it yet.',
    args: { roomId: t.arg.id(ROOM) },
    resolve: (_root, { roomId }, ctx) => readRoom(ctx.store, ctx.caller, roomId),
  }),
  rooms: t.field({
    type: RoomConnection,
    description: 'The rooms that the caller may see.',
    args: { first: t.arg.int(FIRST), after: t.arg.string(AFTER) },
    resolve: (_root, page, ctx) => listRooms(ctx.store, ctx.caller, page),
  }),
}));
