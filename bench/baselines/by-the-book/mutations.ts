import type { PrismaClient } from './prisma/client.ts';
import { type Event, pubSub } from './schema.ts';
import { type Builder, type EntryRef, inputsOf } from './types.ts';

/** Writing and updating, each in an interactive transaction, as Prisma's guide has it. */
export function addMutations(builder: Builder, prisma: PrismaClient, Entry: EntryRef): void {
  const { WriteContextInput, UpdateContextInput } = inputsOf(builder);
  const Written = builder.objectRef<{ entry: unknown }>('WriteContextPayload');
  Written.implement({
    fields: (t) => ({ entry: t.field({ type: Entry, resolve: (written) => written.entry as never }) }),
  });
  builder.mutationFields((t) => ({
    writeContext: t.field({
      type: Written,
      args: { input: t.arg({ type: WriteContextInput }) },
      resolve: async (_root, { input }) => {
        const { entry, position } = await write(prisma, input as Input);
        pubSub.publish(input.roomId, told('context_available', entry, position));
        return { entry };
      },
    }),
    updateContext: t.field({
      type: Written,
      args: { input: t.arg({ type: UpdateContextInput }) },
      resolve: async (_root, { input }) => {
        const { entry, position } = await update(prisma, input as Change);
        pubSub.publish(input.roomId, told('context_updated', entry, position));
        return { entry };
      },
    }),
  }));
}

interface Input {
  roomId: string;
  type: string;
  author: string;
  summary: string;
  consumingAgents: string[];
  payload: object;
}

type Change = Pick<Input, 'roomId' | 'author' | 'summary' | 'payload'> & { id: string };

const write = (prisma: PrismaClient, { roomId, type, ...rest }: Input) =>
  prisma.$transaction(async (tx) => {
    const { position } = await tx.room.upsert({
      where: { id: roomId },
      create: { id: roomId, position: 1 },
      update: { position: { increment: 1 } },
    });
    const entry = await tx.entry.create({ data: { ...rest, type, roomId, createdPosition: position } });
    await tx.version.create({ data: { ...rest, roomId, position, entryId: entry.id, minor: 0 } });
    return { entry, position };
  });

const update = (prisma: PrismaClient, { roomId, id, ...rest }: Change) =>
  prisma.$transaction(async (tx) => {
    const { position } = await tx.room.update({ where: { id: roomId }, data: { position: { increment: 1 } } });
    const entry = await tx.entry.update({
      where: { id, roomId },
      data: { ...rest, minor: { increment: 1 }, timestamp: new Date() },
    });
    const { minor, consumingAgents } = entry;
    await tx.version.create({ data: { ...rest, roomId, position, entryId: id, minor, consumingAgents } });
    return { entry, position };
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
