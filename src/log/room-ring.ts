import type { Version } from './version.ts';

/** What a room's ring holds at most. */
const RING_VERSIONS = 512;
const RING_BYTES = 4 * 1024 * 1024;
/** A ring that has not grown for so long is emptied: those who keep up have read it. */
const REST_MS = 10_000;
/** What a version takes beside its texts. */
const VERSION_BYTES = 500;

/** What all rings of a server hold together, and may hold. */
export interface RingBudget {
  bytes: number;
  readonly most: number;
}

/** The recent end of a room's log, without a hole, bounded by count, by its bytes and by the bytes of all rings. */
export class RoomRing {
  readonly #budget: RingBudget;
  #versions: Version[] = [];
  #bytes = 0;
  #last = 0;
  #grownAt = 0;

  constructor(budget: RingBudget) {
    this.#budget = budget;
  }

  /** The version at a position, where the ring has it. */
  at(position: number): Version | undefined {
    return this.#versions[position - this.#last + this.#versions.length - 1];
  }

  /** Takes the version at the next position. */
  push(version: Version): void {
    this.#versions.push(version);
    this.#last = version.position;
    this.#grownAt = Date.now();
    this.#count(weightOf(version));
    let drop = 0;
    while (this.#versions.length - drop > 1 && this.#isFull(this.#versions.length - drop))
      this.#count(-weightOf(this.#versions[drop++]!));
    if (drop > 0) this.#versions.splice(0, drop);
  }

  /** Lets go of everything if nothing has come for a while. */
  rest(now: number): void {
    if (this.#versions.length > 0 && now - this.#grownAt > REST_MS) this.clear();
  }

  clear(): void {
    this.#count(-this.#bytes);
    this.#versions = [];
  }

  #isFull(length: number): boolean {
    return length > RING_VERSIONS || this.#bytes > RING_BYTES || this.#budget.bytes > this.#budget.most;
  }

  #count(bytes: number): void {
    this.#bytes += bytes;
    this.#budget.bytes += bytes;
  }
}

/** Roughly, in bytes. */
function weightOf({ payloadBytes, summary, recipients, consumingAgents }: Version): number {
  let letters = summary.length;
  for (const agent of recipients) letters += agent.length;
  for (const agent of consumingAgents) letters += agent.length;
  return VERSION_BYTES + payloadBytes + 2 * letters;
}
