import { useEffect, useMemo } from 'preact/hooks';
import { DiffPage } from '../diff/diff-page.tsx';
import { EntryPage } from '../entry/entry-page.tsx';
import { VersionPage } from '../entry/version-page.tsx';
import { goTo, query, route, setQuery } from '../navigation.ts';
import { useShortcut } from '../ui/keyboard.ts';
import { Failure, Loading } from '../ui/notice.tsx';
import { unseen, useTitle } from '../ui/title.ts';
import { currentRoom, RoomContext } from './current-room.ts';
import { EntriesPane } from './entries-pane.tsx';
import { Overview } from './overview.tsx';
import { RoomState } from './room-state.ts';

/** One room: its entries on one side; on the other what happens in it, or the entry that was chosen. */
export function RoomPage({ roomId }: { roomId: string }) {
  const room = useMemo(() => new RoomState(roomId), [roomId]);
  useEffect(() => {
    currentRoom.value = room;
    return () => {
      room.end();
      currentRoom.value = undefined;
    };
  }, [room]);
  useTitle('page', roomId);
  useUnseen(room);
  const to = route.value;
  const part = to.page === 'room' ? (query.value.get('view') === 'activity' ? 'activity' : 'list') : 'entry';
  useShortcut('Escape', 'Back to the room', () => to.page !== 'room' && goTo({ page: 'room', roomId }));
  return (
    <RoomContext.Provider value={room}>
      {room.feed.value ? (
        <div class="room" data-part={part}>
          <EntriesPane selected={'id' in to ? to.id : undefined} />
          <div class="detail" id="detail" tabIndex={-1}>
            <Detail />
          </div>
        </div>
      ) : (
        <Opening room={room} />
      )}
    </RoomContext.Provider>
  );
}

/** Stands in until it is known from where the room is followed: what is read after that misses nothing. */
function Opening({ room }: { room: RoomState }) {
  if (room.error.value) return <Failure error={room.error.value} />;
  return (
    <div class="room">
      <div class="entries">
        <Loading lines={12} />
      </div>
    </div>
  );
}

function Detail() {
  const to = route.value;
  if (to.page === 'entry') return <EntryPage key={to.id} id={to.id} />;
  if (to.page === 'version') return <VersionPage key={to.id} id={to.id} version={to.version} />;
  if (to.page === 'diff') return <DiffPage key={to.id} id={to.id} from={to.from} to={to.to} />;
  return <Overview />;
}

/** The choice between the two halves, where there is room for one of them only. */
export function Halves({ shown }: { shown: 'list' | 'activity' }) {
  const button = (half: 'list' | 'activity', words: string) => (
    <button
      type="button"
      aria-pressed={shown === half}
      onClick={() => setQuery({ view: half === 'list' ? '' : 'activity' })}
    >
      {words}
    </button>
  );
  return (
    <fieldset class="halves">
      <legend class="unseen">Show</legend>
      {button('list', 'Entries')}
      {button('activity', 'Activity')}
    </fieldset>
  );
}

/** Counts for the title what happens while the window is hidden. */
function useUnseen(room: RoomState): void {
  useEffect(() => {
    const look = (): void => {
      if (!document.hidden) unseen.value = 0;
    };
    const unlisten = room.listen((changes) => {
      if (document.hidden) unseen.value += changes.length;
    });
    document.addEventListener('visibilitychange', look);
    return () => {
      unseen.value = 0;
      unlisten();
      document.removeEventListener('visibilitychange', look);
    };
  }, [room]);
}
