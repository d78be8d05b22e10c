import { randomUUID } from 'node:crypto';
import { fastify } from 'fastify';
import { type DocumentNode, GraphQLScalarType, Kind, parse } from 'graphql';
import mercurius, { type IResolvers } from 'mercurius';
import { contract } from './contract.ts';
import { announce, openPool, statements } from './tables.ts';

// mercurius with JIT on the same hand-written statements: the fastest GraphQL server for Node that people use.

const [url] = process.argv.slice(2) as [string];
const pool = await openPool(url, 'json');

type Row = Record<string, unknown>;

const entryOf = (roomId: string, { minor, consuming_agents, ...row }: Row): Row => ({
  ...row,
  roomId,
  consumingAgents: consuming_agents,
  version: `1.${minor}`,
});

async function write(input: Row): Promise<Row> {
  const id = randomUUID();
  const { roomId, type, author, summary, consumingAgents, payload } = input;
  const values = [roomId, id, type, author, summary, consumingAgents, JSON.stringify(payload)];
  const { rows } = await pool.query({ ...statements.write, values });
  return { ...input, ...rows[0], id, minor: 0, consuming_agents: consumingAgents };
}

async function update(input: Row): Promise<Row> {
  const { roomId, id, author, summary, payload } = input;
  const { rows } = await pool.query({
    ...statements.update,
    values: [roomId, id, author, summary, JSON.stringify(payload)],
  });
  return { ...input, ...rows[0] };
}

const eventOf = (kind: string, { roomId, position, minor, ...row }: Row): Row => ({
  cursor: String(position), type: kind, roomId, from: row.author, timestamp: row.timestamp, contextId: row.id,
  contextType: row.type, summary: row.summary, version: `1.${minor}`,
}); // biome-ignore format: a row

const resolvers: IResolvers = {
  DateTime: new GraphQLScalarType({ name: 'DateTime', serialize: (value) => (value as Date).toISOString() }) as never,
  JSON: new GraphQLScalarType({ name: 'JSON' }) as never,
  Query: {
    context: async (_root, { roomId, id }) => {
      const { rows } = await pool.query({ ...statements.read, values: [roomId, id] });
      return entryOf(roomId, rows[0]);
    },
    contexts: async (_root, { roomId, first }, _context, info) => {
      const statement = wantsPayload(info.fieldNodes[0]) ? statements.listPayload : statements.list;
      const { rows } = await pool.query({ ...statement, values: [roomId, first + 1] });
      const nodes = rows.slice(0, first);
      const endCursor = nodes.length > 0 ? String(nodes.at(-1).created_position) : null;
      return {
        nodes: nodes.map((row) => entryOf(roomId, row)),
        pageInfo: { hasNextPage: rows.length > first, endCursor },
      };
    },
  },
  Mutation: {
    writeContext: async (_root, { input }, { pubsub }) => {
      const row = await write(input);
      await pubsub.publish({ topic: input.roomId, payload: { contextEvents: eventOf('context_available', row) } });
      return { entry: entryOf(input.roomId, row) };
    },
    updateContext: async (_root, { input }, { pubsub }) => {
      const row = await update(input);
      await pubsub.publish({ topic: input.roomId, payload: { contextEvents: eventOf('context_updated', row) } });
      return { entry: entryOf(input.roomId, row) };
    },
  },
  Subscription: {
    contextEvents: {
      subscribe: (_root: unknown, { roomId }: { roomId: string }, { pubsub }) => pubsub.subscribe(roomId),
    },
  },
};

function wantsPayload(node: unknown): boolean {
  return JSON.stringify(node, (key, value) => (key === 'loc' ? undefined : value)).includes('"payload"');
}

const document: DocumentNode = parse(contract);
if (document.kind !== Kind.DOCUMENT) throw new Error('no document');

const app = fastify({ bodyLimit: 1024 * 1024 });
await app.register(mercurius as never, { schema: contract, resolvers, jit: 1, subscription: true });
await app.listen({ port: 0, host: '127.0.0.1', backlog: 4_096 });
announce((app.server.address() as { port: number }).port);
