import { type DocumentNode, type ExecutionArgs, getOperationAST, Kind, type OperationTypeNode } from 'graphql';
import { ContextError } from '../contract/errors.ts';
import type { Ctx } from '../graphql/ctx.ts';
import { tooDeep, toValidationError } from '../graphql/errors.ts';
import { isObject } from '../json/json.ts';
import type { Pipeline } from './yoga.ts';

/** One GraphQL request, from whatever transport. Its parts have been checked for their JSON type, and no further. */
export interface Params {
  query: string;
  operationName?: string | null;
  variables?: Record<string, unknown> | null;
  extensions?: Record<string, unknown> | null;
}

/** An operation that may run. `execute` and `subscribe` are the pipeline's, plugins included. */
export interface Operation {
  kind: OperationTypeNode;
  args: ExecutionArgs;
  pipeline: ReturnType<Pipeline>;
}

const PARAMS = new Set(['query', 'operationName', 'variables', 'extensions']);

/** Takes a request body or message payload for what it should be. Throws a BAD_USER_INPUT that says what is wrong with it. */
export function readParams(value: unknown): Params {
  if (Array.isArray(value))
    throw refused('Several operations in one request are not taken. Send each in a request of its own.');
  if (!isObject(value))
    throw refused('A GraphQL request is a JSON object: { "query": "…", "variables": { … }, "operationName": "…" }.');
  const { query, operationName, variables, extensions } = value as Record<string, unknown>;
  const unknown = Object.keys(value).find((key) => !PARAMS.has(key) && value[key] !== null);
  if (unknown !== undefined)
    throw refused(
      `"${unknown.slice(0, 100)}" is no part of a GraphQL request. Its parts are ${[...PARAMS].join(', ')}.`,
    );
  if (typeof query !== 'string' || query === '')
    throw refused('"query" must be a string: the text of the GraphQL document.');
  if (!isNullOr(operationName, typeof operationName === 'string')) throw refused('"operationName" must be a string.');
  if (!isNullOr(variables, isObject(variables)))
    throw refused('"variables" must be a JSON object: { "name": value, … }, not a string, a number or a list.');
  if (!isNullOr(extensions, isObject(extensions))) throw refused('"extensions" must be a JSON object.');
  // Clients send an empty name for none: no operation can have it.
  return { query, operationName: operationName || undefined, variables, extensions } as Params;
}

/**
 * Parses, validates and chooses the operation (document and validation are cached by the document's text).
 * Resolves to the operation, or to the errors of a document that cannot run. Throws what the context's plugins throw.
 */
export async function prepare(pipeline: Pipeline, params: Params, ctx: Ctx): Promise<Operation | unknown[]> {
  const enveloped = pipeline(ctx);
  let document: DocumentNode;
  try {
    document = enveloped.parse(params.query);
    const errors = enveloped.validate(enveloped.schema, document);
    if (errors.length > 0) return errors.map(toValidationError);
  } catch (error) {
    return [error instanceof RangeError ? tooDeep() : error];
  }
  const operation = getOperationAST(document, params.operationName);
  if (!operation) return [noOperation(document, params.operationName)];
  return {
    kind: operation.operation,
    pipeline: enveloped,
    args: {
      schema: enveloped.schema,
      document,
      contextValue: await enveloped.contextFactory(),
      variableValues: params.variables ?? {},
      operationName: params.operationName,
    },
  };
}

const isNullOr = (value: unknown, isRight: boolean): boolean => value === undefined || value === null || isRight;

const refused = (message: string): ContextError => new ContextError('BAD_USER_INPUT', message);

function noOperation(document: DocumentNode, name: string | null | undefined): ContextError {
  const names = document.definitions
    .filter((definition) => definition.kind === Kind.OPERATION_DEFINITION)
    .map((definition) => definition.name?.value ?? '(without a name)')
    .slice(0, 10)
    .join(', ');
  const what = name
    ? `There is no operation "${name.slice(0, 100)}" in the document`
    : 'The document has several operations';
  return new ContextError('BAD_USER_INPUT', `${what}. Set "operationName" to one of: ${names}.`);
}
