import { randomUUID } from 'node:crypto';
import type { Ear } from './doorbell.ts';

/** PostgreSQL refuses a notification of 8,000 bytes and more. */
const MESSAGE_BYTES = 7_900;
/** Rings are collected for so long before they go out together. */
const COLLECT_MS = 3;
/** Rooms that may wait to be rung for. Beyond that, the check once a second serves them. */
const MOST_ROOMS = 20_000;

/** Names this server in its own messages, so that it does not listen to itself. */
export const newServerName = (): string => randomUUID().slice(0, 8);

/** The messages that tell of these rooms, each of at most 7,900 bytes: `[server, room, position, room, position, …]`. */
export function messagesOf(server: string, rings: ReadonlyMap<string, number>): string[] {
  const messages: string[] = [];
  const start = `["${server}"`;
  let message = start;
  let bytes = start.length;
  for (const [roomId, position] of rings) {
    const ring = `,${JSON.stringify(roomId)},${position}`;
    const size = Buffer.byteLength(ring);
    if (bytes + size >= MESSAGE_BYTES) {
      messages.push(`${message}]`);
      message = start;
      bytes = start.length;
    }
    message += ring;
    bytes += size;
  }
  if (message !== start) messages.push(`${message}]`);
  return messages;
}

/** A message that tells of no room, but that this server is there. */
export const greetingOf = (server: string): string => `["${server}"]`;

export const isFrom = (server: string, text: string): boolean => text.startsWith(`["${server}"`);

/** Tells the ear what a message of another server says; gives how many rooms it told of. Anything else is passed over. */
export function takeMessage(text: string, self: string, ear: Ear): number {
  if (isFrom(self, text)) return 0;
  let parts: unknown;
  try {
    parts = JSON.parse(text);
  } catch {
    return 0;
  }
  if (!Array.isArray(parts)) return 0;
  let told = 0;
  for (let i = 1; i + 1 < parts.length; i += 2) {
    const [roomId, position] = [parts[i], parts[i + 1]];
    if (typeof roomId !== 'string' || !Number.isSafeInteger(position)) continue;
    ear.heard(roomId, position as number);
    told += 1;
  }
  return told;
}

/**
 * Collects rings for a few milliseconds, the highest position of each room, and sends them one message after the other.
 * While a message is under way the next ones collect; while the way is closed they are dropped.
 */
export class RingCollector {
  readonly #server: string;
  readonly #send: (message: string) => Promise<void>;
  readonly #isOpen: () => boolean;
  #rings = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  #sending = false;
  rung = 0;
  messages = 0;

  constructor(server: string, send: (message: string) => Promise<void>, isOpen: () => boolean) {
    this.#server = server;
    this.#send = send;
    this.#isOpen = isOpen;
  }

  ring(roomId: string, position: number): void {
    if (!this.#isOpen() || this.#rings.size >= MOST_ROOMS) return;
    this.#rings.set(roomId, Math.max(position, this.#rings.get(roomId) ?? 0));
    if (!this.#sending) this.#timer ??= setTimeout(() => void this.#flush(), COLLECT_MS).unref();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#rings.clear();
  }

  async #flush(): Promise<void> {
    this.#timer = undefined;
    this.#sending = true;
    while (this.#rings.size > 0) {
      const rings = this.#rings;
      this.#rings = new Map();
      for (const message of messagesOf(this.#server, rings)) {
        if (!this.#isOpen()) break;
        try {
          await this.#send(message);
          this.messages += 1;
        } catch {
          // Lost rings do no harm.
        }
      }
      this.rung += rings.size;
      if (this.#rings.size > 0) await new Promise((wake) => setTimeout(wake, COLLECT_MS));
    }
    this.#sending = false;
  }
}
