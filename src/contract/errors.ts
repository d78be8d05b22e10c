export type { Issue } from '../json/issue.ts';

/** The closed list of error codes that callers see (with the two that GraphQL itself adds). */
export type ErrorCode =
  | 'BAD_USER_INPUT'
  | 'PAYLOAD_INVALID'
  | 'LIMIT_EXCEEDED'
  | 'NOT_FOUND'
  | 'VERSION_NOT_FOUND'
  | 'VERSION_CONFLICT'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'CURSOR_INVALID'
  | 'CURSOR_AHEAD'
  | 'UNAUTHENTICATED'
  | 'FORBIDDEN'
  | 'RATE_LIMITED'
  | 'OVERLOADED'
  | 'UNAVAILABLE'
  | 'INTERNAL'
  | 'GRAPHQL_PARSE_FAILED'
  | 'GRAPHQL_VALIDATION_FAILED';

/** The codes after which the same call may succeed without being changed. */
const RETRYABLE: ReadonlySet<ErrorCode> = new Set(['RATE_LIMITED', 'OVERLOADED', 'UNAVAILABLE']);

/**
 * An error that is meant for the caller: its message says what to do next. Everything else that is thrown reaches
 * the caller as INTERNAL, without its text.
 */
export class ContextError extends Error {
  override readonly name = 'ContextError';
  readonly code: ErrorCode;
  readonly extensions: Record<string, unknown>;

  constructor(code: ErrorCode, message: string, extensions: Record<string, unknown> = {}) {
    super(message);
    this.code = code;
    this.extensions = extensions;
  }

  get retryable(): boolean {
    return RETRYABLE.has(this.code);
  }
}
