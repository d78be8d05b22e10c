import { useState } from 'preact/hooks';
import { ask } from '../api/request.ts';
import { MoreVersionsDocument } from '../generated/documents.ts';
import { Link } from '../ui/link.tsx';
import { Time } from '../ui/time.tsx';
import type { EarlierVersions } from './entry-article.tsx';

type Step = EarlierVersions['nodes'][number];

interface Props {
  roomId: string;
  shown: string;
  current: Step;
  earlier: EarlierVersions;
}

/** All versions of an entry, newest first; from each to what it changed. */
export function Timeline({ roomId, shown, current, earlier }: Props) {
  const [older, setOlder] = useState<EarlierVersions>();
  const steps = [current, ...earlier.nodes];
  const last = steps.at(-1)!;
  // Versions that were loaded before are still older than those of the first page, however many have come since.
  steps.push(...(older?.nodes.filter(({ version }) => minorOf(version) < minorOf(last.version)) ?? []));
  const { hasNextPage, endCursor } = (older ?? earlier).pageInfo;
  const more = async (): Promise<void> => {
    const { contextHistory } = await ask(MoreVersionsDocument, { roomId, id: current.id, after: endCursor });
    const { nodes, pageInfo } = contextHistory.versions;
    setOlder({ nodes: [...(older?.nodes ?? []), ...nodes], pageInfo });
  };
  return (
    <section class="timeline" aria-labelledby="timeline-title">
      <h3 id="timeline-title">Versions</h3>
      <ol>
        {steps.map((step) => (
          <TimelineStep
            key={step.version}
            roomId={roomId}
            step={step}
            shown={step.version === shown}
            current={step === current}
          />
        ))}
      </ol>
      {hasNextPage && (
        <button type="button" onClick={() => void more()}>
          Show older
        </button>
      )}
    </section>
  );
}

function TimelineStep({
  roomId,
  step,
  shown,
  current,
}: {
  roomId: string;
  step: Step;
  shown: boolean;
  current: boolean;
}) {
  const { id, version } = step;
  const minor = minorOf(version);
  return (
    <li class={shown ? 'is-shown' : undefined}>
      <Link
        to={current ? { page: 'entry', roomId, id } : { page: 'version', roomId, id, version }}
        class="label"
        aria-current={shown ? 'true' : undefined}
      >
        {version}
      </Link>
      <span class="step-what">
        {step.deleted && 'deleted by '}
        {step.author} <Time at={step.timestamp} />
      </span>
      {minor > 0 && (
        <Link to={{ page: 'diff', roomId, id, from: `1.${minor - 1}`, to: version }} class="step-diff">
          changes<span class="unseen"> in {version}</span>
        </Link>
      )}
    </li>
  );
}

const minorOf = (version: string): number => Number(version.split('.')[1]);
