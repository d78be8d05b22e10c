import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PrismaPg } from '@prisma/adapter-pg';
import type { ExecutionArgs, execute, subscribe } from 'graphql';
import { useServer } from 'graphql-ws/use/ws';
import { createYoga } from 'graphql-yoga';
import pg from 'pg';
import { WebSocketServer } from 'ws';
import { announce } from '../tables.ts';
import { buildSchema } from './fields.ts';
import { PrismaClient } from './prisma/client.ts';

// Yoga, Pothos and Prisma as their guides have it: the stack that most people would begin with.

const [url] = process.argv.slice(2) as [string];
const client = new pg.Client({ connectionString: url });
await client.connect();
await client.query(await readFile(new URL('../../../baselines/by-the-book/tables.sql', import.meta.url), 'utf8'));
await client.end();

const adapter = new PrismaPg({ connectionString: url, max: 10, idleTimeoutMillis: 3_000 });
const yoga = createYoga({ schema: buildSchema(new PrismaClient({ adapter })), logging: 'error' });
const server = createServer(yoga);
const sockets = new WebSocketServer({ server, path: yoga.graphqlEndpoint });

type Enveloped = { rootValue: { execute: typeof execute; subscribe: typeof subscribe } };

useServer(
  {
    execute: (args) => (args as unknown as Enveloped).rootValue.execute(args as ExecutionArgs),
    subscribe: (args) => (args as unknown as Enveloped).rootValue.subscribe(args as ExecutionArgs),
    onSubscribe: async (ctx, _id, params) => {
      const { schema, execute, subscribe, contextFactory, parse, validate } = yoga.getEnveloped({ ...ctx, params });
      const args = {
        schema,
        operationName: params.operationName,
        document: parse(params.query),
        variableValues: params.variables,
        contextValue: await contextFactory(),
        rootValue: { execute, subscribe },
      };
      const errors = validate(args.schema, args.document);
      return errors.length > 0 ? errors : args;
    },
  },
  sockets,
);

server.listen(0, '127.0.0.1', 4_096, () => announce((server.address() as AddressInfo).port));
