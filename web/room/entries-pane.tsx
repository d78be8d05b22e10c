import { useEffect, useMemo, useRef } from 'preact/hooks';
import { query } from '../navigation.ts';
import { Empty, Failure, Loading } from '../ui/notice.tsx';
import { useChanges, useRoom } from './current-room.ts';
import { filterOf, isFiltered } from './entry-filter.ts';
import { EntryList } from './entry-list.ts';
import { EntryRows } from './entry-rows.tsx';
import { Filters } from './filters.tsx';
import { Halves } from './room-page.tsx';

/** The entries of the room under the filter that the address holds. */
export function EntriesPane({ selected }: { selected: string | undefined }) {
  const room = useRoom();
  const filter = filterOf(query.value);
  const list = useList(room.roomId, JSON.stringify(filter));
  useChanges((changes) => list.take(changes));
  const before = useRef(list.rows.value);
  if (list.rows.value) before.current = list.rows.value;
  const rows = list.rows.value ?? (list.error.value ? undefined : before.current);
  const held = list.held.value;
  return (
    <section class="entries" aria-label="Entries">
      <div class="entries-head">
        <h1>{room.roomId}</h1>
        <p class="count" role="status">
          {countWords(room.entryCount.value, isFiltered(filter) ? list.total.value : undefined)}
        </p>
      </div>
      <Halves shown="list" />
      <Filters filter={filter} rows={rows ?? []} />
      <div class={`held${held > 0 ? ' is-shown' : ''}`} role="status">
        {held > 0 && (
          <button type="button" onClick={() => showTop(list)}>
            {held === 1 ? '1 change' : `${held} changes`} · show
          </button>
        )}
      </div>
      {list.error.value && !rows && <Failure error={list.error.value} />}
      {!rows && !list.error.value && <Loading lines={12} />}
      {rows?.length === 0 && <NoEntries filtered={isFiltered(filter)} roomId={room.roomId} />}
      {rows && rows.length > 0 && <EntryRows list={list} rows={rows} selected={selected} />}
    </section>
  );
}

function useList(roomId: string, filter: string): EntryList {
  const list = useMemo(() => new EntryList(roomId, JSON.parse(filter)), [roomId, filter]);
  useEffect(() => () => list.end(), [list]);
  return list;
}

function showTop(list: EntryList): void {
  document.querySelector('.rows')?.scrollTo({ top: 0 });
  void list.refresh();
}

const entries = (count: number): string => `${count.toLocaleString('en')} ${count === 1 ? 'entry' : 'entries'}`;

const countWords = (all: number, found: number | undefined): string =>
  found === undefined ? entries(all) : `${found.toLocaleString('en')} of ${entries(all)}`;

function NoEntries({ filtered, roomId }: { filtered: boolean; roomId: string }) {
  if (filtered)
    return (
      <Empty title="Nothing matches">
        <p>Take a filter out, or search for fewer words: all of them have to be in an entry.</p>
      </Empty>
    );
  return (
    <Empty title="Nothing is written here yet">
      <p>
        Let an agent call <code>write_context</code> with the <code>roomId</code> <code>{roomId}</code>, or run a
        mutation at <a href="/graphql">/graphql</a>. It appears here the moment it is written.
      </p>
    </Empty>
  );
}
