// What the bench writes down while a fault is under way, for the checkers to look at afterwards.

/** One write that a writer tried, under one idempotency key, until it knew what became of it (or gave up). */
export interface Attempt {
  room: string;
  /** Unique in the whole run; it is the summary of what was written. */
  token: string;
  /** Milliseconds of the bench's clock: the first sending, and the last answer. */
  startedAt: number;
  endedAt: number;
  outcome: 'acknowledged' | 'refused' | 'unknown';
  /** The error codes that it was answered with on its way. */
  codes: string[];
  /** What was acknowledged. */
  entryId?: string;
  minor?: number;
  position?: number;
  /** The longest that one request took to be answered or to fail, in milliseconds. */
  slowest: number;
}

/** One read of an entry. */
export interface Read {
  room: string;
  entryId: string;
  startedAt: number;
  minor: number;
}

/** What the database has at the end. */
export interface LogRow {
  room: string;
  position: number;
  entryId: string;
  minor: number;
  token: string;
  /** The mark of the position in cursors, as a number. */
  mark: number;
}

/** One connection of a subscriber: it asked for what comes behind `after`, and got what is in the delivered list from `from` on. */
export interface Session {
  after: number;
  from: number;
}

/** All that one subscriber was given, over all its connections. */
export interface Delivery {
  subscriber: string;
  room: string;
  positions: number[];
  marks: number[];
  /** When each came, by the bench's clock. */
  times: number[];
  sessions: Session[];
  /** Entries that were asked for as soon as their event came: the event's minor version and the one that was read, -1 for none. */
  looks: { position: number; minor: number; read: number }[];
  /** Errors that the server sent on the stream. */
  errors: string[];
}

export interface History {
  attempts: Attempt[];
  reads: Read[];
  log: LogRow[];
  deliveries: Delivery[];
}

/** A broken promise, in words. */
export type Violation = string;
/** Looks at a history for one promise. */
export type Checker = (history: History) => Violation[];

export function groupBy<T>(items: Iterable<T>, key: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(key(item));
    if (group) group.push(item);
    else groups.set(key(item), [item]);
  }
  return groups;
}
