import { ask } from '../api/request.ts';
import { useLoaded } from '../api/use-loaded.ts';
import { EntryDocument } from '../generated/documents.ts';
import { goTo } from '../navigation.ts';
import { useChanges, useRoom } from '../room/current-room.ts';
import { useShortcut } from '../ui/keyboard.ts';
import { Failure, Loading } from '../ui/notice.tsx';
import { EntryArticle } from './entry-article.tsx';

/** An entry as it is now. It changes under the reader's eyes when an agent changes it. */
export function EntryPage({ id }: { id: string }) {
  const { roomId } = useRoom();
  const { value, error, reload } = useLoaded(`entry ${roomId} ${id}`, (signal) =>
    ask(EntryDocument, { roomId, id }, signal),
  );
  useChanges((changes) => {
    if (changes.length === 0 || changes.some(({ contextId }) => contextId === id)) reload();
  });
  const current = value?.contextHistory.current;
  const previous = value?.contextHistory.versions.nodes[0]?.version;
  useShortcut('d', 'What changed last', () => {
    if (current && previous) goTo({ page: 'diff', roomId, id, from: previous, to: current.version });
  });
  useShortcut('[', 'Older version', () => {
    if (previous) goTo({ page: 'version', roomId, id, version: previous });
  });
  if (error && !value) return <Failure error={error} />;
  if (!current || !value) return <Loading lines={10} />;
  return <EntryArticle entry={current} current={current} earlier={value.contextHistory.versions} />;
}
