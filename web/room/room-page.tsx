import { useEffect, useMemo, useRef } from 'preact/hooks';
import { DiffPage } from '../diff/diff-page.tsx';
import { EntryPage } from '../entry/entry-page.tsx';
import { VersionPage } from '../entry/version-page.tsx';
import { goTo, query, route, setQuery } from '../navigation.ts';
import { useShortcut } from '../ui/keyboard.ts';
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
  useTitle(room);
  const to = route.value;
  const part = to.page === 'room' ? (query.value.get('view') === 'activity' ? 'activity' : 'list') : 'entry';
  useShortcut('Escape', 'Back to the room', () => to.page !== 'room' && goTo({ page: 'room', roomId }));
  return (
    <RoomContext.Provider value={room}>
      <div class="room" data-part={part}>
        <EntriesPane selected={'id' in to ? to.id : undefined} />
        <div class="detail">
          <Detail />
        </div>
      </div>
    </RoomContext.Provider>
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

/** The room's name, and how much happened while nobody was looking. */
function useTitle(room: RoomState): void {
  const unseen = useRef(0);
  useEffect(() => {
    const show = (): void => {
      if (!document.hidden) unseen.current = 0;
      document.title = `${unseen.current > 0 ? `(${unseen.current}) ` : ''}${room.roomId} · roomd`;
    };
    show();
    document.addEventListener('visibilitychange', show);
    const unlisten = room.listen((changes) => {
      unseen.current += changes.length;
      show();
    });
    return () => {
      document.removeEventListener('visibilitychange', show);
      unlisten();
    };
  }, [room]);
}
