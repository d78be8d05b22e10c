import { type DocumentNode, type ExecutionArgs, getOperationAST, getVariableValues, Kind, visit } from 'graphql';
import { type ComplexityEstimator, getComplexity } from 'graphql-query-complexity';
import { ContextError } from '../contract/errors.ts';
import { DEFAULT_PAGE_SIZE, PAGE_SIZE } from '../contract/limits.ts';

/** Fields that one answer may hold at most, as far as a document tells. A full page with everything in it has some 5,000. */
export const COST = 30_000;
/** Fields of a document with its fragments written out, each page counted once: counting itself has a bound. */
const MOST_NODES = 10_000;

/** Each field is one; what stands in a page counts as often as the page may have nodes. */
const estimate: ComplexityEstimator = ({ args, childComplexity }) =>
  'first' in args ? 1 + pageSize(args.first) * childComplexity : 1 + childComplexity;

/** A page size out of bounds is refused by the field itself, with its own words. */
const pageSize = (first: unknown): number =>
  typeof first === 'number' ? Math.min(Math.max(first, 1), PAGE_SIZE) : DEFAULT_PAGE_SIZE;

interface Counted {
  /** The variables that page sizes, and what is skipped or included, are taken from. */
  variables: string[];
  costs: Map<string, number>;
}

const counted = new WeakMap<DocumentNode, Counted>();
/** Costs that are kept for one document. */
const MOST_KEPT = 32;

/**
 * Refuses an operation whose answer could become too large. Worked out once a document, operation and page sizes.
 * @throws ContextError LIMIT_EXCEEDED with `limit` and `found`.
 */
export function checkCost(args: ExecutionArgs): void {
  const { document, operationName, variableValues } = args;
  const known = counted.get(document) ?? { variables: countedVariables(document), costs: new Map<string, number>() };
  counted.set(document, known);
  const key = JSON.stringify([operationName, ...known.variables.map((name) => told(variableValues?.[name]))]);
  let cost = known.costs.get(key);
  if (cost === undefined) {
    cost = costOf(args);
    if (known.costs.size >= MOST_KEPT) known.costs.clear();
    // Nothing was counted where variables have the wrong type: another call may have the right one.
    if (cost > 0) known.costs.set(key, cost);
  }
  if (cost > COST)
    throw new ContextError(
      'LIMIT_EXCEEDED',
      `The answer could hold ${cost} fields; at most ${COST} may be asked for at once. Ask for smaller pages (first), fewer fields, or in several requests.`,
      { limit: COST, found: cost },
    );
}

/** What of a variable's value makes a difference to the cost. One that is left out may have a default. */
const told = (value: unknown): unknown =>
  value === undefined
    ? 'absent'
    : typeof value === 'number'
      ? pageSize(value)
      : typeof value === 'boolean'
        ? value
        : null;

function costOf({ schema, document, operationName, variableValues }: ExecutionArgs): number {
  const definitions = getOperationAST(document, operationName)?.variableDefinitions ?? [];
  // getComplexity would work out every fault of the variables: 200,000 wrong enum values take it half a minute.
  if (getVariableValues(schema, definitions, variableValues ?? {}, { maxErrors: 1 }).errors) return 0;
  try {
    return getComplexity({
      schema,
      query: document,
      operationName: operationName ?? undefined,
      variables: { ...variableValues },
      estimators: [estimate],
      maxQueryNodes: MOST_NODES,
    });
  } catch (error) {
    if (error instanceof Error && /maximum allowed number of nodes/.test(error.message)) return COST + 1;
    // What is wrong otherwise graphql-js says when it runs the document.
    return 0;
  }
}

/** The names of the variables that are handed to an argument `first`, or to `if` of @skip and @include. */
function countedVariables(document: DocumentNode): string[] {
  const names = new Set<string>();
  visit(document, {
    Argument: ({ name, value }) => {
      if ((name.value === 'first' || name.value === 'if') && value.kind === Kind.VARIABLE) names.add(value.name.value);
    },
  });
  return [...names];
}
