import type { ExecutionResult, GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Ctx } from '../graphql/ctx.ts';
import type { Meter } from './meter.ts';
import { rootField } from './root-field.ts';

/** The label of documents that cannot be read or are not valid: no field of theirs is known. */
const REFUSED = 'refused';

/** Counts every operation, whatever transport it came by. To stand last among the plugins: it sees translated errors. */
export const useMeter = (meter: Meter): Plugin => ({
  onParse:
    () =>
    ({ result }) => {
      if (result instanceof Error) meter.operated(REFUSED, 'GRAPHQL_PARSE_FAILED');
    },
  onValidate:
    () =>
    ({ valid, result }) => {
      if (!valid) meter.operated(REFUSED, codeOf(result));
    },
  onExecute: ({ args }) => {
    const began = performance.now();
    const operation = rootField(args.document, args.operationName);
    return {
      onExecuteDone: ({ result }) =>
        meter.operated(operation, codeOf((result as ExecutionResult).errors), (performance.now() - began) / 1000),
    };
  },
  onSubscribe: ({ args }) => {
    const since = Date.now();
    const operation = rootField(args.document, args.operationName);
    (args.contextValue as unknown as Ctx).delivered = (version) => meter.delivered(version, since);
    return {
      onSubscribeResult: ({ result }) =>
        meter.operated(operation, Symbol.asyncIterator in result ? 'OK' : codeOf((result as ExecutionResult).errors)),
    };
  },
});

/** The code of an answer's first error; the codes are a closed list. */
function codeOf(errors: readonly unknown[] | undefined): string {
  if (!errors?.length) return 'OK';
  const code = (errors[0] as Partial<GraphQLError>).extensions?.code;
  return typeof code === 'string' ? code : 'INTERNAL';
}
