// Doorbells tell the other servers on one database that a room's log has grown. They carry the room and a position,
// never an event: a ring that is lost, doubled or late does no harm, since what it asks for is read from the log.

/** Who is told of the rings of other servers. */
export interface Ear {
  heard(roomId: string, position: number): void;
  /** Rings may have been missed: the way was broken and is there again. */
  missed(): void;
}

export interface BellState {
  kind: 'none' | 'postgres' | 'redis';
  /** Whether rings go out and come in right now. */
  connected: boolean;
  /** Rooms rung for, messages they went in, rooms heard of, and times that the way was lost. */
  rung: number;
  messages: number;
  heard: number;
  lost: number;
}

export interface Bell {
  /** Tells the others soon; returns at once and never throws. What cannot be told is dropped. */
  ring(roomId: string, position: number): void;
  state(): BellState;
  close(): Promise<void>;
}

export type OpenBell = (ear: Ear) => Bell;

/** For a server that is alone on its database. */
export const SILENT: OpenBell = () => ({
  ring: () => undefined,
  state: () => ({ kind: 'none', connected: true, rung: 0, messages: 0, heard: 0, lost: 0 }),
  close: () => Promise.resolve(),
});
