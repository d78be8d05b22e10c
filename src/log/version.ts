/** What a write did to its entry. */
export type Action = 'write' | 'update' | 'delete' | 'restore';

/**
 * One row of a room's log, immutable. It is an entry as one write left it, and the event that the write posted:
 * both are read from this one record.
 */
export interface Version {
  roomId: string;
  /** Dense within the room: 1, 2, 3, … */
  position: number;
  entryId: string;
  type: string;
  /** The label is `1.${minor}`. */
  minor: number;
  action: Action;
  author: string;
  writtenAt: Date;
  summary: string;
  consumingAgents: string[];
  /** Whom the event is addressed to; empty where the write posts none. */
  recipients: string[];
  /** Compact JSON text; undefined where it was not loaded. */
  payload: string | undefined;
  /** Length of the payload's text in bytes of UTF-8. */
  payloadBytes: number;
  /** Names the write; its last 8 hex digits mark the position in cursors. */
  requestId: string;
}

/** A version as callers see it. */
export const versionLabel = (minor: number): string => `1.${minor}`;
