import { ask } from '../api/request.ts';
import { useLoaded } from '../api/use-loaded.ts';
import { EntryDocument, VersionDocument } from '../generated/documents.ts';
import { goTo } from '../navigation.ts';
import { useChanges, useRoom } from '../room/current-room.ts';
import { useShortcut } from '../ui/keyboard.ts';
import { Link } from '../ui/link.tsx';
import { Failure, Loading } from '../ui/notice.tsx';
import { EntryArticle } from './entry-article.tsx';
import { neighbour } from './neighbour.ts';

/** An entry as one version left it. A version never changes; what is told beside it does. */
export function VersionPage({ id, version }: { id: string; version: string }) {
  const { roomId } = useRoom();
  const history = useLoaded(`entry ${roomId} ${id}`, (signal) => ask(EntryDocument, { roomId, id }, signal));
  const then = useLoaded(`version ${roomId} ${id} ${version}`, (signal) =>
    ask(VersionDocument, { roomId, id, version }, signal),
  );
  useChanges((changes) => {
    if (changes.length === 0 || changes.some(({ contextId }) => contextId === id)) history.reload();
  });
  const current = history.value?.contextHistory.current;
  const go = (by: number): void => {
    const to = current && neighbour(version, by, current.version);
    if (to) goTo({ page: 'version', roomId, id, version: to });
  };
  useShortcut('[', 'Older version', () => go(-1));
  useShortcut(']', 'Newer version', () => go(1));
  useShortcut('d', 'What changed in this version', () => {
    const from = current && neighbour(version, -1, current.version);
    if (from) goTo({ page: 'diff', roomId, id, from, to: version });
  });
  const error = then.error ?? history.error;
  if (error && !(then.value && current)) return <Failure error={error} />;
  if (!then.value || !current) return <Loading lines={10} />;
  const entry = then.value.contextDiff.to;
  return (
    <EntryArticle entry={entry} current={current} earlier={history.value!.contextHistory.versions}>
      {entry.version !== current.version && (
        <p class="banner">
          This is version {entry.version}.{' '}
          <Link to={{ page: 'entry', roomId, id }}>The current one is {current.version}</Link>,{' '}
          <Link to={{ page: 'diff', roomId, id, from: entry.version, to: current.version }}>
            see what changed since
          </Link>
          .
        </p>
      )}
    </EntryArticle>
  );
}
