import type { TypedDocument } from './documents.ts';
import { fromGraphQL, type RoomError, unreachable } from './errors.ts';

type Fetch = typeof globalThis.fetch;

/** How requests reach the server. */
export interface Line {
  url: string;
  key: string | undefined;
  fetch: Fetch;
}

/** Tries of one call, and the pause before the second; each further pause is twice as long, with some chance in it. */
const TRIES = 5;
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 5_000;
/** A request without an answer for so long counts as lost. */
const ANSWER_MS = 30_000;

/** Waits; less long where the signal says to stop. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    if (signal?.aborted) done();
    else signal?.addEventListener('abort', done);
  });
}

/** The pause before try number `attempt` (from 1): longer each time, and never the same for everybody. */
export const pauseBefore = (attempt: number): number =>
  Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), LONGEST_PAUSE_MS) * (0.5 + Math.random() / 2);

/**
 * Sends one operation and resolves to its data. A call that may be repeated is, as long as what went wrong is said to pass:
 * 5 tries within some seconds. Rejects with RoomError.
 */
export async function request<Data, Variables>(
  line: Line,
  document: TypedDocument<Data, Variables> | string,
  variables: Variables,
  { repeatable }: { repeatable: boolean },
): Promise<Data> {
  const body = textOf({ query: String(document), variables });
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await post<Data>(line, body);
    if ('data' in outcome) return outcome.data;
    if (!repeatable || !outcome.error.retryable || attempt === TRIES) throw outcome.error;
    await sleep(Math.max(pauseBefore(attempt), outcome.pause));
  }
}

type Outcome<Data> = { data: Data } | { error: RoomError; pause: number };

async function post<Data>({ url, key, fetch }: Line, body: string): Promise<Outcome<Data>> {
  const headers: Record<string, string> = { 'content-type': 'application/json', accept: 'application/json' };
  if (key !== undefined) headers.authorization = `Bearer ${key}`;
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, { method: 'POST', body, headers, signal: AbortSignal.timeout(ANSWER_MS) });
    text = await response.text();
  } catch (error) {
    return { error: unreachable(`The server at ${url} cannot be reached (${reasonOf(error)}).`, error), pause: 0 };
  }
  const answer = parsed(text);
  if (answer?.errors?.length) return { error: fromGraphQL(answer.errors), pause: retryAfter(response) };
  if (answer?.data != null) return { data: answer.data as Data };
  const error = unreachable(`${url} answered ${response.status} and no GraphQL: is it the address of a roomd server?`);
  // A proxy whose server is away says so in its own words; any other such answer will not change by asking again.
  return { error: response.status >= 500 ? error : final(error), pause: retryAfter(response) };
}

interface Answer {
  data?: unknown;
  errors?: { message: string; extensions?: unknown }[];
}

function parsed(text: string): Answer | undefined {
  try {
    const answer: unknown = JSON.parse(text);
    return typeof answer === 'object' && answer !== null ? answer : undefined;
  } catch {
    return undefined;
  }
}

function final(error: RoomError): RoomError {
  return fromGraphQL([{ message: error.message, extensions: { code: 'UNAVAILABLE', retryable: false } }]);
}

/** Milliseconds that the server asks to wait. */
function retryAfter(response: Response): number {
  const seconds = Number(response.headers.get('retry-after') ?? 0);
  return Number.isFinite(seconds) ? Math.min(seconds, 30) * 1_000 : 0;
}

function reasonOf(error: unknown): string {
  const { cause, message, name } = error as Error & { cause?: { code?: string; message?: string } };
  if (name === 'TimeoutError') return `no answer within ${ANSWER_MS / 1_000} s`;
  return cause?.code ?? cause?.message ?? message;
}

/** JSON text; refuses what JSON would change in silence. */
function textOf(value: unknown): string {
  return JSON.stringify(value, function (this: unknown, key, part: unknown) {
    if (typeof part !== 'number' || Number.isFinite(part)) return part;
    const message = `${key} is ${part}, which JSON cannot hold. Leave it out, or send it as a string.`;
    throw fromGraphQL([
      { message, extensions: { code: 'BAD_USER_INPUT', retryable: false, issues: [{ path: [key], message }] } },
    ]);
  });
}
