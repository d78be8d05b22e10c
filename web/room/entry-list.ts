import { batch, signal } from '@preact/signals';
import { ask, RequestError } from '../api/request.ts';
import { EntriesDocument, type EntryRowFragment } from '../generated/documents.ts';
import { isNewer } from '../ui/version.ts';
import { type EntryFilter, toQuery } from './entry-filter.ts';
import type { Change } from './room-state.ts';

const RETRY_MS = 2_000;
/** At most one new first page in this time, however busy the room is. */
const REFRESH_MS = 1_000;

/**
 * The entries of a room under one filter, loaded a page at a time. Rows that are shown change in place at once; where rows
 * would move, the list waits until its reader is at the top, and counts in `held` what is waiting.
 */
export class EntryList {
  readonly rows = signal<EntryRowFragment[] | undefined>(undefined);
  readonly total = signal(0);
  readonly held = signal(0);
  readonly error = signal<RequestError | undefined>(undefined);
  readonly hasMore = signal(false);
  /** Whether rows may move: the reader looks at the top of the list. */
  atTop = true;
  readonly #roomId: string;
  readonly #filter: EntryFilter;
  readonly #ending = new AbortController();
  #after: string | undefined;
  #loading = false;
  #stale = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #refreshedAt = 0;

  constructor(roomId: string, filter: EntryFilter) {
    this.#roomId = roomId;
    this.#filter = filter;
    void this.refresh();
  }

  /** Shows the first page as it is now. */
  async refresh(): Promise<void> {
    if (this.#loading) {
      this.#stale = true;
      return;
    }
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#refreshedAt = Date.now();
    this.#stale = false;
    await this.#load(undefined);
    if (this.#stale) this.#refreshSoon();
  }

  /** Adds the next page, if there is one and none is on its way. */
  async more(): Promise<void> {
    if (this.hasMore.value && !this.#loading) await this.#load(this.#after);
    if (this.#stale) this.#refreshSoon();
  }

  /** Changes that were written since; `[]` where it is not known which. */
  take(changes: Change[]): void {
    if (changes.length === 0) return void this.refresh();
    const latest = new Map(changes.map((change) => [change.contextId, change]));
    this.rows.value = this.rows.value
      ?.filter(({ id }) => latest.get(id)?.type !== 'context_deleted')
      .map((row) => changed(row, latest.get(row.id)));
    if (this.atTop) this.#refreshSoon();
    else this.held.value += latest.size;
  }

  end(): void {
    this.#ending.abort();
    clearTimeout(this.#timer);
  }

  #refreshSoon(): void {
    if (this.#ending.signal.aborted) return;
    const wait = Math.max(this.#refreshedAt + REFRESH_MS - Date.now(), 0);
    this.#timer ??= setTimeout(() => void this.refresh(), wait);
  }

  async #load(after: string | undefined): Promise<void> {
    this.#loading = true;
    try {
      const variables = { roomId: this.#roomId, after, ...toQuery(this.#filter) };
      const { contexts } = await ask(EntriesDocument, variables, this.#ending.signal);
      batch(() => {
        const known = after === undefined ? [] : (this.rows.value ?? []);
        const ids = new Set(known.map(({ id }) => id));
        this.rows.value = [...known, ...contexts.nodes.filter(({ id }) => !ids.has(id))];
        this.total.value = contexts.totalCount;
        this.hasMore.value = contexts.pageInfo.hasNextPage;
        this.error.value = undefined;
        if (after === undefined) this.held.value = 0;
      });
      this.#after = contexts.pageInfo.endCursor ?? undefined;
    } catch (error) {
      this.#fail(error);
    } finally {
      this.#loading = false;
    }
  }

  #fail(error: unknown): void {
    if (this.#ending.signal.aborted) return;
    const failure = error instanceof RequestError ? error : new RequestError('INTERNAL', String(error));
    this.error.value = failure;
    if (failure.passes) this.#timer ??= setTimeout(() => void this.refresh(), RETRY_MS);
  }
}

/** The row as a change left it, unless it shows that change or a later one already. */
function changed(row: EntryRowFragment, change: Change | undefined): EntryRowFragment {
  if (!change || !isNewer(change.version, row.version)) return row;
  return { ...row, version: change.version, author: change.from, summary: change.summary, timestamp: change.timestamp };
}
