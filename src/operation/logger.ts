import { type Logger, pino } from 'pino';

/** How much of an error's message is logged, and how deep its causes are followed. */
const MESSAGE_LENGTH = 500;
const CAUSES = 4;

export interface LoggedError {
  type: string;
  message: string;
  code?: string;
  /** Where the database refused: its names, never its values. */
  table?: string;
  constraint?: string;
  at?: string[];
  cause?: LoggedError;
}

/** Readable lines on a terminal, JSON everywhere else. Of errors only what `loggedError` lets through is written. */
export function openLogger(level: string, isTerminal: boolean): Logger {
  const transport = isTerminal ? { target: 'pino-pretty', options: { ignore: 'pid,hostname' } } : undefined;
  return pino({ level, transport, serializers: { err: loggedError } });
}

/**
 * An error as the log has it: kind, code, place and causes. Messages of the database and of parsers quote what they were
 * given, and carry it in further properties: whatever is quoted is left out unless it is a plain name of the code.
 */
export function loggedError(error: unknown, depth = CAUSES): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an Error' };
  const { name, message, stack, cause } = error;
  const { code, table, constraint, severity } = error as unknown as Partial<Record<string, unknown>>;
  return {
    type: name,
    message: withoutQuotes(message, severity !== undefined),
    code: textOf(code),
    table: textOf(table),
    constraint: textOf(constraint),
    at: framesOf(stack),
    cause: cause !== undefined && depth > 0 ? loggedError(cause, depth - 1) : undefined,
  };
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value.slice(0, 100) : undefined);

const framesOf = (stack: string | undefined): string[] | undefined =>
  stack
    ?.split('\n')
    .map((line) => line.trim())
    .filter((line) => /^at .+:\d+:\d+\)?$/.test(line))
    .slice(0, 12);

/** Text in quotes, also one whose end was cut off, and one that holds other quotes. */
const QUOTED = /"(?:.*"|.*$)|`(?:.*`|.*$)|(?<!\w)'(?:[^']*'|[^']*$)/gs;
const PLAIN_NAME = /^'[A-Za-z_$][\w$]{0,30}'$/;

function withoutQuotes(message: string, all: boolean): string {
  const first = message.split('\n').find((line) => line.trim() !== '') ?? '';
  const masked = first.replace(QUOTED, (quoted) => (!all && PLAIN_NAME.test(quoted) ? quoted : '"…"'));
  return masked.slice(0, MESSAGE_LENGTH);
}
