import { z } from 'zod';
import type { ContextError, Issue } from '../contract/errors.ts';
import { issueAt, refusal } from '../contract/issues.ts';
import { LISTED_ISSUES, PAYLOAD_BYTES } from '../contract/limits.ts';
import { grouped, placeOf, quoted } from '../contract/wording.ts';
import { findUnkeepable } from '../json/fidelity.ts';
import { isObject } from '../json/json.ts';
import { explain, kindOf } from './explain.ts';
import { type ContextType, payloadTypes } from './types.ts';

/**
 * What is wrong with a payload of this type: what breaks the type's schema and what cannot be kept exactly. `issueCount`
 * counts all of it, `issues` holds the first 50. The value is only looked at: nothing is changed, extra fields are fine.
 */
export function validatePayload(type: ContextType, value: unknown): { issues: Issue[]; issueCount: number } {
  if (!isObject(value)) return { issues: [wrongKind(value)], issueCount: 1 };
  const schema = payloadTypes[type];
  const broken = schema._zod.run({ value, issues: [] }, { async: false }) as z.core.ParsePayload;
  const explained = broken.issues.slice(0, LISTED_ISSUES).map((raw) => explain(finished(raw), schema, value));
  const unkeepable = findUnkeepable(value, { maxIssues: LISTED_ISSUES });
  return {
    issues: [...explained, ...unkeepable.issues.map(placed)].slice(0, LISTED_ISSUES),
    issueCount: broken.issues.length + unkeepable.issueCount,
  };
}

/**
 * The compact JSON text of a payload that may be stored, and its length in bytes. Refuses everything else:
 * PAYLOAD_INVALID with all its issues, or LIMIT_EXCEEDED above 65,536 bytes.
 *
 * The size comes before the issues: a payload that is too large has to be rewritten anyway, and the limit bounds the
 * work of the checks behind it, whatever the size of the request.
 */
export function checkPayload(type: ContextType, value: unknown): { text: string; bytes: number } {
  if (!isObject(value)) throw refusal('PAYLOAD_INVALID', [wrongKind(value)]);
  const text = compactText(value);
  const bytes = text === undefined ? 0 : Buffer.byteLength(text);
  if (bytes > PAYLOAD_BYTES) throw tooLarge(bytes);
  const { issues, issueCount } = validatePayload(type, value);
  if (issueCount > 0) throw refusal('PAYLOAD_INVALID', issues, issueCount);
  if (text === undefined) throw new Error('a payload without issues has no JSON text');
  return { text, bytes };
}

/**
 * An issue as safeParse gives it. It finishes all of them, and a payload can have 100,000: so the schema is run by
 * itself, and only what is listed is finished.
 */
const finished = (raw: z.core.$ZodRawIssue): z.core.$ZodIssue =>
  z.core.util.finalizeIssue(raw, undefined, z.config()) as z.core.$ZodIssue;

/** What a message is about belongs into it: some callers see nothing else. */
const placed = (issue: Issue): Issue => ({ ...issue, message: `${placeOf(issue.path)}: ${issue.message}.` });

/** Undefined for a value that is nested too deeply to be written; it is refused for its depth. */
function compactText(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function wrongKind(value: unknown): Issue {
  const came = typeof value === 'string' ? `the string ${quoted(value)}` : kindOf(value);
  const hint =
    typeof value === 'string'
      ? 'Send the object itself, not JSON text.'
      : 'Send an object with the fields of the type.';
  return issueAt(['payload'], `must be an object; got ${came}. ${hint}`, 'object', kindOf(value));
}

function tooLarge(found: number): ContextError {
  const limit = `at most ${grouped(PAYLOAD_BYTES)} bytes of compact UTF-8 JSON`;
  const wrong = `must be ${limit}; this one is ${grouped(found)}. Shorten it, or spread it over several entries.`;
  const issue = issueAt(['payload'], wrong, limit, `${grouped(found)} bytes`);
  return refusal('LIMIT_EXCEEDED', [issue], 1, { limit: PAYLOAD_BYTES, found });
}
