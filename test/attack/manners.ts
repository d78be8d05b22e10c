/** What an answer must never do, whatever was asked. */

const ERROR_ANSWER_BYTES = 16 * 1024;

const CODES = new Set(
  `BAD_USER_INPUT PAYLOAD_INVALID LIMIT_EXCEEDED NOT_FOUND VERSION_NOT_FOUND VERSION_CONFLICT IDEMPOTENCY_KEY_REUSED
  CURSOR_INVALID CURSOR_AHEAD UNAUTHENTICATED FORBIDDEN RATE_LIMITED OVERLOADED UNAVAILABLE GRAPHQL_PARSE_FAILED
  GRAPHQL_VALIDATION_FAILED`.split(/\s+/),
);

/** Names of layers and tables, SQL, stacks, folders, addresses. */
const INSIDE =
  /[Pp]risma|[Pp]ostgre|SQLSTATE|node_modules|Unexpected error|\bP[12]\d{3}\b|\bINSERT INTO\b|\bSELECT .+ FROM\b|\n\s+at |\.[cm]?[jt]s:\d+|roomd_append|invalid input syntax|violates|ECONN|EPIPE|\/(?:work|home|tmp|usr|var)\/|Cannot read propert|is not a function|is not iterable|Maximum call stack/;

interface GraphQLAnswer {
  data?: unknown;
  errors?: { message: string; extensions?: { code?: string; retryable?: unknown } }[];
}

/** What is wrong with the text of an answer: empty where nothing is. INTERNAL is no code that any input may lead to. */
export function faultsOf(text: string, mayBeInternal = false): string[] {
  let answer: GraphQLAnswer;
  try {
    answer = JSON.parse(text) as GraphQLAnswer;
  } catch {
    return [`no JSON: ${text.slice(0, 200)}`];
  }
  if (!answer.errors) return answer.data === undefined ? [`neither data nor errors: ${text.slice(0, 200)}`] : [];
  const faults = answer.errors.flatMap(({ message, extensions }) => {
    const code = extensions?.code ?? '';
    if (!CODES.has(code) && !(mayBeInternal && code === 'INTERNAL')) return [`code ${code}: ${message}`];
    return typeof extensions?.retryable === 'boolean' ? [] : [`retryable ${extensions?.retryable}`];
  });
  const inside = INSIDE.exec(JSON.stringify(answer.errors).replaceAll('\\n', '\n'));
  if (inside) faults.push(`the inside of the server: ${inside[0]}`);
  if (answer.data == null && Buffer.byteLength(text) >= ERROR_ANSWER_BYTES)
    faults.push(`an error answer of ${Buffer.byteLength(text)} bytes`);
  return faults;
}

export const codeOf = (text: string): string => {
  const { errors } = JSON.parse(text) as GraphQLAnswer;
  return errors?.[0]?.extensions?.code ?? 'OK';
};
