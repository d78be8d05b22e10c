import type { GraphQLSchema } from 'graphql';
import { addMutations } from './mutations.ts';
import type { PrismaClient } from './prisma/client.ts';
import { addQueries } from './queries.ts';
import { type Event, openBuilder, pubSub } from './schema.ts';
import { entryOf, eventOf } from './types.ts';

/** The schema, with resolvers on Prisma. Events go through Yoga's own PubSub. */
export function buildSchema(prisma: PrismaClient): GraphQLSchema {
  const builder = openBuilder(prisma);
  const Entry = entryOf(builder);
  const ContextEvent = eventOf(builder);
  addQueries(builder, prisma, Entry);
  addMutations(builder, prisma, Entry);
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
