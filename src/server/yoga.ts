import type { GraphQLError, GraphQLSchema } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import type { Ctx } from '../graphql/ctx.ts';
import { toErrorList } from '../graphql/error-list.ts';
import { STREAM_NEEDED } from './answers.ts';
import { GRAPHIQL } from './graphiql.ts';

export type Yoga = ReturnType<typeof openYoga>;
/** The envelop pipeline of one request: parse, validate, contextFactory, execute and subscribe with all plugins. */
export type Pipeline = Yoga['getEnveloped'];

/**
 * Yoga with everything switched off that would open a second way in: no CORS, no batching, no form uploads, no
 * landing page. Its own masking of errors and its cache are off as well: `plugins` bring theirs, and `translated` below
 * takes care of what is thrown outside of them.
 */
export function openYoga(schema: GraphQLSchema, plugins: Plugin[], graphiql = true) {
  return createYoga<Ctx>({
    schema,
    graphqlEndpoint: '/graphql',
    plugins: [...plugins, translated],
    graphiql: graphiql && GRAPHIQL,
    renderGraphiQL: async (options) => (await import('@graphql-yoga/render-graphiql')).renderGraphiQL(options),
    parserAndValidationCache: false,
    maskedErrors: false,
    landingPage: false,
    cors: false,
    batching: false,
    multipart: false,
    logging: false,
    healthCheckEndpoint: '/health',
  });
}

const translated: Plugin<Ctx> = {
  /** Where no field ran, GraphQL over HTTP has 400, but 200 for a client that asks for application/json (`spec`). */
  onExecute: () => ({
    onExecuteDone({ result }) {
      if (Symbol.asyncIterator in result || 'data' in result) return;
      for (const error of result.errors ?? []) error.extensions.http = { spec: true, status: 400 };
    },
  }),
  /** A subscription does not belong here: it would stay open behind the answer. */
  async onExecutionResult({ result, setResult }) {
    if (!result || !(Symbol.asyncIterator in result)) return;
    await result[Symbol.asyncIterator]().return?.();
    setResult({ errors: [STREAM_NEEDED as unknown as GraphQLError], extensions: { http: { status: 406 } } });
  },
  /** Every answer of Yoga passes here last. */
  onResultProcess({ result, setResult, serverContext }) {
    if (Array.isArray(result) || !('errors' in result) || !result.errors?.length) return;
    const errors = toErrorList(result.errors, serverContext as unknown as Ctx);
    if (!('data' in result)) for (const error of errors) error.extensions.http ??= { spec: true, status: 400 };
    setResult({ ...result, errors });
  },
};
