import { shorten } from '../json/json.ts';
import { formatPointer } from '../json/pointer.ts';
import { ContextError, type ErrorCode, type Issue } from './errors.ts';
import { LISTED_ISSUES, LISTED_ISSUES_BYTES } from './limits.ts';
import { placeOf } from './wording.ts';

/** JSON characters that the path of one issue may take. */
const PATH_CHARACTERS = 1_000;
/** How many of the issues the message itself repeats, for callers that see nothing else of an error. */
const TOLD_ISSUES = 3;

/** An issue at a place of the input. The message is the place and what is wrong there; paths into the payload get their pointer. */
export function issueAt(path: Issue['path'], wrong: string, expected: string, received: string): Issue {
  return located(path, `${placeOf(path)} ${wrong}`, expected, received);
}

/**
 * The error for input that has issues. It lists the first of them, at most 50 and at most 11 KiB, so that the answer
 * stays under 16 KiB whatever the caller sent; `issueCount` says how many there are.
 */
export function refusal(
  code: ErrorCode,
  issues: readonly Issue[],
  issueCount: number = issues.length,
  extensions: Record<string, unknown> = {},
): ContextError {
  const listed = listedOf(issues);
  const told = listed.slice(0, TOLD_ISSUES).map((issue) => issue.message);
  const untold = issueCount - told.length;
  if (untold > 0) told.push(`(${untold} more: see extensions.issues)`);
  return new ContextError(code, told.join(' '), { ...extensions, issues: listed, issueCount });
}

/** The extensions of an error that is about one place of the input. The message says it as it stands. */
export const singleIssue = (path: Issue['path'], message: string, expected: string, received: string) => ({
  issues: [located(path, message, expected, received)],
  issueCount: 1,
});

function listedOf(issues: readonly Issue[]): Issue[] {
  const listed: Issue[] = [];
  let bytes = 0;
  for (const issue of issues.slice(0, LISTED_ISSUES)) {
    const short = shortened(issue);
    bytes += Buffer.byteLength(JSON.stringify(short)) + 1;
    if (bytes > LISTED_ISSUES_BYTES) break;
    listed.push(short);
  }
  return listed;
}

/** A path that is too long ends early: it still names a place that exists, one that holds the place at fault. */
function shortened({ path, message, expected, received }: Issue): Issue {
  let characters = 0;
  const end = path.findIndex((token) => {
    characters += JSON.stringify(token).length + 1;
    return characters > PATH_CHARACTERS;
  });
  return located(
    end < 0 ? path : path.slice(0, end),
    shorten(message, 500),
    expected && shorten(expected, 200),
    received && shorten(received, 200),
  );
}

function located(path: Issue['path'], message: string, expected?: string, received?: string): Issue {
  const pointer = path[0] === 'payload' ? { pointer: formatPointer(path.slice(1)) } : {};
  return { path, ...pointer, message, expected, received };
}
