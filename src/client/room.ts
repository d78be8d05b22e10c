import { Acknowledger } from './acknowledger.ts';
import * as documents from './documents.ts';
import { EventStream, type StreamStatus } from './event-stream.ts';
import type { Line } from './request.ts';
import { RoomQueries } from './room-queries.ts';
import type { Socket } from './socket.ts';
import type { ContextEventType, ContextType, Entry, EntryOf, UpdateInput, WriteInput } from './types.ts';

export interface FollowOptions {
  /** First what was written since this cursor, then what is written from now on. */
  after?: string;
  /** Ends the stream. */
  signal?: AbortSignal;
  onStatus?(status: StreamStatus): void;
}

export interface EventsOptions extends FollowOptions {
  /** Only events that are addressed to this agent. */
  agentId?: string;
  types?: ContextEventType[];
  /** Starts behind what `agentId` has acknowledged, and acknowledges each event when the loop asks for the next one. */
  resume?: boolean;
}

/** One room. Every method rejects with RoomError. */
export class Room extends RoomQueries {
  readonly #socket: () => Promise<Socket>;

  constructor(id: string, line: Line, socket: () => Promise<Socket>) {
    super(id, line);
    this.#socket = socket;
  }

  /** Writes a new entry, version 1.0. */
  async write<Type extends ContextType>(input: WriteInput<Type>): Promise<EntryOf<Type>> {
    const { writeContext } = await this.#write<{ writeContext: { entry: EntryOf<Type> } }>(documents.WRITE, {
      consumingAgents: [],
      ...input,
    });
    return writeContext.entry;
  }

  /** Makes the entry's next version. */
  async update(id: string, input: UpdateInput): Promise<Entry> {
    const { updateContext } = await this.#write<{ updateContext: { entry: Entry } }>(documents.UPDATE, {
      id,
      ...input,
    });
    return updateContext.entry;
  }

  /** Deletes the entry; its history stays, and `restore` brings it back. */
  async delete(
    id: string,
    options: { agentId?: string; expectedVersion?: string; idempotencyKey?: string } = {},
  ): Promise<void> {
    await this.#write(documents.DELETE, { id, ...options });
  }

  /** Brings a deleted entry back as its next version. */
  async restore(id: string, input: { author: string; idempotencyKey?: string }): Promise<Entry> {
    const { restoreContext } = await this.#write<{ restoreContext: { entry: Entry } }>(documents.RESTORE, {
      id,
      ...input,
    });
    return restoreContext.entry;
  }

  /** Says that the agent is done with everything up to this cursor. */
  async acknowledge(agentId: string, upTo: string): Promise<string> {
    const input = { roomId: this.id, agentId, upTo };
    const { acknowledgeContextEvents } = await this.send<{ acknowledgeContextEvents: { acknowledged: string } }>(
      documents.ACKNOWLEDGE,
      { input },
    );
    return acknowledgeContextEvents.acknowledged;
  }

  /**
   * Follows the room's events: `for await (const event of room.events({ agentId, resume: true }))`. Begins at once; where
   * it has to be settled first that it has begun, await its `ready`.
   */
  events({ signal, onStatus, ...chosen }: EventsOptions = {}): EventStream {
    const { agentId, resume } = chosen;
    const acknowledger =
      resume && agentId !== undefined ? new Acknowledger((cursor) => this.acknowledge(agentId, cursor)) : undefined;
    return this.#follow(documents.FOLLOW_EVENTS, 'contextEvents', chosen, { signal, onStatus, acknowledger });
  }

  /** Follows every change of the room, also of entries that nobody consumes. */
  changes({ signal, onStatus, ...chosen }: FollowOptions = {}): EventStream {
    return this.#follow(documents.FOLLOW_CHANGES, 'contextChanges', chosen, { signal, onStatus });
  }

  #follow(
    document: string,
    field: string,
    chosen: object,
    how: Pick<EventsOptions, 'signal' | 'onStatus'> & { acknowledger?: Acknowledger },
  ): EventStream {
    return new EventStream({
      document,
      field,
      variables: { roomId: this.id, ...chosen },
      socket: this.#socket,
      now: () => this.now(),
      ...how,
    });
  }

  #write<Data>(
    document: string,
    { idempotencyKey, ...input }: { idempotencyKey?: string; [field: string]: unknown },
  ): Promise<Data> {
    return this.send(document, { input: { roomId: this.id, ...input, idempotencyKey: idempotencyKey ?? newKey() } });
  }
}

/** Names one write for its repetitions. `randomUUID` is missing on pages that were not loaded over https. */
function newKey(): string {
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
