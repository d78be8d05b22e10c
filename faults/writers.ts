import { Agent } from 'node:http';
import { decodeCursor } from '../src/log/cursor.ts';
import { type Answer, ask } from './ask.ts';
import { now, sleep } from './clock.ts';
import type { Attempt, Read } from './history.ts';

const WRITE = `mutation ($room: ID!, $token: String!, $author: String!, $payload: JSONObject!) {
  writeContext(input: { roomId: $room, type: note, author: $author, summary: $token, consumingAgents: ["otter"], payload: $payload, idempotencyKey: $token }) {
    entry { id version cursor }
  }
}`;
const UPDATE = `mutation ($room: ID!, $token: String!, $author: String!, $id: ID!, $expected: String) {
  updateContext(input: { roomId: $room, id: $id, author: $author, summary: $token, expectedVersion: $expected, idempotencyKey: $token }) {
    entry { id version cursor }
  }
}`;
const READ = 'query ($room: ID!, $id: ID!) { context(roomId: $room, id: $id) { version } }';

/** How often a write whose outcome is not known is sent again, under the same key. */
const TRIES = 60;

export interface WriterSettings {
  urls: () => string[];
  rooms: readonly string[];
  /** Milliseconds between two writes of one writer. */
  pause: number;
  count: number;
  /** Letters in each payload. */
  letters?: number;
}

/** Writers that go on until they are stopped, each with one write under way; half of what they do are updates, a part of them with a version that is no longer current. */
export class Writers {
  readonly attempts: Attempt[] = [];
  readonly reads: Read[] = [];
  readonly #settings: WriterSettings;
  readonly #running: Promise<void>[];
  #stopped = false;
  #acknowledged = 0;

  constructor(settings: WriterSettings) {
    this.#settings = settings;
    this.#running = Array.from({ length: settings.count }, (_, i) => this.#write(`writer-${i}`, i));
  }

  get acknowledged(): number {
    return this.#acknowledged;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#running);
  }

  async #write(author: string, index: number): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const entries: { room: string; id: string; version: string }[] = [];
    const { rooms, pause, letters = 1 } = this.#settings;
    for (let turn = 0; !this.#stopped; turn++) {
      const room = rooms[(turn + index) % rooms.length]!;
      const token = `${author} ${turn} ${process.pid}`;
      const known = turn % 2 ? entries.filter((entry) => entry.room === room).at(-1) : undefined;
      const expected = known && (turn % 10 === 9 ? '1.99999' : turn % 4 === 1 ? known.version : undefined);
      const payload = { text: 'x'.repeat(letters) };
      const variables = { room, token, author, payload, id: known?.id, expected };
      const done = await this.#attempt(room, token, known ? UPDATE : WRITE, variables, agent, turn + index);
      if (done.outcome === 'acknowledged') {
        const entry = { room, id: done.entryId!, version: `1.${done.minor}` };
        if (known) Object.assign(known, entry);
        else entries.push(entry);
        if (entries.length > 40) entries.shift();
        if (turn % 5 === 0) await this.#read(room, entry.id, agent, turn);
      }
      if (pause > 0 || done.outcome !== 'acknowledged') await sleep(pause || 20);
    }
    agent.destroy();
  }

  /** Sends a write to one server after the other until its outcome is known. */
  async #attempt(
    room: string,
    token: string,
    query: string,
    variables: object,
    agent: Agent,
    from: number,
  ): Promise<Attempt> {
    const attempt: Attempt = { room, token, startedAt: now(), endedAt: 0, outcome: 'unknown', codes: [], slowest: 0 };
    for (let tries = 0; tries < TRIES && attempt.outcome === 'unknown'; tries++) {
      const urls = this.#settings.urls();
      const sentAt = now();
      const answer = await ask(urls[(from + tries) % urls.length]!, query, variables, agent);
      attempt.slowest = Math.max(attempt.slowest, now() - sentAt);
      this.#settle(attempt, answer, tries);
      if (attempt.outcome === 'unknown') await sleep(Math.min(20 * 2 ** Math.min(tries, 5), 400));
    }
    attempt.endedAt = now();
    this.attempts.push(attempt);
    return attempt;
  }

  #settle(attempt: Attempt, answer: Answer, tries: number): void {
    const error = answer?.errors?.[0];
    if (error) attempt.codes.push(String(error.extensions.code));
    const entry = (Object.values(answer?.data ?? {})[0] as { entry?: Record<string, string> } | undefined)?.entry;
    if (entry) {
      const { position } = decodeCursor(attempt.room, 'cursor', entry.cursor!);
      Object.assign(attempt, { outcome: 'acknowledged', entryId: entry.id, minor: minorOf(entry.version!), position });
      this.#acknowledged += 1;
    } else if (error && !(error.extensions.retryable && (tries > 0 || error.extensions.outcomeUnknown))) {
      // After an answer that left the outcome open, "busy" says nothing about the first sending: it goes on trying.
      attempt.outcome = 'refused';
    }
  }

  async #read(room: string, id: string, agent: Agent, turn: number): Promise<void> {
    const urls = this.#settings.urls();
    const startedAt = now();
    const answer = await ask(urls[(turn / 5) % urls.length] ?? urls[0]!, READ, { room, id }, agent);
    const version = (answer?.data as { context?: { version: string } } | undefined)?.context?.version;
    if (version) this.reads.push({ room, entryId: id, startedAt, minor: minorOf(version) });
  }
}

export const minorOf = (version: string): number => Number(version.split('.')[1]);
