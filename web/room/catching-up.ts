import { ask } from '../api/request.ts';
import { RoomHeadDocument } from '../generated/documents.ts';

const RETRY_MS = 500;

/** The time from when the connection was lost until everything that was written meanwhile has arrived. */
export class CatchingUp {
  readonly #roomId: string;
  readonly #cursors: string[];
  /** The last change that was seen before. */
  readonly #seen: string | undefined;
  #head: string | undefined;
  #ended = false;

  constructor(roomId: string, seen: string | undefined, cursors: string[] = []) {
    this.#roomId = roomId;
    this.#seen = seen;
    this.#cursors = cursors;
  }

  /** The same time goes on: the connection was lost once more. */
  again(): CatchingUp {
    this.end();
    return new CatchingUp(this.#roomId, this.#seen, this.#cursors);
  }

  arrive(cursors: string[]): void {
    this.#cursors.push(...cursors);
  }

  /** Learns where the log ends now that the connection is back, however long it takes the server to answer. */
  async learnHead(): Promise<void> {
    while (this.#head === undefined && !this.#ended) {
      try {
        const { room } = await ask(RoomHeadDocument, { roomId: this.#roomId });
        this.#head = room?.cursor ?? '';
      } catch {
        await new Promise((wake) => setTimeout(wake, RETRY_MS));
      }
    }
  }

  end(): void {
    this.#ended = true;
  }

  /** How many changes were missed, once they are all there. */
  get missed(): number | undefined {
    if (this.#head === undefined) return undefined;
    if (this.#head === '' || this.#head === this.#seen) return 0;
    const place = this.#cursors.indexOf(this.#head);
    return place < 0 ? undefined : place + 1;
  }
}
