import type { GraphQLError, GraphQLFormattedError } from 'graphql';
import { type ErrorSink, restated, toGraphQLError } from './errors.ts';

/** Errors of one answer, with the line that only counts the others. */
const MOST_ERRORS = 20;

/** Bytes of UTF-8 that the errors of one answer may take: with the answer around them they stay under 16 KiB. */
const MOST_BYTES = 14 * 1024;

/** Kept back for the line that tells how many errors were left out. */
const BYTES_OF_REST = 256;

const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/**
 * The errors of one answer as its caller sees them, translated and bounded: at most 20, together under 14 KiB. Of an
 * error that is too large as many issues are listed as fit; errors that do not fit at all are counted in a last one.
 * A list that was made here comes back as it is.
 */
export function toErrorList(errors: readonly unknown[], sink: ErrorSink): GraphQLError[] {
  if (errors.length <= MOST_ERRORS) {
    const all = errors.map((error) => toGraphQLError(error, sink));
    if (sizeOf(all) <= MOST_BYTES) return all;
  }
  const list: GraphQLError[] = [];
  let room = MOST_BYTES - BYTES_OF_REST;
  for (const error of errors.slice(0, MOST_ERRORS - 1)) {
    const fitting = fitted(toGraphQLError(error, sink), room);
    if (fitting === undefined) break;
    list.push(fitting);
    room -= sizeOf(fitting) + 1;
  }
  const left = errors.length - list.length;
  if (left > 0) list.push(rest(left, list.at(-1), errors[list.length], sink));
  return list;
}

/** The same, in the form that is sent: plain objects, without Yoga's notes about HTTP. */
export const formatErrors = (errors: readonly unknown[], sink: ErrorSink): GraphQLFormattedError[] =>
  toErrorList(errors, sink).map(formatError);

/** One error of a list that `toErrorList` made, as it is sent. */
export function formatError(error: GraphQLError): GraphQLFormattedError {
  const { extensions, ...plain } = error.toJSON();
  const { http: _, ...shown } = extensions ?? {};
  return { ...plain, extensions: shown };
}

/** The error cut down to `room` bytes; undefined where even its message does not fit. */
function fitted(error: GraphQLError, room: number): GraphQLError | undefined {
  if (sizeOf(error) <= room) return error;
  const { issues, ...others } = error.extensions;
  const { code, retryable } = error.extensions;
  const roomForIssues = room - sizeOf(restated(error, error.message, { ...others, issues: [] }));
  const forms = [
    restated(error, error.message, { ...others, issues: firstOf(issues, roomForIssues) }),
    restated(error, error.message, { code, retryable }),
    restated(undefined, error.message, { code, retryable }),
  ];
  return forms.find((form) => sizeOf(form) <= room);
}

/** As many issues from the start as fit. */
function firstOf(issues: unknown, room: number): unknown[] | undefined {
  if (!Array.isArray(issues)) return undefined;
  let left = room;
  const end = issues.findIndex((issue) => {
    left -= sizeOf(issue) + 1;
    return left < 0;
  });
  return issues.slice(0, end === -1 ? issues.length : end);
}

/** Has the code of the error before it (or of the first one left out), for callers that read the last error only. */
function rest(left: number, last: GraphQLError | undefined, next: unknown, sink: ErrorSink): GraphQLError {
  const { code, retryable } = (last ?? toGraphQLError(next, sink)).extensions;
  const message = `${left} more errors are not listed here. Mend what is listed and send the request again.`;
  return restated(undefined, message, { code, retryable });
}
