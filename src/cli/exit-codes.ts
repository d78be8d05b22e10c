import type { ErrorCode } from '../contract/errors.ts';

/** What the shell is told: documented in `roomd --help`. */
export const EXIT = {
  done: 0,
  failed: 1,
  wrongUse: 2,
  refused: 3,
  notFound: 4,
  conflict: 5,
  notAllowed: 6,
  notAvailable: 7,
} as const;

export const EXIT_HELP = `Exit codes:
  0  done
  1  something went wrong that should not have
  2  the command was given wrongly
  3  refused: what was sent is not valid
  4  there is no such room, entry or version
  5  somebody else was faster (VERSION_CONFLICT)
  6  the key is missing, or may not do this
  7  the server cannot be reached, or is too busy`;

const CODES: Partial<Record<ErrorCode, number>> = {
  NOT_FOUND: EXIT.notFound,
  VERSION_NOT_FOUND: EXIT.notFound,
  VERSION_CONFLICT: EXIT.conflict,
  UNAUTHENTICATED: EXIT.notAllowed,
  FORBIDDEN: EXIT.notAllowed,
  RATE_LIMITED: EXIT.notAvailable,
  OVERLOADED: EXIT.notAvailable,
  UNAVAILABLE: EXIT.notAvailable,
  INTERNAL: EXIT.failed,
};

/** The exit code of a refusal. */
export const exitCodeOf = (code: ErrorCode): number => CODES[code] ?? EXIT.refused;
