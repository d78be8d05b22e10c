import { type ExecutionArgs, execute, type GraphQLError, getOperationAST, OperationTypeNode } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Ctx } from './ctx.ts';
import { useDocumentCache } from './document-cache.ts';
import { useDocumentLimits } from './document-limits.ts';
import { toErrorList } from './error-list.ts';
import { tooDeep, toValidationError } from './errors.ts';
import { subscribeShared } from './shared-execution.ts';

/**
 * What stands around every operation, whatever transport it came by, in this order. Rules that bound what a document
 * may ask for go in before the cache's validation result is made, that is: behind it in this list.
 */
export const graphqlPlugins = ({ introspection } = { introspection: true }): Plugin[] => [
  useDocumentCache(),
  useDocumentLimits({ introspection }),
  useErrors(),
  usePlainMutations(),
  useSharedSubscriptions(),
];

/** Errors leave each stage translated, and an answer's list of them bounded. */
function useErrors(): Plugin {
  return {
    onParse:
      () =>
      ({ result, replaceParseResult }) => {
        if (result instanceof RangeError) replaceParseResult(tooDeep() as never);
      },
    onValidate({ validateFn, setValidationFn }) {
      setValidationFn((...args: Parameters<typeof validateFn>) => {
        try {
          return validateFn(...args);
        } catch (error) {
          throw error instanceof RangeError ? tooDeep() : error;
        }
      });
      return ({ valid, result, setResult }) => {
        if (!valid) setResult(result.map((error) => toValidationError(error as GraphQLError)));
      };
    },
    onExecute: () => ({
      onExecuteDone({ result, setResult, args }) {
        if (!('errors' in result) || result.errors === undefined) return;
        setResult({ ...result, errors: toErrorList(result.errors, args.contextValue as unknown as Ctx) });
      },
    }),
  };
}

/** Mutations run, like events, on graphql-js's own executor: Yoga's copies what is sent before it reads it. */
const usePlainMutations = (): Plugin => ({
  onExecute({ args: { document, operationName }, setExecuteFn }) {
    if (getOperationAST(document, operationName)?.operation === OperationTypeNode.MUTATION) setExecuteFn(execute);
  },
});

/** One execution and one text of an event for all who follow it with the same selection. */
const useSharedSubscriptions = (): Plugin => ({
  onSubscribe: ({ setSubscribeFn }) => setSubscribeFn((args) => subscribeShared(args as unknown as ExecutionArgs)),
});
