import { useRef } from 'preact/hooks';
import { forgetKey, key, keyWanted } from './api/key.ts';
import { Help } from './help.tsx';
import { goTo, route } from './navigation.ts';
import { ConnectionState } from './room/connection-state.tsx';
import { currentRoom } from './room/current-room.ts';
import { useShortcut } from './ui/keyboard.ts';
import { Link } from './ui/link.tsx';
import { nextTheme, theme } from './ui/theme.ts';
import { ThemeIcon } from './ui/theme-icon.tsx';

/** The bar at the top: where one is, how the page is connected, and what concerns the page as a whole. */
export function Header() {
  const help = useRef<HTMLDialogElement>(null);
  const to = route.value;
  useShortcut('?', 'Show these shortcuts', () => help.current?.showModal());
  useShortcut('t', 'Change between light and dark', nextTheme);
  useShortcut('g', 'Go to all rooms', () => goTo({ page: 'rooms' }));
  return (
    <header class="bar">
      <nav aria-label="Where you are">
        <Link to={{ page: 'rooms' }} class="brand">
          roomd
        </Link>
        {'roomId' in to && (
          <>
            <span aria-hidden="true" class="slash">
              /
            </span>
            <Link to={{ page: 'room', roomId: to.roomId }} class="crumb">
              {to.roomId}
            </Link>
          </>
        )}
      </nav>
      <div class="bar-end">
        {currentRoom.value && <ConnectionState room={currentRoom.value} />}
        {key.value && keyWanted.value === undefined && (
          <button type="button" class="quiet" onClick={leave}>
            Forget key
          </button>
        )}
        <button type="button" class="quiet" onClick={nextTheme} title={`Theme: ${theme.value} (t)`}>
          <ThemeIcon theme={theme.value} />
          <span class="unseen">Theme: {theme.value}</span>
        </button>
        <button type="button" class="quiet" onClick={() => help.current?.showModal()} title="Keyboard shortcuts (?)">
          <span aria-hidden="true">?</span>
          <span class="unseen">Keyboard shortcuts</span>
        </button>
      </div>
      <Help dialog={help} />
    </header>
  );
}

function leave(): void {
  forgetKey();
  goTo({ page: 'rooms' });
}
