import { key, keyWanted } from './api/key.ts';
import { Header } from './header.tsx';
import { KeyForm } from './key-form.tsx';
import { route } from './navigation.ts';
import { RoomPage } from './room/room-page.tsx';
import { RoomsPage } from './rooms/rooms-page.tsx';
import { Link } from './ui/link.tsx';
import { Empty } from './ui/notice.tsx';

/** The whole page. Another key sees another server: everything is read anew. */
export function App() {
  return (
    <>
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <Header />
      <main id="main" tabIndex={-1} key={key.value ?? ''}>
        {keyWanted.value === undefined ? <Page /> : <KeyForm reason={keyWanted.value} />}
      </main>
    </>
  );
}

function Page() {
  const to = route.value;
  if (to.page === 'rooms') return <RoomsPage />;
  if (to.page !== 'unknown') return <RoomPage key={to.roomId} roomId={to.roomId} />;
  return (
    <Empty title="Nothing is at this address">
      <p>
        <Link to={{ page: 'rooms' }}>See all rooms</Link>
      </p>
    </Empty>
  );
}
