import { signal } from '@preact/signals';
import { followChanges } from '../api/follow.ts';
import { ask, RequestError } from '../api/request.ts';
import { type ChangeFragment, OlderChangesDocument, RoomStartDocument } from '../generated/documents.ts';
import { CatchingUp } from './catching-up.ts';

export type Change = ChangeFragment;

/** How the room is connected. `missed` counts what was written while it was away, once that has arrived. */
export type Connection = { state: 'connecting' | 'live' | 'reconnecting' } | { state: 'caught-up'; missed: number };

const FEED_LENGTH = 500;
const RETRY_MS = 1_500;
const SHOW_CAUGHT_UP_MS = 15_000;

/**
 * One room while it is looked at: its latest changes, newest first, and everything that comes after them. What is read once
 * `feed` is there misses nothing: whatever was written later is told to listeners.
 */
export class RoomState {
  readonly roomId: string;
  readonly connection = signal<Connection>({ state: 'connecting' });
  readonly feed = signal<Change[] | undefined>(undefined);
  readonly hasOlder = signal(false);
  readonly entryCount = signal(0);
  readonly error = signal<RequestError | undefined>(undefined);
  readonly #listeners = new Set<(changes: Change[]) => void>();
  #unfollow: (() => void) | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #ended = false;
  #catching: CatchingUp | undefined;

  constructor(roomId: string) {
    this.roomId = roomId;
    void this.#start();
  }

  /** Tells every change from now on; after a break in the log (`[]`) everything has to be read anew. */
  listen(listener: (changes: Change[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async loadOlder(): Promise<void> {
    const oldest = this.feed.value?.at(-1);
    if (!oldest) return;
    const { room } = await ask(OlderChangesDocument, { roomId: this.roomId, before: oldest.cursor });
    this.feed.value = [...(this.feed.value ?? []), ...(room?.changes.nodes ?? [])];
    this.hasOlder.value = room?.changes.pageInfo.hasNextPage ?? false;
  }

  end(): void {
    this.#ended = true;
    this.#catching?.end();
    clearTimeout(this.#timer);
    this.#unfollow?.();
  }

  async #start(): Promise<void> {
    try {
      const { room, contexts } = await ask(RoomStartDocument, { roomId: this.roomId });
      if (this.#ended) return;
      // The room was first written to between the two answers: the place behind that write is not ours yet.
      if (!room && contexts.nodes.length > 0) return await this.#start();
      const changes = room?.changes.nodes ?? [];
      this.error.value = undefined;
      this.feed.value = changes;
      this.hasOlder.value = room?.changes.pageInfo.hasNextPage ?? false;
      this.entryCount.value = room?.entryCount ?? 0;
      this.#follow(changes[0]?.cursor ?? contexts.asOf);
      for (const listener of this.#listeners) listener([]);
    } catch (error) {
      if (this.#ended) return;
      const failure = error instanceof RequestError ? error : new RequestError('INTERNAL', String(error));
      this.error.value = failure;
      if (failure.passes) this.#timer = setTimeout(() => void this.#start(), RETRY_MS);
    }
  }

  #follow(after: string): void {
    this.#unfollow = followChanges(this.roomId, after, {
      onChanges: (changes) => this.#take(changes),
      onLive: (live) => this.#setLive(live),
      onLost: () => this.#startAnew(),
    });
  }

  #startAnew(): void {
    this.#unfollow?.();
    this.#catching?.end();
    this.#catching = undefined;
    this.connection.value = { state: 'connecting' };
    void this.#start();
  }

  #setLive(live: boolean): void {
    if (!live) {
      clearTimeout(this.#timer);
      this.#catching = this.#catching?.again() ?? new CatchingUp(this.roomId, this.feed.value?.[0]?.cursor);
      this.connection.value = { state: 'reconnecting' };
    } else if (this.connection.value.state === 'connecting') {
      this.connection.value = { state: 'live' };
    } else {
      void this.#catchUp();
    }
  }

  async #catchUp(): Promise<void> {
    await this.#catching?.learnHead();
    this.#lookWhetherCaughtUp();
  }

  #lookWhetherCaughtUp(): void {
    const missed = this.#catching?.missed;
    if (missed === undefined || this.#ended) return;
    this.#catching = undefined;
    this.connection.value = { state: 'caught-up', missed };
    this.#timer = setTimeout(() => {
      this.connection.value = { state: 'live' };
    }, SHOW_CAUGHT_UP_MS);
  }

  #take(changes: Change[]): void {
    if (this.#ended) return;
    const before = this.feed.value ?? [];
    const length = Math.max(FEED_LENGTH, before.length);
    if (before.length + changes.length > length) this.hasOlder.value = true;
    this.feed.value = [...changes.toReversed(), ...before].slice(0, length);
    this.entryCount.value += changes.reduce((sum, { type }) => sum + entriesMore(type), 0);
    for (const listener of this.#listeners) listener(changes);
    this.#catching?.arrive(changes.map(({ cursor }) => cursor));
    this.#lookWhetherCaughtUp();
  }
}

const entriesMore = (type: Change['type']): number =>
  type === 'context_available' ? 1 : type === 'context_deleted' ? -1 : 0;
