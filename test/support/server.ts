import { pino } from 'pino';
import { type Parts, type RunningServer, startServer } from '../../src/server.ts';
import { testDatabase } from './database.ts';

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  data?: Record<string, unknown> | null;
  errors?: { message: string; path?: unknown[]; extensions: Record<string, unknown> }[];
}

export interface TestServer {
  server: RunningServer;
  url: string;
  /** Lines that the server has logged. */
  logged: string[];
  /** A POST of a GraphQL request as JSON. */
  ask(query: string, variables?: unknown, headers?: Record<string, string>): Promise<Answer>;
}

/**
 * A real server on a free port, on a database of this test file. Call it at the top level of the file; what it
 * returns is filled in when tests run.
 */
export function testServer(parts: Partial<Parts> = {}): TestServer {
  const held = { logged: [] as string[] } as TestServer;
  afterAll(async () => held.server?.stop());
  const db = testDatabase();
  beforeAll(async () => {
    const logger = pino({ level: 'info' }, { write: (line: string) => void held.logged.push(line) });
    held.server = await startServer({ host: '127.0.0.1', port: 0 }, { database: db.database, logger, ...parts });
    held.url = held.server.url;
    held.ask = (query, variables, headers = {}) => post(held.url, JSON.stringify({ query, variables }), headers);
  });
  return held;
}

/** A POST with this body. */
export async function post(
  url: string,
  body: string | Uint8Array,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const sent = { 'content-type': 'application/json', accept: 'application/json', ...headers };
  return answerOf(await fetch(url, { method: 'POST', body: body as BodyInit, headers: sent }));
}

export async function answerOf(response: Response): Promise<Answer> {
  const { status, headers } = response;
  const text = await response.text();
  const isJson = headers.get('content-type')?.includes('json') ?? false;
  return { status, headers, text, ...(isJson ? JSON.parse(text) : {}) };
}

/** Waits until the condition holds; fails with what was looked at. */
export async function until(look: () => unknown, wanted: unknown, ms = 5_000): Promise<void> {
  const end = Date.now() + ms;
  while (JSON.stringify(look()) !== JSON.stringify(wanted) && Date.now() < end)
    await new Promise((wake) => setTimeout(wake, 10));
  expect(look()).toEqual(wanted);
}

export const WRITE = `mutation Write($roomId: ID!, $text: String!) {
  writeContext(input: { roomId: $roomId, type: note, author: "heron", summary: "s", consumingAgents: ["otter"], payload: { text: $text } }) {
    entry { id }
  }
}`;

export const FOLLOW =
  'subscription Follow($roomId: ID!) { contextEvents(roomId: $roomId) { version entry { payload } } }';

/** Nothing is open. */
export const NOTHING_OPEN = { requests: 0, streams: 0, sockets: 0, subscriptions: 0 };
