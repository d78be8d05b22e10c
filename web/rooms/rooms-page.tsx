import { useEffect, useRef, useState } from 'preact/hooks';
import { ask } from '../api/request.ts';
import { useLoaded } from '../api/use-loaded.ts';
import { RoomsDocument, type RoomsQuery } from '../generated/documents.ts';
import { goTo } from '../navigation.ts';
import { useShortcut } from '../ui/keyboard.ts';
import { Link } from '../ui/link.tsx';
import { Empty, Failure, Loading } from '../ui/notice.tsx';
import { Time } from '../ui/time.tsx';
import { useTitle } from '../ui/title.ts';

type Room = RoomsQuery['rooms']['nodes'][number];

const REFRESH_MS = 4_000;
const MOST_PAGES = 5;

/** All rooms, the one where something happened last at the top. */
export function RoomsPage() {
  const [name, setName] = useState('');
  const { value, error, reload } = useLoaded('rooms', loadRooms);
  const field = useRef<HTMLInputElement>(null);
  useTitle('page', 'Rooms');
  useShortcut('/', 'Find a room', () => field.current?.focus());
  useEffect(() => {
    const timer = setInterval(() => !document.hidden && reload(), REFRESH_MS);
    return () => clearInterval(timer);
  }, [reload]);
  const found = value?.rooms.filter(({ id }) => id.toLowerCase().includes(name.trim().toLowerCase()));
  const open = (event: SubmitEvent): void => {
    event.preventDefault();
    const roomId = found?.length === 1 ? found[0]!.id : name.trim();
    if (roomId !== '') goTo({ page: 'room', roomId });
  };
  return (
    <div class="page">
      <div class="page-head">
        <h1>Rooms</h1>
        <search>
          <form onSubmit={open}>
            <label for="room-name" class="unseen">
              Find or open a room
            </label>
            <input
              ref={field}
              id="room-name"
              type="search"
              placeholder="Find or open a room   /"
              value={name}
              onInput={(event) => setName(event.currentTarget.value)}
            />
          </form>
        </search>
      </div>
      {error && !value && <Failure error={error} />}
      {!value && !error && <Loading />}
      {error && value && <p class="hint">{error.message}</p>}
      {found && <RoomTable rooms={found} name={name.trim()} />}
      {value?.more && <p class="hint">There are more rooms. Type the name of one to open it.</p>}
    </div>
  );
}

function RoomTable({ rooms, name }: { rooms: Room[]; name: string }) {
  const elsewhere = name !== '' && !rooms.some(({ id }) => id === name);
  if (rooms.length === 0 && name === '') return <NoRooms />;
  return (
    <>
      {rooms.length > 0 && (
        <table class="rooms-table">
          <thead>
            <tr>
              <th scope="col">Room</th>
              <th scope="col" class="number">
                Entries
              </th>
              <th scope="col" class="when">
                Last activity
              </th>
            </tr>
          </thead>
          <tbody>
            {rooms.map((room) => (
              <tr key={room.id}>
                <td>
                  <Link to={{ page: 'room', roomId: room.id }}>{room.id}</Link>
                </td>
                <td class="number">{room.entryCount.toLocaleString('en')}</td>
                <td class="when">
                  <Time at={room.lastActivityAt} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {elsewhere && (
        <p class="hint">
          <Link to={{ page: 'room', roomId: name }}>Open “{name}”</Link> and wait there for its first write.
        </p>
      )}
    </>
  );
}

function NoRooms() {
  return (
    <Empty title="No rooms yet">
      <p>
        A room is there from its first write: let an agent call <code>write_context</code>, or run the mutation that{' '}
        <a href="/graphql">/graphql</a> shows. It appears here by itself.
      </p>
    </Empty>
  );
}

async function loadRooms(signal: AbortSignal): Promise<{ rooms: Room[]; more: boolean }> {
  const rooms: Room[] = [];
  let after: string | undefined;
  for (let page = 0; page < MOST_PAGES; page++) {
    const answer = (await ask(RoomsDocument, { after }, signal)).rooms;
    rooms.push(...answer.nodes);
    if (!answer.pageInfo.hasNextPage) return { rooms: sorted(rooms), more: false };
    after = answer.pageInfo.endCursor ?? undefined;
  }
  return { rooms: sorted(rooms), more: true };
}

const sorted = (rooms: Room[]): Room[] => rooms.toSorted((a, b) => b.lastActivityAt.localeCompare(a.lastActivityAt));
