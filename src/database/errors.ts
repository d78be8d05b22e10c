import { ContextError } from '../contract/errors.ts';

/**
 * The statement was sent, and then its connection was lost or stayed silent: whether it took effect is not known. A
 * caller that only reads is told to come again.
 */
export class ConnectionLost extends ContextError {
  constructor() {
    super('UNAVAILABLE', 'The connection to the database broke before it answered. Try again in a few seconds.');
  }
}

/** Whether a statement was sent and its outcome is not known. */
export const isConnectionLost = (error: unknown): error is ConnectionLost => error instanceof ConnectionLost;

/** What the driver, its pool and Prisma throw, as far as it is looked at here. */
interface Failure {
  message?: string;
  /** An SQLSTATE, a socket's code, or one of Prisma's own. */
  code?: string;
  severity?: string;
}

/**
 * The server did not do the work for lack of time or room: lock_not_available, query_canceled, too_many_connections,
 * out_of_memory, serialization_failure, deadlock_detected; Prisma's write conflict, pool timeout, transaction timeout.
 */
const BUSY = /^(55P03|57014|53000|53200|53300|53400|40001|40P01|P2034|P2024|P2028|P2037)$/;

/** The server cannot write now: read_only_sql_transaction (after a failover), disk_full. */
const READ_ONLY = /^(25006|53100)$/;

/** The connection failed: class 08, shutdowns, an idle transaction that was ended, sockets, Prisma's words for these. */
const BROKEN = /^(08...|57P0.|25P03|E[A-Z]{3,}|P1001|P1002|P1008|P1017)$/;
const BROKEN_TEXT = /Connection terminated|Query read timeout|Client (has encountered|was closed)|timeout expired/;

/** Among these: it was never made. */
const NOT_MADE = /^(57P03|ECONNREFUSED|ENOENT|ENOTFOUND|EAI_AGAIN|P1001)$/;

const POOL_TIMEOUT = 'timeout exceeded when trying to connect';

/** Whether the connection that gave this error must not be used again. */
export function isBroken(error: unknown): boolean {
  const { code, severity, message = '' } = error as Failure;
  if (code === undefined) return BROKEN_TEXT.test(message);
  return severity === 'FATAL' || severity === 'PANIC' || BROKEN.test(code) || READ_ONLY.test(code);
}

/** Translates why no connection was to be had. Nothing was sent. */
export function notConnected(error: unknown): ContextError {
  const { code = '', message } = error as Failure;
  return message === POOL_TIMEOUT || BUSY.test(code) ? overloaded(error) : unavailable(error);
}

/**
 * Translates what a sent statement failed with: OVERLOADED or UNAVAILABLE where it surely did nothing, ConnectionLost
 * where that is not known. Everything else is a fault of the statement and is given back as it is.
 */
export function notAnswered(error: unknown): unknown {
  const { code = '' } = error as Failure;
  if (BUSY.test(code)) return overloaded(error);
  if (READ_ONLY.test(code)) return unavailable(error);
  return isBroken(error) ? caused(new ConnectionLost(), error) : error;
}

interface Wrapped extends Failure {
  cause?: { originalCode?: string; code?: string };
  meta?: { driverAdapterError?: Wrapped };
}

/** Translates what Prisma throws: it wraps the driver's error, and only its code tells whether the statement was sent. */
export function fromPrisma(error: unknown): unknown {
  const { message = '', code: own, meta, cause } = error as Wrapped;
  const inner = meta?.driverAdapterError?.cause ?? cause;
  const code = inner?.originalCode ?? inner?.code ?? own;
  if (message.includes(POOL_TIMEOUT)) return overloaded(error);
  if (code !== undefined && NOT_MADE.test(code)) return unavailable(error);
  const failure = { message, code };
  const translated = notAnswered(failure);
  return translated === failure ? error : caused(translated as Error, error);
}

/** Refuses for lack of room; nothing was done. */
export const overloaded = (cause?: unknown): ContextError =>
  caused(new ContextError('OVERLOADED', 'The server is busy and did nothing. Try again in a second.'), cause);

const unavailable = (cause: unknown): ContextError =>
  caused(
    new ContextError('UNAVAILABLE', 'The database is away and nothing was done. Try again in a few seconds.'),
    cause,
  );

/** The cause is for the log: it never reaches a caller. */
const caused = <E extends Error>(error: E, cause: unknown): E =>
  Object.defineProperty(error, 'cause', { value: cause, configurable: true });

/** The driver's own words on why there is no connection, for the operator who starts the server. */
export function reasonOf(error: unknown): string {
  const cause = (error as { cause?: unknown }).cause ?? error;
  const { message, code } = cause as Failure;
  return message || code || String(cause);
}
