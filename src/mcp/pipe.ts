import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { headersFor, idOf, type Message, withError } from './pipe-messages.ts';

export interface PipeOptions {
  /** The server's MCP endpoint, such as http://127.0.0.1:4000/mcp. */
  url: URL;
  key: string | undefined;
  input: Readable;
  output: Writable;
}

/** A server that is being restarted is waited for: so often, so long each time. */
const TRIES = 20;
const PAUSE_MS = 500;

/**
 * Speaks MCP over stdio for a client, and hands every message on to the server over HTTP, letter for letter: all that is
 * decided is decided there. Resolves when the client closes its end; what is still unanswered is given up then.
 */
export async function pipeStdio({ url, key, input, output }: PipeOptions): Promise<void> {
  const closing = new AbortController();
  const pending = new Map<unknown, AbortController>();
  /** The version that the handshake of the protocol before the stateless one has agreed on. */
  let agreed: string | undefined;

  const write = (line: string): void => {
    const message = read(line);
    const version = (message?.result as { protocolVersion?: unknown } | undefined)?.protocolVersion;
    if (typeof version === 'string') agreed = version;
    output.write(`${line}\n`);
  };
  const handOn = async (line: string, message: Message | undefined): Promise<void> => {
    const id = idOf(message);
    const ending = new AbortController();
    if (id !== undefined) pending.set(id, ending);
    const headers = { ...headersFor(message, agreed), ...(key !== undefined && { authorization: `Bearer ${key}` }) };
    try {
      const signal = AbortSignal.any([ending.signal, closing.signal]);
      await answer(await post(url, headers, line, signal), id, write);
    } catch (error) {
      if (!ending.signal.aborted && !closing.signal.aborted && id !== undefined)
        write(withError(id, `The server at ${url.origin} cannot be reached (${reasonOf(error)}).`));
    } finally {
      pending.delete(id);
    }
  };
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() === '') continue;
    const message = read(line);
    if (message?.method === 'notifications/cancelled') pending.get(message.params?.requestId)?.abort();
    else void handOn(line, message);
  }
  closing.abort();
}

function read(line: string): Message | undefined {
  try {
    return JSON.parse(line) as Message;
  } catch {
    return undefined;
  }
}

/** Nothing was sent where no connection could be made: only then may a message be sent again. */
async function post(url: URL, headers: Record<string, string>, body: string, signal: AbortSignal): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await fetch(url, { method: 'POST', headers, body, signal });
    } catch (error) {
      if (reasonOf(error) !== 'ECONNREFUSED' || attempt === TRIES || signal.aborted) throw error;
      await sleep(PAUSE_MS);
    }
  }
}

const reasonOf = (error: unknown): string => {
  const { cause, message } = error as Error & { cause?: { code?: string; message?: string } };
  return cause?.code ?? cause?.message ?? message;
};

/** Writes each message of an answer as one line: a single one as JSON, or those of a stream of events. */
async function answer(response: Response, id: unknown, write: (line: string) => void): Promise<void> {
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) return answerEvents(response, write);
  const text = await response.text();
  const refused = read(text) as { error?: { message?: string; data?: unknown }; id?: unknown } | undefined;
  if (response.ok && refused !== undefined) return write(text);
  if (response.ok || id === undefined) return;
  if (refused?.error && refused.id === id) return write(text);
  write(withError(id, refused?.error?.message ?? `The server answered ${response.status}.`, refused?.error?.data));
}

async function answerEvents(response: Response, write: (line: string) => void): Promise<void> {
  const decoder = new TextDecoder();
  let unread = '';
  for await (const chunk of response.body!) {
    unread += decoder.decode(chunk as Uint8Array, { stream: true });
    const lines = unread.split('\n');
    unread = lines.pop()!;
    for (const line of lines) {
      const data = /^data: ?(\{.*\})\r?$/.exec(line)?.[1];
      if (data !== undefined) write(data);
    }
  }
}
