import type { PrismaClient } from './prisma/client.ts';
import type { Builder, EntryRef } from './types.ts';

/** Reading one entry, and pages of them. */
export function addQueries(builder: Builder, prisma: PrismaClient, Entry: EntryRef): void {
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
}
