import { ContextError } from '../contract/errors.ts';
import { singleIssue } from '../contract/issues.ts';
import { isObject, type Json } from '../json/json.ts';
import { applyMergePatch } from '../json/merge-patch.ts';
import { applyPatch } from '../json/patch.ts';
import { PatchError } from '../json/patch-error.ts';
import type { UpdateContextInput } from './inputs.ts';

type PayloadForms = Pick<UpdateContextInput, 'payload' | 'payloadMergePatch' | 'payloadJsonPatch'>;

/**
 * What an update makes of a payload, not validated yet: the very `before` where it does not touch it.
 * @throws ContextError BAD_USER_INPUT for a patch that is ill-formed or does not apply, LIMIT_EXCEEDED for one whose
 * copies grow without measure.
 */
export function patchedPayload({ payload, payloadMergePatch, payloadJsonPatch }: PayloadForms, before: Json): Json {
  if (payload !== undefined) return payload;
  if (payloadMergePatch !== undefined) {
    if (isObject(payloadMergePatch)) return applyMergePatch(before, payloadMergePatch);
    const message = 'payloadMergePatch must be an object (RFC 7396), not JSON text or another value.';
    throw new ContextError(
      'BAD_USER_INPUT',
      message,
      singleIssue(['payloadMergePatch'], message, 'an object', typeof payloadMergePatch),
    );
  }
  if (payloadJsonPatch === undefined) return before;
  try {
    return applyPatch(before, payloadJsonPatch);
  } catch (error) {
    if (!(error instanceof PatchError)) throw error;
    const code = error.reason === 'too-large' ? 'LIMIT_EXCEEDED' : 'BAD_USER_INPUT';
    throw new ContextError(
      code,
      error.message,
      singleIssue(error.path, error.message, 'a patch that applies', error.reason),
    );
  }
}
