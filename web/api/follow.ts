import { type Client, createClient } from 'graphql-ws';
import { type ChangeFragment, ChangesDocument, type ChangesSubscription } from '../generated/documents.ts';
import { authorization } from './key.ts';
import { refused } from './request.ts';

export interface Following {
  /** Changes, oldest first, each exactly once. */
  onChanges(changes: ChangeFragment[]): void;
  /** The connection stands, or it does not. Told once each time that this changes. */
  onLive(live: boolean): void;
  /** The log does not have our place any more: read the room anew. */
  onLost(): void;
}

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 8_000;
const PING_MS = 10_000;
const PONG_WITHIN_MS = 5_000;
const BATCH_MS = 200;

/**
 * Follows all changes of a room behind a cursor, for as long as it takes: where server or network go away it comes back and
 * goes on behind the last change it has seen. Gives the function that ends it.
 */
export function followChanges(roomId: string, after: string, following: Following): () => void {
  let cursor = after;
  let failures = 0;
  let live = false;
  let ended = false;
  let pause: ReturnType<typeof setTimeout> | undefined;
  const setLive = (now: boolean): void => {
    if (ended || now === live) return;
    live = now;
    following.onLive(now);
  };
  const client = openClient(() => {
    failures = 0;
    setLive(true);
  });
  const take = inBatches(following.onChanges);

  const again = (problem?: unknown): void => {
    if (ended) return;
    setLive(false);
    if (isLost(problem)) {
      following.onLost();
      return;
    }
    clearTimeout(pause);
    pause = setTimeout(
      start,
      Math.min(FIRST_PAUSE_MS * 2 ** failures++, LONGEST_PAUSE_MS) * (0.75 + Math.random() / 2),
    );
  };
  const start = (): void => {
    client.subscribe<ChangesSubscription>(
      { query: ChangesDocument.toString(), variables: { roomId, after: cursor } },
      {
        next: ({ data, errors }) => {
          if (!data) return again(errors);
          cursor = data.contextChanges.cursor;
          take(data.contextChanges);
        },
        error: again,
        complete: () => again(),
      },
    );
  };
  const hurry = (): void => {
    if (live || document.hidden) return;
    failures = 0;
    clearTimeout(pause);
    client.terminate();
    pause = setTimeout(start, FIRST_PAUSE_MS);
  };
  const cut = (): void => client.terminate();
  window.addEventListener('online', hurry);
  window.addEventListener('offline', cut);
  start();
  return () => {
    ended = true;
    clearTimeout(pause);
    window.removeEventListener('online', hurry);
    window.removeEventListener('offline', cut);
    void client.dispose();
  };
}

/** A socket that notices by itself when the other side is gone. */
function openClient(onConnected: () => void): Client {
  let overdue: ReturnType<typeof setTimeout> | undefined;
  const client = createClient({
    url: `${location.origin.replace(/^http/, 'ws')}/graphql`,
    connectionParams: authorization,
    retryAttempts: 0,
    keepAlive: PING_MS,
    on: {
      connected: onConnected,
      ping: (received) => {
        if (!received) overdue = setTimeout(() => client.terminate(), PONG_WITHIN_MS);
      },
      pong: (received) => {
        if (received) clearTimeout(overdue);
      },
      closed: () => clearTimeout(overdue),
    },
  });
  return client;
}

/** Many changes at once (catching up, a busy room) are handed on together, not painted one by one. */
function inBatches(hand: (changes: ChangeFragment[]) => void): (change: ChangeFragment) => void {
  let waiting: ChangeFragment[] = [];
  let handedAt = 0;
  return (change) => {
    waiting.push(change);
    if (waiting.length > 1) return;
    setTimeout(
      () => {
        const changes = waiting;
        waiting = [];
        handedAt = Date.now();
        hand(changes);
      },
      Math.max(handedAt + BATCH_MS - Date.now(), 0),
    );
  };
}

/** The server closes a socket with this code where it wants another key. */
const NO_ENTRY = 4403;

function isLost(problem: unknown): boolean {
  if (problem instanceof CloseEvent && problem.code === NO_ENTRY) refused('UNAUTHENTICATED', problem.reason);
  if (!Array.isArray(problem)) return false;
  const [error] = problem as { message: string; extensions?: { code?: string } }[];
  const code = error?.extensions?.code;
  if (code === 'UNAUTHENTICATED') refused(code, error!.message);
  return code === 'CURSOR_AHEAD' || code === 'CURSOR_INVALID';
}
