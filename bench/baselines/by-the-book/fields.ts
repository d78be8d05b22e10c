import type { GraphQLSchema } from 'graphql';
import type { PrismaClient } from './prisma/client.ts';
import { type Event, openBuilder, pubSub } from './schema.ts';

/** The schema, with resolvers on Prisma. Events go through Yoga's own PubSub. */
export function buildSchema(prisma: PrismaClient): GraphQLSchema {
  const builder = openBuilder(prisma);
  const { WriteContextInput, UpdateContextInput } = inputsOf(builder);
  const Entry = entryOf(builder);
  const ContextEvent = eventOf(builder);
  const Connection = builder.objectRef<{ nodes: unknown[]; hasNextPage: boolean; endCursor: string | null }>(
    'ContextEntryConnection',
  );
  const PageInfo = builder.objectRef<{ hasNextPage: boolean; endCursor: string | null }>('PageInfo');
  PageInfo.implement({
    fields: (t) => ({
      hasNextPage: t.exposeBoolean('hasNextPage'),
      endCursor: t.exposeString('endCursor', { nullable: true }),
    }),
  });
  Connection.implement({
    fields: (t) => ({
      nodes: t.field({ type: [Entry], resolve: (page) => page.nodes as never }),
      pageInfo: t.field({ type: PageInfo, resolve: (page) => page }),
    }),
  });
  const Written = builder.objectRef<{ entry: unknown }>('WriteContextPayload');
  Written.implement({
    fields: (t) => ({ entry: t.field({ type: Entry, resolve: (written) => written.entry as never }) }),
  });

  builder.queryFields((t) => ({
    context: t.prismaField({
      type: Entry,
      args: { roomId: t.arg.id(), id: t.arg.id() },
      resolve: (query, _root, { roomId, id }) => prisma.entry.findUniqueOrThrow({ ...query, where: { id, roomId } }),
    }),
    contexts: t.field({
      type: Connection,
      args: { roomId: t.arg.id(), first: t.arg.int({ defaultValue: 50 }) },
      resolve: async (_root, { roomId, first }) => {
        const found = await prisma.entry.findMany({
          where: { roomId },
          orderBy: { createdPosition: 'desc' },
          take: first + 1,
        });
        const nodes = found.slice(0, first);
        return { nodes, hasNextPage: found.length > first, endCursor: nodes.at(-1)?.id ?? null };
      },
    }),
  }));
  builder.mutationFields((t) => ({
    writeContext: t.field({
      type: Written,
      args: { input: t.arg({ type: WriteContextInput }) },
      resolve: async (_root, { input }) => {
        const { roomId, payload, ...rest } = input;
        const { entry, position } = await prisma.$transaction(async (tx) => {
          const { position } = await tx.room.upsert({
            where: { id: roomId },
            create: { id: roomId, position: 1 },
            update: { position: { increment: 1 } },
          });
          const entry = await tx.entry.create({
            data: { ...rest, roomId, createdPosition: position, payload: payload as object },
          });
          const { author, summary, consumingAgents } = rest;
          await tx.version.create({
            data: {
              roomId,
              position,
              entryId: entry.id,
              minor: 0,
              author,
              summary,
              consumingAgents,
              payload: payload as object,
            },
          });
          return { entry, position };
        });
        pubSub.publish(roomId, told('context_available', entry, position));
        return { entry };
      },
    }),
    updateContext: t.field({
      type: Written,
      args: { input: t.arg({ type: UpdateContextInput }) },
      resolve: async (_root, { input: { roomId, id, author, summary, payload } }) => {
        const { entry, position } = await prisma.$transaction(async (tx) => {
          const { position } = await tx.room.update({ where: { id: roomId }, data: { position: { increment: 1 } } });
          const entry = await tx.entry.update({
            where: { id, roomId },
            data: { author, summary, payload: payload as object, minor: { increment: 1 }, timestamp: new Date() },
          });
          const { minor, consumingAgents } = entry;
          await tx.version.create({
            data: {
              roomId,
              position,
              entryId: id,
              minor,
              author,
              summary,
              consumingAgents,
              payload: payload as object,
            },
          });
          return { entry, position };
        });
        pubSub.publish(roomId, told('context_updated', entry, position));
        return { entry };
      },
    }),
  }));
  builder.subscriptionFields((t) => ({
    contextEvents: t.field({
      type: ContextEvent,
      args: { roomId: t.arg.id() },
      subscribe: (_root, { roomId }) => pubSub.subscribe(roomId),
      resolve: (event: Event) => event,
    }),
  }));
  return builder.toSchema();
}

type Builder = ReturnType<typeof openBuilder>;

const inputsOf = (builder: Builder) => ({
  WriteContextInput: builder.inputType('WriteContextInput', {
    fields: (t) => ({
      roomId: t.id(),
      type: t.string(),
      summary: t.string(),
      consumingAgents: t.stringList(),
      payload: t.field({ type: 'JSON' }),
      author: t.string(),
    }),
  }),
  UpdateContextInput: builder.inputType('UpdateContextInput', {
    fields: (t) => ({
      roomId: t.id(),
      id: t.id(),
      author: t.string(),
      summary: t.string(),
      payload: t.field({ type: 'JSON' }),
    }),
  }),
});

const entryOf = (builder: Builder) =>
  builder.prismaObject('Entry', {
    name: 'ContextEntry',
    fields: (t) => ({
      id: t.exposeID('id'),
      roomId: t.exposeID('roomId'),
      type: t.exposeString('type'),
      author: t.exposeString('author'),
      timestamp: t.expose('timestamp', { type: 'DateTime' }),
      summary: t.exposeString('summary'),
      consumingAgents: t.exposeStringList('consumingAgents'),
      payload: t.expose('payload', { type: 'JSON' }),
      version: t.string({ resolve: (entry) => `1.${entry.minor}` }),
    }),
  });

const eventOf = (builder: Builder) =>
  builder.objectRef<Event>('ContextEvent').implement({
    fields: (t) => ({
      cursor: t.exposeString('cursor'),
      type: t.exposeString('type'),
      roomId: t.exposeID('roomId'),
      from: t.exposeString('from'),
      timestamp: t.expose('timestamp', { type: 'DateTime' }),
      contextId: t.exposeID('contextId'),
      contextType: t.exposeString('contextType'),
      summary: t.exposeString('summary'),
      version: t.exposeString('version'),
    }),
  });

interface Told {
  id: string;
  roomId: string;
  author: string;
  timestamp: Date;
  type: string;
  summary: string;
  minor: number;
}

const told = (type: string, entry: Told, position: number): Event => ({
  cursor: String(position),
  type,
  roomId: entry.roomId,
  from: entry.author,
  timestamp: entry.timestamp,
  contextId: entry.id,
  contextType: entry.type,
  summary: entry.summary,
  version: `1.${entry.minor}`,
});
