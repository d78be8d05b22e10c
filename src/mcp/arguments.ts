import { parseDateTime } from '../contract/date-time.ts';
import type { Issue } from '../contract/errors.ts';
import { issueAt, refusal } from '../contract/issues.ts';
import { quoted } from '../contract/wording.ts';
import { isObject, type JsonObject } from '../json/json.ts';
import { InexactNumber } from '../json/numbers.ts';

/** What an argument of a tool may be. `json` is anything: what looks at it more closely is behind the door. */
export interface Argument {
  kind: 'string' | 'strings' | 'object' | 'objects' | 'integer' | 'boolean' | 'date' | 'json';
  required?: true;
  values?: readonly string[];
  /** Said to the agent, where the name does not say it. */
  description?: string;
}

export type Arguments = Record<string, Argument>;

const STRING = { type: 'string' };

const SCHEMAS: Record<Argument['kind'], JsonObject> = {
  string: STRING,
  date: STRING,
  strings: { type: 'array', items: STRING },
  object: { type: 'object' },
  json: { type: 'object' },
  objects: { type: 'array', items: { type: 'object' } },
  integer: { type: 'integer' },
  boolean: { type: 'boolean' },
};

/** The JSON Schema of a tool's arguments, as short as it can be said: every agent pays for it in each of its sessions. */
export function schemaOf(allowed: Arguments) {
  const properties = Object.entries(allowed).map(([name, { kind, values, description }]) => {
    const schema: JsonObject = {
      ...SCHEMAS[kind],
      ...(values && { enum: [...values] }),
      ...(description && { description }),
    };
    return [name, schema] as const;
  });
  const required = Object.keys(allowed).filter((name) => allowed[name]!.required);
  return { type: 'object' as const, properties: Object.fromEntries(properties), required };
}

const KINDS: Record<Argument['kind'], { called: string; fits(value: unknown): boolean }> = {
  string: { called: 'a string', fits: isString },
  date: {
    called: 'a time such as "2026-11-30T14:10:00Z"',
    fits: (value) => isString(value) && parseDateTime(value) !== undefined,
  },
  strings: { called: 'an array of strings', fits: (value) => Array.isArray(value) && value.every(isString) },
  object: { called: 'an object', fits: isObject },
  objects: { called: 'an array of objects', fits: (value) => Array.isArray(value) && value.every(isObject) },
  integer: { called: 'a whole number', fits: Number.isInteger },
  boolean: { called: 'true or false', fits: (value) => typeof value === 'boolean' },
  json: { called: 'an object', fits: () => true },
};

function isString(value: unknown): value is string {
  return typeof value === 'string';
}

/**
 * Checks that the arguments have the names and JSON types that the tool asks for, and no others; what they say is checked
 * behind the door. An optional argument that is null counts as null where the operation tells it from absent.
 * @throws ContextError BAD_USER_INPUT with all issues
 */
export function checkArguments(tool: string, allowed: Arguments, given: Record<string, unknown>): void {
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(allowed, name));
  const issues = [
    ...unknown.map((name) => unknownArgument(tool, allowed, name)),
    ...Object.entries(allowed).flatMap(([name, argument]) => faultOf(name, argument, given[name]) ?? []),
  ];
  if (issues.length > 0) throw refusal('BAD_USER_INPUT', issues);
}

function unknownArgument(tool: string, allowed: Arguments, name: string): Issue {
  const names = Object.keys(allowed);
  const meant = names.find((one) => bare(one) === bare(name));
  const hint = meant ? `Did you mean "${meant}"?` : `It takes ${names.join(', ')}.`;
  return issueAt([name], `is no argument of ${tool}. ${hint}`, meant ?? 'nothing', 'an unknown argument');
}

const bare = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, '');

function faultOf(name: string, { kind, required, values }: Argument, value: unknown): Issue | undefined {
  const expected = values ? `one of ${values.join(', ')}` : KINDS[kind].called;
  if (value === undefined)
    return required && issueAt([name], `is required and missing: it must be ${expected}.`, expected, 'nothing');
  if (value === null && !required) return undefined;
  if (KINDS[kind].fits(value) && (!values || values.includes(value as string))) return undefined;
  const came = shown(value);
  const meant = meantBy(kind, values, value);
  return issueAt([name], `must be ${expected}; got ${came}.${meant}`, expected, came);
}

function meantBy(kind: Argument['kind'], values: readonly string[] | undefined, value: unknown): string {
  if (values && isString(value)) {
    const meant = values.find((one) => bare(one) === bare(value));
    return meant ? ` Did you mean "${meant}"?` : '';
  }
  if (kind === 'strings' && isString(value) && !value.startsWith('[')) return ` Did you mean [${quoted(value)}]?`;
  if (isString(value) && /^\s*[[{]/.test(value)) return ' Send the JSON itself, not JSON as text.';
  if (kind === 'string' && (typeof value === 'number' || typeof value === 'boolean'))
    return ` Did you mean "${value}"?`;
  if (isString(value) && QUOTED[kind]?.test(value)) return ` Did you mean ${value.trim()}, without quotes?`;
  return '';
}

const QUOTED: Partial<Record<Argument['kind'], RegExp>> = { integer: /^\s*\d+\s*$/, boolean: /^\s*(true|false)\s*$/ };

function shown(value: unknown): string {
  if (isString(value)) return quoted(value);
  if (value === null) return 'null';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : 'an array';
  if (isObject(value)) return 'an object';
  return value instanceof InexactNumber || typeof value === 'number' ? `the number ${value}` : String(value);
}
