import { ContextError } from '../contract/errors.ts';
import { singleIssue } from '../contract/issues.ts';
import { depthOf } from '../json/depth.ts';
import { MAX_DEPTH } from '../json/fidelity.ts';

/** A list of JSON Patch operations holds its values two levels down. */
const PATCH_LEVELS = 2;

/**
 * Refuses a patch that could only make a payload too deep, before anything walks through it.
 * @throws ContextError PAYLOAD_INVALID
 */
export function checkDepth(patch: unknown): void {
  const depth = depthOf(patch);
  if (depth <= MAX_DEPTH + PATCH_LEVELS) return;
  const message = `The patch is nested ${depth} levels deep; a payload has at most ${MAX_DEPTH}. Flatten it, or send the inner part as text.`;
  const expected = `at most ${MAX_DEPTH} levels`;
  throw new ContextError('PAYLOAD_INVALID', message, singleIssue(['payload'], message, expected, `${depth} levels`));
}
