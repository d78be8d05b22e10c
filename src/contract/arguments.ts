import { PointerError, parsePointer } from '../json/pointer.ts';
import { ContextError, type Issue } from './errors.ts';
import { refusal, singleIssue } from './issues.ts';
import {
  CONSUMING_AGENTS,
  DEFAULT_PAGE_SIZE,
  IDEMPOTENCY_KEY_BYTES,
  PAGE_SIZE,
  SEARCH_CODE_POINTS,
  SUMMARY_CODE_POINTS,
} from './limits.ts';
import { accept, blankFaults, codePoints, fault, idFaults, lengthFaults, unkeepableFaults } from './text-faults.ts';
import { quoted } from './wording.ts';

// The checks of what a caller sends beside the payload. Each refuses with BAD_USER_INPUT, or with LIMIT_EXCEEDED where
// the size alone is at fault, and lists every issue that it finds.

/**
 * Runs all checks and returns their results under the same names. Where several refuse, it refuses once with all their
 * issues, under the code of the first.
 */
export function checkAll<Checks extends Record<string, () => unknown>>(
  checks: Checks,
): { [Name in keyof Checks]: ReturnType<Checks[Name]> } {
  const results: Record<string, unknown> = {};
  const refused: ContextError[] = [];
  for (const [name, check] of Object.entries(checks)) {
    try {
      results[name] = check();
    } catch (error) {
      if (!(error instanceof ContextError)) throw error;
      refused.push(error);
    }
  }
  const [first, ...others] = refused;
  if (first === undefined) return results as { [Name in keyof Checks]: ReturnType<Checks[Name]> };
  if (others.length === 0) throw first;
  const issues = refused.flatMap((error) => error.extensions.issues as Issue[]);
  const counts = refused.map((error) => error.extensions.issueCount as number);
  throw refusal(
    first.code,
    issues,
    counts.reduce((sum, count) => sum + count),
  );
}

/** A room id: 1 to 128 code points, no control characters, no white space at either end. Gives it back, as all checks do. */
export const checkRoomId = (roomId: string): string => accept(roomId, idFaults(['roomId'], roomId));

/** An agent id at the place of its argument (`author`, `filter.author`): the same rules as for a room id. */
export const checkAgentId = (place: string, agentId: string): string =>
  accept(agentId, idFaults(place.split('.'), agentId));

/** A summary: not blank, at most 4,000 code points; line breaks and other control characters but U+0000 are fine. */
export function checkSummary(summary: string): string {
  const path = ['summary'];
  return accept(summary, [
    ...unkeepableFaults(path, summary),
    ...blankFaults(path, summary),
    ...lengthFaults(path, codePoints(summary), SUMMARY_CODE_POINTS, 'code points'),
  ]);
}

/**
 * The agents without repeats, in their order: at most 50 distinct agent ids. The paths of issues count in the list as
 * it was sent.
 */
export function checkConsumingAgents(agents: readonly string[]): string[] {
  const path = ['consumingAgents'];
  const distinct = [...new Set(agents)];
  const tooMany = lengthFaults(path, distinct.length, CONSUMING_AGENTS, 'distinct agents');
  // The ids of a list that is too long are not looked at: there may be 100,000.
  if (tooMany.length > 0) return accept(distinct, tooMany);
  return accept(
    distinct,
    distinct.flatMap((agent) => idFaults([...path, agents.indexOf(agent)], agent)),
  );
}

/** An idempotency key: 1 to 256 bytes of UTF-8, no U+0000. */
export function checkIdempotencyKey(key: string): string {
  const path = ['idempotencyKey'];
  if (key === '') return accept(key, [fault(path, 'must not be empty: leave it out, or send a key.', 'a key', '""')]);
  return accept(key, [
    ...unkeepableFaults(path, key),
    ...lengthFaults(path, Buffer.byteLength(key), IDEMPOTENCY_KEY_BYTES, 'bytes'),
  ]);
}

/** Words to search for, not blank, at most 1,000 code points. */
export function checkSearch(search: string): string {
  const path = ['filter', 'search'];
  const blank = 'must not be blank: leave it out, or give words to find in summary and payload.';
  if (search.trim() === '') return accept(search, [fault(path, blank, 'words', 'white space')]);
  return accept(search, [
    ...unkeepableFaults(path, search),
    ...lengthFaults(path, codePoints(search), SEARCH_CODE_POINTS, 'code points'),
  ]);
}

/** The tokens of an RFC 6901 pointer into a payload. */
export function checkPointer(pointer: string): string[] {
  try {
    return parsePointer(pointer);
  } catch (error) {
    if (!(error instanceof PointerError)) throw error;
    const hint = pointer.startsWith('/') ? '' : ` Did you mean ${quoted(`/${pointer}`)}?`;
    const message = `pointer: ${error.message}.${hint}`;
    const issue = singleIssue(['pointer'], message, 'a JSON Pointer such as "/endpoints/0"', quoted(pointer));
    throw new ContextError('BAD_USER_INPUT', message, issue);
  }
}

/** The page size that was asked for, 1 to 200; 50 where none was. */
export function checkFirst(first: number | null | undefined): number {
  if (first == null) return DEFAULT_PAGE_SIZE;
  const path = ['first'];
  if (Number.isInteger(first) && first >= 1) return accept(first, lengthFaults(path, first, PAGE_SIZE, 'nodes a page'));
  const expected = `a whole number from 1 to ${PAGE_SIZE}`;
  return accept(first, [fault(path, `must be ${expected}; got ${first}.`, expected, String(first))]);
}

/** The two integers of a version label such as "1.10", however large: a label may name a version that never existed. */
export function parseVersionLabel(name: string, label: string): { major: number; minor: number } {
  const [, major, minor] = /^(0|[1-9]\d*)\.(0|[1-9]\d*)$/.exec(label) ?? [];
  const wrong = `must be a version as entries show it, such as "1.0" or "1.12"; got ${quoted(label)}.`;
  return accept(
    { major: Number(major), minor: Number(minor) },
    minor === undefined ? [fault([name], wrong, 'major.minor', quoted(label))] : [],
  );
}
