import { maxAliasesRule } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthRule } from '@escape.tech/graphql-armor-max-depth';
import { maxDirectivesRule } from '@escape.tech/graphql-armor-max-directives';
import {
  type GraphQLError,
  NoSchemaIntrospectionCustomRule,
  type ParseOptions,
  parse,
  type Source,
  type ValidationRule,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { ContextError } from '../contract/errors.ts';
import { checkCost } from './cost.ts';

/** A payload of 64 KiB that stands in the document itself can have 44,000 of them. */
export const TOKENS = 50_000;
/** Levels of fields. The answers of this schema have eight; the schema's own description, `__schema`, is not counted. */
export const DEPTH = 15;
export const ALIASES = 100;
export const DIRECTIVES = 50;
/** Braces in each other, those of inline fragments too: what looks at a document goes down into it level by level. */
export const NESTING = 100;
/** Fragments of one document: each may lead on to the next, which is a level too. */
export const FRAGMENTS = 500;

/**
 * Bounds what a document may ask for, before anything of it runs; beyond is LIMIT_EXCEEDED with `limit` and `found`. The
 * rules look at the document alone, but for the cost, which counts the page sizes that its variables ask for.
 */
export function useDocumentLimits({ introspection }: { introspection: boolean }): Plugin {
  const rules = [
    nestingRule,
    maxDepthRule({
      n: DEPTH,
      flattenFragments: true,
      onReject: [refuse('levels of fields', 'Ask for less at a time.')],
    }),
    maxAliasesRule({ n: ALIASES, onReject: [refuse('aliases', 'Split the document into several requests.')] }),
    maxDirectivesRule({ n: DIRECTIVES, onReject: [refuse('directives', 'Split the document into several requests.')] }),
    ...(introspection ? [] : [NoSchemaIntrospectionCustomRule]),
  ];
  return {
    onParse: ({ setParseFn }) => setParseFn(parseBounded as never),
    onValidate({ addValidationRule }) {
      for (const rule of rules) addValidationRule(rule as never);
    },
    onExecute: ({ args }) => checkCost(args as never),
    onSubscribe: ({ args }) => checkCost(args as never),
  };
}

/** Goes first: the rules behind it would run out of stack. graphql-js's own way through a document does not. */
const nestingRule: ValidationRule = () => {
  let [level, fragments] = [0, 0];
  return {
    FragmentDefinition: () => {
      fragments += 1;
      if (fragments > FRAGMENTS) throw exceeded('fragments', FRAGMENTS, fragments, 'Write some of them out.');
    },
    SelectionSet: {
      enter: () => {
        level += 1;
        if (level > NESTING) throw exceeded('levels of selections', NESTING, level, 'Flatten nested fragments.');
      },
      leave: () => {
        level -= 1;
      },
    },
  };
};

/** graphql-js stops reading at the first token too many: how many there are is not known. */
function parseBounded(source: string | Source, options?: ParseOptions) {
  try {
    return parse(source, { ...options, maxTokens: TOKENS });
  } catch (error) {
    if (!(error instanceof Error) || !/contains more that \d+ tokens/.test(error.message)) throw error;
    throw exceeded('tokens', TOKENS, TOKENS + 1, 'Send payloads as a variable, or split the document.');
  }
}

/** The rules tell their findings in words. */
function refuse(what: string, next: string) {
  return (_context: unknown, error: GraphQLError): never => {
    const [limit, found] = (error.message.match(/\d+/g) ?? []).map(Number);
    throw exceeded(what, limit!, found!, next);
  };
}

const exceeded = (what: string, limit: number, found: number, next: string): ContextError =>
  new ContextError(
    'LIMIT_EXCEEDED',
    `The document has ${found > limit && what === 'tokens' ? `more than ${limit}` : found} ${what}; at most ${limit} are taken. ${next}`,
    { limit, found },
  );
