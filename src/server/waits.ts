import type { EventEmitter } from 'node:events';
import type { WhenOver } from '../entries/wait-for-context-events.ts';

type End = () => void;
/** A response, or the socket under a websocket. */
export type Client = EventEmitter & { readonly destroyed: boolean };

/** What waits on behalf of clients: each is ended when its client goes away, and all when the server stops. */
export class Waits {
  readonly #ends = new Map<Client, Set<End>>();
  #stopped = false;

  /** For the client behind `source`, whose `close` tells that it has gone. */
  of(source: Client): WhenOver {
    return (end) => {
      if (this.#stopped || source.destroyed) end();
      const ends = this.#ends.get(source) ?? this.#listen(source);
      ends.add(end);
      return () => {
        ends.delete(end);
        if (ends.size === 0) this.#ends.delete(source);
      };
    };
  }

  stop(): void {
    this.#stopped = true;
    for (const ends of [...this.#ends.values()]) for (const end of [...ends]) end();
  }

  /** One listener a client, however much waits for it. */
  #listen(source: Client): Set<End> {
    const ends = new Set<End>();
    this.#ends.set(source, ends);
    source.once('close', () => {
      for (const end of [...ends]) end();
    });
    return ends;
  }
}
