import { type DocumentNode, getOperationAST } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { rootField } from './root-field.ts';
import type { Tracing } from './tracing.ts';

/** A span around each operation, under the name of its root field. Of a subscription: around its beginning. */
export const useTracing = (tracing: Tracing): Plugin => ({
  onExecute: ({ args, executeFn, setExecuteFn }) => {
    const { name, attributes } = spanOf(args);
    setExecuteFn((given) => tracing.span(name, attributes, () => executeFn(given)));
  },
  onSubscribe: ({ args, subscribeFn, setSubscribeFn }) => {
    const { name, attributes } = spanOf(args);
    setSubscribeFn((given) => tracing.span(name, attributes, () => subscribeFn(given)));
  },
});

function spanOf({ document, operationName }: { document: DocumentNode; operationName?: string | null }) {
  const kind = getOperationAST(document, operationName)?.operation ?? 'query';
  const field = rootField(document, operationName);
  return { name: `${kind} ${field}`, attributes: { 'graphql.operation.type': kind, 'graphql.root_field': field } };
}
