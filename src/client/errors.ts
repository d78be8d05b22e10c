import type { ErrorCode, Issue } from '../contract/errors.ts';

export type { ErrorCode, Issue };

/** What a refusal carries beside its message: `code` and `retryable`, and what belongs to the code. */
export type Extensions = { code?: ErrorCode; retryable?: boolean; issues?: Issue[] } & Record<string, unknown>;

/**
 * A refusal of the server, or a server that could not be reached (code UNAVAILABLE). The message says what to do next.
 * The client has repeated what is `retryable` before it throws.
 */
export class RoomError extends Error {
  override readonly name = 'RoomError';
  readonly code: ErrorCode;
  /** Whether the same call may succeed later without being changed. */
  readonly retryable: boolean;
  /** The places of the input that are at fault, each with what was expected and what came. */
  readonly issues: readonly Issue[];
  /** All that the server said, such as `currentVersion` and `jsonPatch` of a VERSION_CONFLICT. */
  readonly extensions: Extensions;

  constructor(message: string, extensions: Extensions, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = extensions.code ?? 'INTERNAL';
    this.retryable = extensions.retryable ?? false;
    this.issues = extensions.issues ?? [];
    this.extensions = extensions;
  }
}

/** The first of the errors of a GraphQL answer. */
export function fromGraphQL(errors: readonly { message: string; extensions?: unknown }[]): RoomError {
  const [first] = errors;
  return new RoomError(first?.message ?? 'The server answered an empty list of errors.', {
    ...(first?.extensions as Extensions | undefined),
  });
}

/** The server could not be reached, or answered with something that is no answer. */
export const unreachable = (message: string, cause?: unknown): RoomError =>
  new RoomError(message, { code: 'UNAVAILABLE', retryable: true }, cause);
