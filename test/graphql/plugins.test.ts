import { type ExecutionResult, GraphQLInt, GraphQLObjectType, GraphQLSchema } from 'graphql';
import { createYoga } from 'graphql-yoga';
import type { Ctx } from '../../src/graphql/ctx.ts';
import { formatErrors } from '../../src/graphql/error-list.ts';
import { graphqlPlugins } from '../../src/graphql/plugins.ts';
import { schema } from '../../src/graphql/schema.ts';

const reported: unknown[] = [];
const ctx = { requestId: 'r-1', report: (error: unknown) => void reported.push(error) } as Ctx;

/** A schema whose one field fails in ways that no operation of the real one does. */
const faulty = new GraphQLSchema({
  query: new GraphQLObjectType({
    name: 'Query',
    fields: {
      breaks: {
        type: GraphQLInt,
        resolve: () => {
          throw new TypeError('secret');
        },
      },
    },
  }),
});

/** What a request is answered by the pipeline, as the transports run it. */
async function answer(query: string, variableValues = {}, of = schema): Promise<ExecutionResult> {
  const yoga = createYoga<Ctx>({
    schema: of,
    plugins: graphqlPlugins(),
    maskedErrors: false,
    parserAndValidationCache: false,
  });
  const pipeline = yoga.getEnveloped(ctx);
  try {
    const document = pipeline.parse(query);
    const errors = pipeline.validate(of, document);
    if (errors.length > 0) return { errors: formatErrors(errors, ctx) as never };
    return await pipeline.execute({
      schema: of,
      document,
      contextValue: await pipeline.contextFactory(),
      variableValues,
    });
  } catch (error) {
    return { errors: formatErrors([error], ctx) as never };
  }
}

const codeOf = ({ errors }: ExecutionResult) => errors?.[0]?.extensions?.code;

beforeEach(() => {
  reported.length = 0;
});

it.each([
  ['a text that is no document', '{ a(', 'GRAPHQL_PARSE_FAILED'],
  ['an empty text', '', 'GRAPHQL_PARSE_FAILED'],
  ['a field that does not exist', '{ contxt }', 'GRAPHQL_VALIDATION_FAILED'],
  ['a document that is nested without end', `{a(b:${'['.repeat(50_000)}`, 'LIMIT_EXCEEDED'],
  [
    'a moment without offset',
    '{ contexts(roomId: "r", filter: {updatedAfter: "2026-01-01"}) { totalCount } }',
    'GRAPHQL_VALIDATION_FAILED',
  ],
])('%s is answered by its code', async (_, query, code) => {
  expect(codeOf(await answer(query))).toBe(code);
  expect(reported).toEqual([]);
});

it('variables of the wrong type are BAD_USER_INPUT, with the form that is asked for', async () => {
  const query = 'query ($id: ID!, $f: ContextFilter) { contexts(roomId: $id, filter: $f) { totalCount } }';
  expect(codeOf(await answer(query, {}))).toBe('BAD_USER_INPUT');
  const dated = await answer(query, { id: 'r', f: { updatedAfter: '2026-02-30T00:00:00Z' } });
  expect(codeOf(dated)).toBe('BAD_USER_INPUT');
  expect(dated.errors![0]!.message).toContain('2026-11-30T14:10:00.000Z');
  expect(reported).toEqual([]);
});

it('a fault inside is INTERNAL, is reported once, and names the request', async () => {
  const result = await answer('{ breaks }', {}, faulty);
  expect(result).toMatchObject({
    data: { breaks: null },
    errors: [{ path: ['breaks'], extensions: { requestId: 'r-1' } }],
  });
  expect(JSON.stringify(result)).not.toContain('secret');
  expect(reported).toEqual([new TypeError('secret')]);
});

it('a hint at the right name stays', async () => {
  const result = await answer('{ contextt(roomId: "r", id: "i") { id } }');
  expect(result.errors![0]!.message).toContain('Did you mean');
});
