import { pino } from 'pino';
import { type Access, openAccess } from '../../src/access/access.ts';
import type { KeyInput } from '../../src/access/key-input.ts';
import { createKey, type NewKey } from '../../src/access/keys.ts';
import type { AccessSettings } from '../../src/access/settings.ts';
import type { Database } from '../../src/database/database.ts';
import { type Parts, type RunningServer, startServer } from '../../src/server.ts';
import { testDatabase } from '../support/database.ts';
import { type Answer, post } from '../support/server.ts';

const SETTINGS: AccessSettings = {
  auth: 'keys',
  allowedOrigins: [],
  allowedHosts: [],
  requestsPerMinute: 0,
  writesPerMinute: 0,
  connectionsPerKey: 200,
};

export interface KeyedServer {
  server: RunningServer;
  database: Database;
  url: string;
  logged: string[];
  makeKey(input: KeyInput): Promise<NewKey>;
  /** A POST with this key, or with none. */
  ask(key: string | undefined, query: string, variables?: unknown, headers?: Record<string, string>): Promise<Answer>;
}

/** A server that asks for keys, on a database of this test file. */
export function keyedServer(settings: Partial<AccessSettings> = {}, parts: Partial<Parts> = {}): KeyedServer {
  const held = { logged: [] as string[] } as KeyedServer;
  let door: Access | undefined;
  afterAll(async () => {
    await held.server?.stop();
    await door?.close();
  });
  const db = testDatabase();
  beforeAll(async () => {
    const { database } = db;
    const logger = pino({ level: 'info' }, { write: (line: string) => void held.logged.push(line) });
    door = await openAccess(database, { host: '127.0.0.1' }, { ...SETTINGS, ...settings });
    const server = await startServer({ host: '127.0.0.1', port: 0 }, { database, logger, door, ...parts });
    Object.assign(held, { server, database, url: server.url });
    held.makeKey = (input) => createKey(database, 'test', input);
    held.ask = (key, query, variables, headers = {}) =>
      post(server.url, JSON.stringify({ query, variables }), { ...bearer(key), ...headers });
  });
  return held;
}

export const bearer = (key: string | undefined): Record<string, string> =>
  key === undefined ? {} : { authorization: `Bearer ${key}` };
