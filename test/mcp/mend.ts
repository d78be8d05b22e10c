import type { Issue } from '../../src/contract/errors.ts';

// An agent without any understanding: it mends a call from the text of the refusal alone, by fixed rules.

// biome-ignore lint/suspicious/noExplicitAny: arguments of any shape
type Value = any;

interface Refusal {
  code: string;
  message: string;
  issues?: Issue[];
  [more: string]: unknown;
}

/** What stands for something that is missing, by what the refusal says that it must be. */
function sampleOf(expected: string, message: string): Value {
  const first = /^(?:must be )?one of ([\w|]+)/.exec(expected)?.[1];
  if (first) return first;
  const example = /such as "([^"]+)"/.exec(message)?.[1];
  if (example) return example;
  const least = /from (\d+) to|^(\d+) or more/.exec(expected);
  if (least) return Number(least[1] ?? least[2]);
  if (/whole number/.test(expected)) return 1;
  if (/array/.test(expected)) return [];
  if (/object/.test(expected)) return {};
  if (/boolean|true or false/.test(expected)) return true;
  return 'something';
}

/** A merge patch is shaped like the payload that it makes. */
function at(args: Value, [root, ...rest]: Issue['path']): { holder: Value; key: string | number; value: Value } {
  const path = [
    root === 'payload' && !('payload' in args) && 'payloadMergePatch' in args ? 'payloadMergePatch' : root!,
    ...rest,
  ];
  const key = path.at(-1)!;
  const holder = path.slice(0, -1).reduce((value: Value, token) => value[token], args);
  return { holder, key, value: holder?.[key] };
}

const DROPPED = Symbol('dropped');

/** What is to stand in the place of an issue. */
function mendedValue(value: Value, { message, expected = '', received = '' }: Issue): Value {
  const meant = /Did you mean (.+?)(?:, without quotes)?\?$/.exec(message)?.[1];
  if (meant) return JSON.parse(meant);
  if (/[Ll]eave (?:it|"?\w+"?) out/.test(message)) return DROPPED;
  if (/not (?:as )?JSON (?:as )?text/.test(message)) return JSON.parse(value);
  if (/send it as a string/.test(message)) return received;
  if (/U\+0000|control characters|surrogate/.test(message))
    return value.replace(/[\p{Cc}\p{Surrogate}\p{Bidi_Control}]/gu, '');
  if (/begin or end with white space/.test(message)) return value.trim();
  const limit = /^at most ([\d,]+)/.exec(expected)?.[1]?.replaceAll(',', '');
  if (!limit) return sampleOf(expected, message);
  return typeof value === 'number' ? Number(limit) : [...value].slice(0, Number(limit)).join('');
}

function mendIssue(args: Value, issue: Issue): void {
  const { holder, key, value } = at(args, issue.path);
  if (/is no argument of/.test(issue.message)) {
    const name = /Did you mean "(\w+)"/.exec(issue.message)?.[1];
    if (name) holder[name] = value;
    delete holder[key];
    return;
  }
  const mended = mendedValue(value, issue);
  if (mended !== DROPPED) holder[key] = mended;
  else if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else delete holder[key];
}

/** The arguments as they should have been, as far as the refusal tells. */
export function mend(args: Value, text: string): Value {
  const { code, issues = [], ...more } = JSON.parse(text).error as Refusal;
  const mended = structuredClone(args);
  if (code === 'VERSION_CONFLICT') mended.expectedVersion = more.currentVersion;
  else if (code === 'IDEMPOTENCY_KEY_REUSED') mended.idempotencyKey = `${args.idempotencyKey}-2`;
  else if (code === 'CURSOR_INVALID') for (const { path } of issues) delete mended[path[0]!];
  else if (code === 'VERSION_NOT_FOUND') for (const { path } of issues) mended[path[0]!] = more.currentVersion;
  // What is missing first: a misspelt argument that is renamed then counts.
  else for (const issue of issues.toSorted((one) => (one.received === 'nothing' ? -1 : 1))) mendIssue(mended, issue);
  return mended;
}
