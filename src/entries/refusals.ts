import { ContextError } from '../contract/errors.ts';
import { singleIssue } from '../contract/issues.ts';
import { quoted } from '../contract/wording.ts';
import type { Outcome } from '../log/append-statement.ts';
import { versionLabel } from '../log/version.ts';
import type { WriteResult } from './results.ts';

/** For an id that the room has never had. */
export const entryNotFound = (roomId: string, id: string): ContextError =>
  new ContextError(
    'NOT_FOUND',
    `There is no entry ${quoted(id)} in the room ${quoted(roomId)}. Ids come from writeContext and contexts(roomId: …); check that both belong together.`,
  );

/** For an entry whose current version is a tombstone, `minor` by `author`. */
export const entryDeleted = (id: string, minor: number, author: string): ContextError =>
  new ContextError(
    'NOT_FOUND',
    `The entry "${id}" was deleted by "${author}" as its version ${versionLabel(minor)}. contextHistory still shows it; restoreContext brings it back.`,
    { deleted: true, deletedBy: author, version: versionLabel(minor) },
  );

/** For a version label, given as the argument `name`, of an entry whose current version is `minor`. */
export const versionNotFound = (name: string, label: string, id: string, minor: number): ContextError =>
  new ContextError(
    'VERSION_NOT_FOUND',
    `The entry "${id}" has no version ${brief(label)}: it has ${minor === 0 ? 'only 1.0' : `1.0 to ${versionLabel(minor)}`}.`,
    {
      currentVersion: versionLabel(minor),
      ...singleIssue([name], `no version ${brief(label)}`, `1.0 to ${versionLabel(minor)}`, brief(label)),
    },
  );

/**
 * What an append came to, as the answer of the mutation.
 * @throws ContextError where the log refused it. A conflict is the caller's own to explain: `onConflict` makes the error.
 */
export async function settle(
  roomId: string,
  id: string,
  outcome: Outcome,
  onConflict: (current: { minor: number; author: string }) => Promise<Error> = async () =>
    new Error('unexpected conflict'),
): Promise<WriteResult> {
  switch (outcome.outcome) {
    case 'done':
    case 'replayed':
      return { version: outcome.version, posted: true };
    case 'unchanged':
      return { version: outcome.version, posted: false };
    case 'conflict':
      throw await onConflict(outcome);
    case 'not_found':
      throw entryNotFound(roomId, id);
    case 'deleted':
      throw entryDeleted(id, outcome.minor, outcome.author);
    case 'live':
      throw new ContextError(
        'BAD_USER_INPUT',
        `The entry "${id}" is not deleted: version ${versionLabel(outcome.minor)} is current and there is nothing to restore. Use updateContext to change it.`,
        singleIssue(['id'], 'the entry is not deleted', 'a deleted entry', `version ${versionLabel(outcome.minor)}`),
      );
    case 'key_reused':
      throw new ContextError(
        'IDEMPOTENCY_KEY_REUSED',
        'This idempotencyKey was used for another input by the same author in this room. A retry must repeat the first input exactly; for another write take another key.',
        singleIssue(['idempotencyKey'], 'used for another input', 'the first input, or a new key', 'another input'),
      );
  }
}

/** Ids come from callers: a message quotes no more of them than it needs. */
const brief = (text: string): string => (text.length > 140 ? `${[...text].slice(0, 130).join('')}…` : text);
