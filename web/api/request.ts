import type { TypedDocumentString } from '../generated/documents.ts';
import { authorization, keyWanted } from './key.ts';

/** A request that has no answer. `code` is the server's, or OFFLINE where the server was not reached. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }

  /** Whether the same request may well succeed a little later. */
  get passes(): boolean {
    return ['OFFLINE', 'OVERLOADED', 'UNAVAILABLE', 'RATE_LIMITED'].includes(this.code);
  }
}

const PATIENCE_MS = 20_000;

interface Answer<Result> {
  data?: Result | null;
  errors?: { message: string; extensions?: { code?: string } }[];
}

/**
 * Sends one operation.
 * @throws RequestError where the server was not reached or answers with an error; the AbortError of `signal`.
 */
export async function ask<Result, Variables>(
  document: TypedDocumentString<Result, Variables>,
  variables: Variables,
  signal?: AbortSignal,
): Promise<Result> {
  const { data, errors } = await post<Result>(JSON.stringify({ query: document.toString(), variables }), signal);
  const failure = errors?.[0];
  if (failure) throw refused(failure.extensions?.code ?? 'INTERNAL', failure.message);
  return data!;
}

/** The error of a refusal. One for want of a key also asks the reader for a key. */
export function refused(code: string, message: string): RequestError {
  if (code === 'UNAUTHENTICATED') keyWanted.value = message;
  return new RequestError(code, message);
}

async function post<Result>(body: string, signal: AbortSignal | undefined): Promise<Answer<Result>> {
  const patience = AbortSignal.timeout(PATIENCE_MS);
  try {
    const response = await fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', ...authorization() },
      body,
      signal: signal ? AbortSignal.any([signal, patience]) : patience,
    });
    return (await response.json()) as Answer<Result>;
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new RequestError('OFFLINE', 'The server does not answer. Trying again…');
  }
}
