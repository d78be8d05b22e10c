import { ask } from '../api/request.ts';
import { useLoaded } from '../api/use-loaded.ts';
import { neighbour } from '../entry/neighbour.ts';
import { DiffDocument, EntryDocument } from '../generated/documents.ts';
import { goTo } from '../navigation.ts';
import { useChanges, useRoom } from '../room/current-room.ts';
import { useShortcut } from '../ui/keyboard.ts';
import { TypeLabel } from '../ui/labels.tsx';
import { Link } from '../ui/link.tsx';
import { Failure, Loading } from '../ui/notice.tsx';
import { useTitle } from '../ui/title.ts';
import { isNewer } from '../ui/version.ts';
import { DiffBody } from './diff-body.tsx';

/** Two versions of an entry side by side, with what differs marked in place. */
export function DiffPage({ id, from, to }: { id: string; from: string; to: string }) {
  const { roomId } = useRoom();
  const history = useLoaded(`entry ${roomId} ${id}`, (signal) => ask(EntryDocument, { roomId, id }, signal));
  const { value, error } = useLoaded(`diff ${roomId} ${id} ${from} ${to}`, (signal) =>
    ask(DiffDocument, { roomId, id, from, to }, signal),
  );
  useChanges((changes) => {
    if (changes.length === 0 || changes.some(({ contextId }) => contextId === id)) history.reload();
  });
  const newest = history.value?.contextHistory.current.version ?? to;
  const show = (older: string, newer: string): void => {
    const [first, second] = isNewer(older, newer) ? [newer, older] : [older, newer];
    goTo({ page: 'diff', roomId, id, from: first, to: second });
  };
  const move = (by: number): void => {
    const older = neighbour(from, by, newest);
    const newer = neighbour(to, by, newest);
    if (older && newer) show(older, newer);
  };
  useShortcut('[', 'Step to older versions', () => move(-1));
  useShortcut(']', 'Step to newer versions', () => move(1));
  useShortcut('u', 'Back to the entry', () => goTo({ page: 'entry', roomId, id }));
  const diff = value?.contextDiff;
  useTitle('entry', `${from} → ${to} ${diff?.to.summary ?? ''}`.trim());
  return (
    <article class="diff-page">
      <header class="entry-head">
        {diff && (
          <p class="entry-line">
            <TypeLabel type={diff.to.type} />
            <Link to={{ page: 'entry', roomId, id }}>Back to the entry</Link>
          </p>
        )}
        <h2>{diff?.to.summary ?? 'What changed'}</h2>
        <p class="actions">
          <VersionChoice words="From version" value={from} newest={newest} choose={(version) => show(version, to)} />
          <span aria-hidden="true">→</span>
          <VersionChoice words="to version" value={to} newest={newest} choose={(version) => show(from, version)} />
        </p>
      </header>
      {error && !diff && <Failure error={error} />}
      {!error && !diff && <Loading lines={10} />}
      {diff && <DiffBody diff={diff} />}
    </article>
  );
}

interface ChoiceProps {
  words: string;
  value: string;
  newest: string;
  choose(version: string): void;
}

/** Versions follow one another without a gap: the newest names them all. */
function VersionChoice({ words, value, newest, choose }: ChoiceProps) {
  const count = Math.max(Number(newest.split('.')[1]), Number(value.split('.')[1]) || 0) + 1;
  return (
    <label>
      <span class="unseen">{words}</span>
      <select value={value} onChange={(event) => choose(event.currentTarget.value)}>
        {Array.from({ length: count }, (_, minor) => `1.${count - 1 - minor}`).map((version) => (
          <option key={version} value={version}>
            {version}
          </option>
        ))}
      </select>
    </label>
  );
}
