import {
  createSourceEventStream,
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  Kind,
  visit,
} from 'graphql';
import { RawJson, stringify } from '../json/raw-json.ts';
import type { Version } from '../log/version.ts';
import type { Ctx } from './ctx.ts';
import { toErrorList } from './error-list.ts';
import { MappedStream, type PolledIterator } from './mapped-stream.ts';

// A busy room has many subscribers that ask the same of each event. What they are answered does not depend on who asks,
// so it is worked out and written as text once, and all of them are sent the same text.

type Answer = ExecutionResult | RawJson;

/** Selections of one event whose answers are kept; what subscribers ask beyond that is worked out for each of them. */
const MOST_SELECTIONS = 16;

const answers = new WeakMap<Version, Map<string, Answer | Promise<Answer>>>();

/**
 * graphql-js's `subscribe` for the root fields of this schema: the same refusals, the same answers, except that an
 * answer without errors comes as RawJson, the same one for all who follow with the same selection. A stream that fails
 * ends with an answer that holds the error.
 */
export async function subscribeShared(args: ExecutionArgs): Promise<MappedStream<Version, Answer> | ExecutionResult> {
  const sink = args.contextValue as Ctx;
  const source = await createSourceEventStream(args);
  if (!(Symbol.asyncIterator in source)) return { ...source, errors: toErrorList(source.errors ?? [], sink) };
  const selection = selectionKey(args);
  return new MappedStream(
    source[Symbol.asyncIterator]() as PolledIterator<Version>,
    (version) => {
      sink.delivered?.(version);
      return sharedAnswer(version, selection, args);
    },
    (error) => ({ errors: toErrorList([error], sink) }),
  );
}

function sharedAnswer(version: Version, selection: string, args: ExecutionArgs): Answer | Promise<Answer> {
  const known = answers.get(version) ?? new Map<string, Answer | Promise<Answer>>();
  answers.set(version, known);
  const shared = known.get(selection);
  if (shared !== undefined) return shared;
  const answer = work(version, args);
  if (known.size >= MOST_SELECTIONS) return answer;
  known.set(selection, answer);
  if (answer instanceof Promise) settle(known, selection, answer);
  else if (!(answer instanceof RawJson)) known.delete(selection);
  return answer;
}

/** A failure (a payload that could not be loaded just then) is not kept: the next subscriber tries again. */
function settle(known: Map<string, Answer | Promise<Answer>>, selection: string, answer: Promise<Answer>): void {
  answer.then(
    (settled) => (settled instanceof RawJson ? known.set(selection, settled) : known.delete(selection)),
    () => known.delete(selection),
  );
}

function work(version: Version, args: ExecutionArgs): Answer | Promise<Answer> {
  const result = execute({ ...args, rootValue: version });
  return result instanceof Promise ? result.then((done) => written(done, args)) : written(result, args);
}

const written = (result: ExecutionResult, args: ExecutionArgs): Answer =>
  result.errors === undefined
    ? new RawJson(stringify(result))
    : { ...result, errors: toErrorList(result.errors, args.contextValue as Ctx) };

const documentIds = new WeakMap<DocumentNode, number>();
let lastDocumentId = 0;

/** Names what is asked of each event: the operation, and the variables that are used below its root field. */
function selectionKey({ document, operationName, variableValues }: ExecutionArgs): string {
  const id = documentIds.get(document) ?? ++lastDocumentId;
  documentIds.set(document, id);
  const given = variablesOfSelection(document).filter((name) => Object.hasOwn(variableValues ?? {}, name));
  const values = given.map((name) => [name, variableValues![name]]);
  return JSON.stringify([id, operationName ?? null, values]);
}

/** The names of the variables that stand anywhere but in the arguments of a root field and in definitions. */
function variablesOfSelection(document: DocumentNode): string[] {
  const names = new Set<string>();
  let depth = 0;
  visit(document, {
    VariableDefinition: () => false,
    FragmentDefinition: (node) => {
      depth = node.typeCondition.name.value === 'Subscription' ? 0 : 1;
    },
    OperationDefinition: () => {
      depth = 0;
    },
    Field: { enter: () => void depth++, leave: () => void depth-- },
    Argument: (_node, _key, _parent, _path, ancestors) => {
      const owner = ancestors.at(-1);
      const isOfRootField = depth === 1 && owner !== undefined && 'kind' in owner && owner.kind === Kind.FIELD;
      return isOfRootField ? false : undefined;
    },
    Variable: (node) => void names.add(node.name.value),
  });
  return [...names];
}
