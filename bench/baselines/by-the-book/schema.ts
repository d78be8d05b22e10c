import SchemaBuilder from '@pothos/core';
import PrismaPlugin from '@pothos/plugin-prisma';
import { createPubSub } from 'graphql-yoga';
import type { PrismaClient } from './prisma/client.ts';
import type PrismaTypes from './prisma/pothos-types.ts';
import { getDatamodel } from './prisma/pothos-types.ts';

/** An event as its subscribers see it. */
export interface Event {
  cursor: string;
  type: string;
  roomId: string;
  from: string;
  timestamp: Date;
  contextId: string;
  contextType: string;
  summary: string;
  version: string;
}

interface Types {
  PrismaTypes: PrismaTypes;
  DefaultFieldNullability: false;
  DefaultInputFieldRequiredness: true;
  Scalars: { DateTime: { Input: Date; Output: Date }; JSON: { Input: unknown; Output: unknown } };
}

/** The builder of the schema, as Pothos' guide sets it up for Prisma, with its scalars and enums. */
export function openBuilder(prisma: PrismaClient) {
  const builder = new SchemaBuilder<Types>({
    plugins: [PrismaPlugin],
    prisma: { client: prisma, dmmf: getDatamodel() },
    defaultFieldNullability: false,
    defaultInputFieldRequiredness: true,
  });
  builder.queryType({});
  builder.mutationType({});
  builder.subscriptionType({});
  builder.scalarType('DateTime', { serialize: (value) => value.toISOString() });
  builder.scalarType('JSON', { serialize: (value) => value });
  return builder;
}

export const pubSub = createPubSub<Record<string, [event: Event]>>();
