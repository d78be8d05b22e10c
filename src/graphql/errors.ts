import { GraphQLError } from 'graphql';
import { ContextError, type ErrorCode } from '../contract/errors.ts';
import { shorten } from '../json/json.ts';

/** Where the faults of one request are told: its id is what the caller sees, `report` is what the operator's log gets. */
export interface ErrorSink {
  requestId: string;
  report(error: unknown): void;
}

/** UTF-16 units of a message of graphql-js that are kept at its start, and at its end, where the reason stands. */
const QUOTING_START = 300;
const QUOTING_END = 200;
/** UTF-16 units of a message of our own, which quotes little. */
const MESSAGE_LENGTH = 2_000;

const GRAPHQL_CODES: ReadonlySet<unknown> = new Set(['GRAPHQL_PARSE_FAILED', 'GRAPHQL_VALIDATION_FAILED']);

const translated = new WeakSet<GraphQLError>();

/**
 * The one place where errors cross the wire: what was thrown, as the caller sees it, with `code` and `retryable` in its
 * extensions. A ContextError keeps its code and message, a mistake in the document or its variables keeps GraphQL's own
 * words. Everything else is INTERNAL: it is reported to the sink, and nothing of it leaves. What has been translated
 * comes back as it is.
 */
export function toGraphQLError(error: unknown, sink: ErrorSink): GraphQLError {
  if (error instanceof GraphQLError && translated.has(error)) return error;
  const cause = causeOf(error);
  if (cause instanceof ContextError)
    return restated(error, cause.message, { code: cause.code, retryable: cause.retryable, ...cause.extensions });
  if (error instanceof GraphQLError && isOfCaller(error, cause))
    return restated(error, withoutMiddle(error.message), {
      ...httpOf(error),
      code: codeOf(error),
      retryable: false,
    });
  sink.report(cause);
  const message =
    'Something went wrong on the server while it worked on this request. Whoever runs it finds the cause in its log ' +
    `under request id ${sink.requestId}. Before you repeat a write, read whether it took effect, or repeat it with ` +
    'the same idempotencyKey.';
  return restated(error, message, { code: 'INTERNAL', retryable: false, requestId: sink.requestId });
}

/** What graphql-js says where it gives up comparing the fields of a document with each other. */
const ABORTED = 'Validation aborted.';
const TOO_OFTEN =
  'The document asks for the same fields so often that it cannot be checked. Ask for each once, or under an alias.';

/** A mistake that was found while validating the document, before anything ran. */
export function toValidationError(error: GraphQLError): GraphQLError {
  if (translated.has(error)) return error;
  const message = error.message === ABORTED ? TOO_OFTEN : withoutMiddle(error.message);
  return restated(error, message, {
    code: 'GRAPHQL_VALIDATION_FAILED',
    retryable: false,
  });
}

/** For a document that is nested so deeply that parser or validation run out of stack. */
export const tooDeep = (): ContextError =>
  new ContextError(
    'LIMIT_EXCEEDED',
    'The document is nested too deeply to be read. Send payloads as a variable, and flatten nested selections.',
  );

/** graphql-js and envelop wrap what a resolver throws, sometimes more than once. */
function causeOf(error: unknown): unknown {
  let cause = error;
  while (cause instanceof GraphQLError && cause.originalError !== undefined) cause = cause.originalError;
  return cause;
}

/**
 * Whether graphql-js blames the request. Its errors outside of any field do; of those inside a field, the ones that
 * name a place of the document (an argument's value) do, and those about what a resolver returned do not.
 */
function isOfCaller(error: GraphQLError, cause: unknown): boolean {
  if (!(cause instanceof GraphQLError)) return false;
  return error.path === undefined || (cause !== error && cause.nodes !== undefined);
}

function codeOf(error: GraphQLError): ErrorCode {
  if (GRAPHQL_CODES.has(error.extensions.code)) return error.extensions.code as ErrorCode;
  return error.message.startsWith('Syntax Error:') ? 'GRAPHQL_PARSE_FAILED' : 'BAD_USER_INPUT';
}

/**
 * Yoga notes there which HTTP status an error asks for, and takes it out before it answers. A request that cannot be
 * read at all (BAD_REQUEST) has that status whatever the client accepts; `spec` would make it 200 for application/json.
 */
const httpOf = ({ extensions: { http, code } }: GraphQLError) =>
  http === undefined ? {} : { http: code === 'BAD_REQUEST' ? { ...http, spec: false } : http };

/** The error at its place in the document and the answer, with other words: final, no translation looks at it again. */
export function restated(error: unknown, message: string, extensions: Record<string, unknown>): GraphQLError {
  const { nodes, source, positions, path } = error instanceof GraphQLError ? error : {};
  const result = new GraphQLError(shorten(message, MESSAGE_LENGTH), { nodes, source, positions, path, extensions });
  translated.add(result);
  return result;
}

/** graphql-js quotes what came, however long it was, between the place and the reason. */
function withoutMiddle(message: string): string {
  if (message.length <= QUOTING_START + QUOTING_END) return message;
  return `${shorten(message, QUOTING_START)} ${message.slice(-QUOTING_END).replace(/^[\udc00-\udfff]/, '')}`;
}
