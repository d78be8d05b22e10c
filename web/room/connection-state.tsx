import type { Connection, RoomState } from './room-state.ts';

const WORDS: Record<Connection['state'], string> = {
  connecting: 'Connecting…',
  live: 'Live',
  reconnecting: 'Reconnecting…',
  'caught-up': 'Live',
};

/** Whether what is shown is up to date; after a break also what had been missed. */
export function ConnectionState({ room }: { room: RoomState }) {
  const connection = room.connection.value;
  return (
    <span class={`connection is-${connection.state}`} role="status">
      <span class="dot" aria-hidden="true" />
      {WORDS[connection.state]}
      {connection.state === 'caught-up' && <span class="caught-up"> · {caughtUp(connection.missed)}</span>}
    </span>
  );
}

const caughtUp = (missed: number): string =>
  missed === 0 ? 'nothing was missed' : `caught up ${missed} ${missed === 1 ? 'change' : 'changes'}`;
