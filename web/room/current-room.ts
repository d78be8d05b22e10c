import { signal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext, useEffect, useRef } from 'preact/hooks';
import type { Change, RoomState } from './room-state.ts';

/** The room that is shown, for the header. */
export const currentRoom = signal<RoomState | undefined>(undefined);

export const RoomContext = createContext<RoomState | undefined>(undefined);

/** The room that a component is part of. */
export function useRoom(): RoomState {
  const room = useContext(RoomContext);
  if (!room) throw new Error('This is shown within a room only.');
  return room;
}

/** Tells a component of the room's changes while it is shown; `[]` where everything has to be read anew. */
export function useChanges(take: (changes: Change[]) => void): void {
  const room = useRoom();
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => room.listen((changes) => latest.current(changes)), [room]);
}

/** Runs something at most once in a while, the last time for sure. */
export function useCalm(run: () => void, pauseMs: number): () => void {
  const held = useRef<{ run: () => void; timer?: ReturnType<typeof setTimeout>; ranAt: number }>({ run, ranAt: 0 });
  held.current.run = run;
  useEffect(() => () => clearTimeout(held.current.timer), []);
  return useRef(() => {
    held.current.timer ??= setTimeout(
      () => {
        held.current.timer = undefined;
        held.current.ranAt = Date.now();
        held.current.run();
      },
      Math.max(held.current.ranAt + pauseMs - Date.now(), 0),
    );
  }).current;
}
