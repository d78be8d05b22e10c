import { useRef, useState } from 'preact/hooks';
import { Agents, TypeLabel } from '../ui/labels.tsx';
import { Link } from '../ui/link.tsx';
import { Empty } from '../ui/notice.tsx';
import { Time } from '../ui/time.tsx';
import { useRoom } from './current-room.ts';
import type { Change } from './room-state.ts';

/** What was written, newest first, as it is written. */
export function Feed() {
  const room = useRoom();
  const feed = room.feed.value ?? [];
  const known = useRef<string | undefined>(undefined);
  known.current ??= feed[0]?.cursor ?? '';
  const fresh = known.current === '' ? feed.length : feed.findIndex(({ cursor }) => cursor === known.current);
  return (
    <section class="feed" aria-labelledby="feed-title">
      <h2 id="feed-title">Feed</h2>
      {feed.length === 0 && (
        <Empty title="Quiet so far">
          <p>Every write, update, delete and restore of the room comes in here by itself.</p>
        </Empty>
      )}
      {feed.length > 0 && (
        <ol>
          {feed.map((change, index) => (
            <li key={change.cursor} class={index < fresh ? 'fresh' : undefined}>
              <FeedItem roomId={room.roomId} change={change} />
            </li>
          ))}
        </ol>
      )}
      {room.hasOlder.value && <OlderButton load={() => room.loadOlder()} />}
    </section>
  );
}

function FeedItem({ roomId, change }: { roomId: string; change: Change }) {
  const { contextId: id, version, previousVersion } = change;
  return (
    <>
      <p class="feed-line">
        <span class="agent">{change.from}</span> {deed(change)} <TypeLabel type={change.contextType} />
        <span class="label">{version}</span>
        <Time at={change.timestamp} />
      </p>
      <p class="feed-summary">
        <Link to={{ page: 'version', roomId, id, version }}>{change.summary}</Link>
      </p>
      <p class="feed-for">
        for <Agents names={change.to} most={5} />
        {change.type === 'context_updated' && previousVersion && (
          <>
            {' · '}
            <Link to={{ page: 'diff', roomId, id, from: previousVersion, to: version }}>
              what changed
              <span class="unseen">
                {' '}
                in {change.summary}, version {version}
              </span>
            </Link>
          </>
        )}
      </p>
    </>
  );
}

/** What was done to the entry. */
function deed({ type, previousVersion }: Change): string {
  if (type === 'context_updated') return 'updated';
  if (type === 'context_deleted') return 'deleted';
  return previousVersion === null ? 'wrote' : 'restored';
}

function OlderButton({ load }: { load(): Promise<void> }) {
  const [state, setState] = useState<'ready' | 'loading' | 'failed'>('ready');
  const run = (): void => {
    setState('loading');
    load().then(
      () => setState('ready'),
      () => setState('failed'),
    );
  };
  return (
    <button type="button" class="older" onClick={run} disabled={state === 'loading'}>
      {state === 'failed' ? 'That did not work. Try again' : 'Show older'}
    </button>
  );
}
