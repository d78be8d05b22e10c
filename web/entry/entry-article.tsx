import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { EntryQuery } from '../generated/documents.ts';
import { Payload } from '../payload/payload.tsx';
import { useRoom } from '../room/current-room.ts';
import { JsonText } from '../ui/json.tsx';
import { useShortcut } from '../ui/keyboard.ts';
import { Agent, TypeLabel } from '../ui/labels.tsx';
import { Link } from '../ui/link.tsx';
import { Time } from '../ui/time.tsx';
import { useTitle } from '../ui/title.ts';
import { Consumers } from './consumers.tsx';
import { neighbour } from './neighbour.ts';
import { Timeline } from './timeline.tsx';

export type FullEntry = EntryQuery['contextHistory']['current'];
export type EarlierVersions = EntryQuery['contextHistory']['versions'];

interface Props {
  entry: FullEntry;
  current: FullEntry;
  earlier: EarlierVersions;
  children?: ComponentChildren;
}

/** One version of an entry: what it says, its JSON on demand, who it is for, and its history. */
export function EntryArticle({ entry, current, earlier, children }: Props) {
  const { roomId } = useRoom();
  const [withJson, setWithJson] = useState(false);
  useShortcut('r', 'Show or hide the JSON', () => setWithJson((shown) => !shown));
  useTitle('entry', entry.summary);
  const top = useRef<HTMLElement>(null);
  useEffect(() => {
    const pane = top.current?.parentElement;
    if (pane) pane.scrollTop = 0;
  }, [entry.id, entry.version === current.version ? '' : entry.version]);
  const before = neighbour(entry.version, -1, current.version);
  return (
    <article class="entry" ref={top}>
      <header class="entry-head">
        <p class="entry-line">
          <TypeLabel type={entry.type} />
          <span class="label">{entry.version}</span>
          <span>
            by <Agent name={entry.author} />
          </span>
          <Time at={entry.timestamp} />
        </p>
        <h2>{entry.summary}</h2>
        <p class="actions">
          <button type="button" aria-pressed={withJson} onClick={() => setWithJson(!withJson)}>
            JSON <span class="faint">{bytes(entry.payloadBytes)}</span>
          </button>
          {before && (
            <Link class="button" to={{ page: 'diff', roomId, id: entry.id, from: before, to: entry.version }}>
              Changes since {before}
            </Link>
          )}
        </p>
      </header>
      {children}
      {entry.deleted && (
        <p class="banner">{entry.author} deleted this entry. Here is what it held; a restore brings it back.</p>
      )}
      <div class="entry-columns">
        <div class={`entry-body${withJson ? ' with-json' : ''}`}>
          <div class="payload">
            <Payload type={entry.type} payload={entry.payload} />
          </div>
          {withJson && <JsonText value={entry.payload} label={`Payload of version ${entry.version} as JSON`} />}
        </div>
        <aside class="entry-side" aria-label="About this entry">
          <Consumers roomId={roomId} entry={current} earlier={earlier.nodes} />
          <Timeline roomId={roomId} shown={entry.version} current={current} earlier={earlier} />
          <p class="id">
            <span class="faint">id</span> <code>{entry.id}</code>
          </p>
        </aside>
      </div>
    </article>
  );
}

const bytes = (count: number): string => (count < 1_000 ? `${count} B` : `${(count / 1_000).toFixed(1)} kB`);
