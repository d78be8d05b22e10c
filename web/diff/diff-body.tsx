import { useMemo } from 'preact/hooks';
import type { DiffQuery } from '../generated/documents.ts';
import { DiffTable } from './diff-table.tsx';
import { Marked } from './marked.tsx';
import { rowsOf } from './rows.ts';
import { compareWords } from './words.ts';

type Diff = DiffQuery['contextDiff'];

const SIGNS = { added: '+', removed: '−', changed: '~' };

/** What differs: first in short, then both payloads. */
export function DiffBody({ diff }: { diff: Diff }) {
  const { from, to, changes } = diff;
  const rows = useMemo(() => rowsOf(from.payload, to.payload, changes), [from, to, changes]);
  return (
    <>
      <Around diff={diff} />
      {changes.length === 0 && <p class="faint">The payload did not change.</p>}
      {changes.length > 0 && (
        <nav aria-label="Changes" class="changes">
          <ol>
            {changes.map(({ kind, pointer }, index) => (
              <li key={`${kind} ${pointer}`}>
                <a href={`#change-${index}`} class={`is-${kind}`}>
                  <span aria-hidden="true">{SIGNS[kind]}</span> <span class="unseen">{kind}</span>{' '}
                  <code>{pointer || 'the whole payload'}</code>
                </a>
              </li>
            ))}
          </ol>
        </nav>
      )}
      <DiffTable rows={rows} changes={changes} from={from} to={to} />
    </>
  );
}

/** What differs beside the payload. */
function Around({ diff }: { diff: Diff }) {
  const { summary, consumingAgentsAdded: added, consumingAgentsRemoved: removed } = diff;
  const marks = summary && compareWords(summary.before, summary.after);
  const deletion = diff.from.deleted === diff.to.deleted ? undefined : diff.to.deleted ? 'deleted' : 'restored';
  if (!marks && added.length + removed.length === 0 && !deletion) return null;
  return (
    <dl class="around">
      {deletion && (
        <div>
          <dt>Entry</dt>
          <dd>was {deletion}</dd>
        </div>
      )}
      {marks && (
        <div>
          <dt>Summary</dt>
          <dd>
            <Marked segments={marks.before} kind="removed" />
            <br />
            <Marked segments={marks.after} kind="added" />
          </dd>
        </div>
      )}
      {added.length + removed.length > 0 && (
        <div>
          <dt>Consumed by</dt>
          <dd>
            {added.length > 0 && <span class="is-added">also {added.join(', ')}</span>}
            {added.length > 0 && removed.length > 0 && '; '}
            {removed.length > 0 && <span class="is-removed">no longer {removed.join(', ')}</span>}
          </dd>
        </div>
      )}
    </dl>
  );
}
