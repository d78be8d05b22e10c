import { z } from 'zod';
import type { Issue } from '../contract/errors.ts';
import { issueAt } from '../contract/issues.ts';
import { quoted } from '../contract/wording.ts';
import { hasKey, type Json } from '../json/json.ts';
import { InexactNumber } from '../json/numbers.ts';
import { valueAt } from '../json/pointer.ts';

type Path = (string | number)[];

/** The JSON type of a value, as messages call it. */
export function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return value instanceof InexactNumber ? 'number' : typeof value;
}

/**
 * One problem that zod found in a payload, in words for the agent that sent it: what is allowed, what came, and what
 * was probably meant.
 */
export function explain(issue: z.core.$ZodIssue, schema: z.ZodType, payload: Json): Issue {
  const steps = issue.path as Path;
  const path = ['payload', ...steps];
  const value = valueAt(payload, steps.map(String));
  const { rule, expected } = ruleOf(issue);
  if (value === undefined) return issueAt(path, `is required and missing: it ${rule}.`, expected, 'nothing');
  if (value === null && schemaAt(schema, steps) instanceof z.ZodOptional)
    return issueAt(path, `${rule}; got null. It is optional: leave it out instead.`, expected, 'null');
  const ofType = issue.code === 'invalid_type';
  const came = ofType && isScalar(value) ? `the ${kindOf(value)} ${shown(value)}` : shown(value);
  return issueAt(path, `${rule}; got ${came}.${meant(issue, value)}`, expected, ofType ? kindOf(value) : shown(value));
}

/** What the schema asks for, as the end of a sentence and in a few words. The schemas' own messages begin with "must". */
function ruleOf(issue: z.core.$ZodIssue): { rule: string; expected: string } {
  if (issue.code === 'invalid_type')
    return { rule: `must be ${withArticle(issue.expected)}`, expected: issue.expected };
  if (issue.code !== 'invalid_value') {
    const said = /^must (?:be |have |hold )?(.+)/s.exec(issue.message)?.[1];
    return said
      ? { rule: issue.message, expected: said }
      : { rule: `is not valid (${issue.message})`, expected: issue.message };
  }
  const names = issue.values.join(', ');
  const spelling =
    names === names.toUpperCase() ? ' (upper case)' : names === names.toLowerCase() ? ' (lower case)' : '';
  const expected = `one of ${names}${spelling}`;
  return { rule: `must be ${expected}`, expected };
}

/** The likely slip, as a sentence with a space before it; empty where none is recognised. */
function meant(issue: z.core.$ZodIssue, value: unknown): string {
  if (issue.code === 'invalid_value' && typeof value === 'string') {
    const name = value.length < 100 && issue.values.find((one) => sameWord(String(one), value));
    return name ? ` Did you mean "${String(name)}"?` : '';
  }
  if (issue.code !== 'invalid_type') return '';
  if (issue.expected === 'string' && isScalar(value)) return ` Did you mean "${String(value)}"?`;
  if (typeof value !== 'string') return '';
  if (issue.expected === 'boolean' && /^\s*(true|false)\s*$/i.test(value))
    return ` Did you mean ${value.trim().toLowerCase()}, without quotes?`;
  if (/^\s*[[{]/.test(value)) return ` Send it as ${withArticle(issue.expected)}, not as JSON text.`;
  return issue.expected === 'array' ? ` Did you mean [${quoted(value)}]?` : '';
}

const sameWord = (one: string, other: string): boolean => one.toLowerCase() === other.trim().toLowerCase();

const isScalar = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);

const withArticle = (kind: string): string => {
  if (kind === 'null' || kind === 'nothing') return kind;
  return `${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind}`;
};

/** A value in a message: a text in quotes, other scalars as they are, of everything else the kind alone. */
function shown(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  if (Array.isArray(value) && value.length === 0) return 'an empty array';
  return isScalar(value) ? String(value) : withArticle(kindOf(value));
}

/** The schema that a place of the payload has to satisfy; undefined where any value may stand. */
function schemaAt(root: z.ZodType, path: Path): unknown {
  let schema: unknown = root;
  for (const token of path) {
    while (schema instanceof z.ZodOptional) schema = schema.unwrap();
    if (schema instanceof z.ZodObject) schema = hasKey(schema.shape, String(token)) ? schema.shape[token] : undefined;
    else schema = schema instanceof z.ZodArray ? schema.element : undefined;
  }
  return schema;
}
