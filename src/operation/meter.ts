import type { Version } from '../log/version.ts';
import { Durations } from './durations.ts';

/** How often each pair of label values came. */
export class Tally {
  readonly #counts = new Map<string, Map<string, number>>();

  add(first: string, second: string): void {
    let counts = this.#counts.get(first);
    if (!counts) {
      counts = new Map();
      this.#counts.set(first, counts);
    }
    counts.set(second, (counts.get(second) ?? 0) + 1);
  }

  entries(): { first: string; second: string; count: number }[] {
    return [...this.#counts].flatMap(([first, counts]) =>
      [...counts].map(([second, count]) => ({ first, second, count })),
    );
  }
}

/**
 * What the server has done so far, counted where it happens in plain numbers. All label values come from the code and the
 * schema, never from a client: what can be counted is bounded.
 */
export class Meter {
  /** HTTP answers by path and status. */
  readonly answers = new Tally();
  /** Operations by root field and the code of their first error (`OK` without one). */
  readonly operations = new Tally();
  readonly operationDurations = new Map<string, Durations>();
  readonly statementDurations = new Map<string, Durations>();
  /** Versions that this server wrote, by action. */
  readonly writes = new Map<string, number>();
  readonly deliveryDelay = new Durations();
  deliveries = 0;
  conflicts = 0;

  /** An operation was answered; `seconds` is left out for what did not run. */
  operated(operation: string, code: string, seconds?: number): void {
    this.operations.add(operation, code);
    if (code === 'VERSION_CONFLICT') this.conflicts += 1;
    if (seconds !== undefined) observe(this.operationDurations, operation, seconds);
  }

  queried(statement: string, seconds: number): void {
    observe(this.statementDurations, statement, seconds);
  }

  wrote(action: string): void {
    this.writes.set(action, (this.writes.get(action) ?? 0) + 1);
  }

  /**
   * An event was given to a subscriber, who has followed since `since` (ms). The delay is told of what was written after
   * that: how old the backlog of one who comes back is says nothing about the server.
   */
  delivered(version: Version, since: number): void {
    this.deliveries += 1;
    const writtenAt = version.writtenAt.getTime();
    // The database's clock may be a little ahead of this machine's.
    if (writtenAt >= since) this.deliveryDelay.observe(Math.max(Date.now() - writtenAt, 0) / 1000);
  }
}

function observe(durations: Map<string, Durations>, name: string, seconds: number): void {
  let known = durations.get(name);
  if (!known) {
    known = new Durations();
    durations.set(name, known);
  }
  known.observe(seconds);
}
