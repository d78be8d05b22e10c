import { createHash } from 'node:crypto';
import { checkIdempotencyKey } from '../contract/arguments.ts';
import { canonicalText } from '../json/equal.ts';
import type { Json } from '../json/json.ts';

export interface KeyedInput {
  key: string;
  inputHash: string;
}

/**
 * The idempotency key of an operation with what its input comes to. The order of keys does not count, nor does an
 * argument that is left out against one that is given its default.
 */
export function keyedInput(
  operation: string,
  idempotencyKey: string | null | undefined,
  input: Record<string, Json | undefined>,
): Partial<KeyedInput> {
  if (idempotencyKey == null) return {};
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as Record<
    string,
    Json
  >;
  const inputHash = createHash('sha256')
    .update(canonicalText({ operation, ...given }))
    .digest('base64');
  return { key: checkIdempotencyKey(idempotencyKey), inputHash };
}
