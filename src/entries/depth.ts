import { depthOf } from '../json/depth.ts';
import { ContextError } from './errors.ts';
import { PAYLOAD_DEPTH } from './limits.ts';

/** A list of JSON Patch operations holds its values two levels down. */
const PATCH_LEVELS = 2;

/**
 * Refuses a patch that could only make a payload too deep, before anything walks through it.
 * @throws ContextError PAYLOAD_INVALID
 */
export function checkDepth(patch: unknown): void {
  const depth = depthOf(patch);
  if (depth <= PAYLOAD_DEPTH + PATCH_LEVELS) return;
  const message = `The patch is nested ${depth} levels deep; a payload has at most ${PAYLOAD_DEPTH}. Flatten it, or send the inner part as text.`;
  const expected = `at most ${PAYLOAD_DEPTH} levels`;
  throw new ContextError('PAYLOAD_INVALID', message, {
    issues: [{ path: ['payload'], pointer: '', message, expected, received: `${depth} levels` }],
    issueCount: 1,
  });
}
