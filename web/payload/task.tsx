import type { Task as TaskPayload } from '../../src/payloads/task.ts';
import { Markdown } from '../ui/markdown.tsx';
import type { Fields } from './fields.ts';

/** A criterion that begins as Markdown's task lists do says itself whether it is met. */
const MARK = /^\s*(?:[-*]\s+)?\[([ xX])\]\s+/;

/** A task: its criteria as a checklist. */
export function Task({ payload }: { payload: Fields }) {
  const task = payload as unknown as TaskPayload;
  return (
    <div class="document">
      <h3 class="document-title">
        <code>{task.task_id}</code>
      </h3>
      <h4>Acceptance criteria</h4>
      {task.acceptance_criteria.length === 0 && <p class="faint">None yet.</p>}
      <ul class="checklist">
        {task.acceptance_criteria.map((criterion, index) => (
          <Criterion key={index} text={criterion} />
        ))}
      </ul>
      <h4>Technical notes</h4>
      {task.technical_notes.trim() === '' ? <p class="faint">None.</p> : <Markdown text={task.technical_notes} />}
    </div>
  );
}

function Criterion({ text }: { text: string }) {
  const met = (MARK.exec(text)?.[1] ?? ' ') !== ' ';
  return (
    <li class={met ? 'is-met' : undefined}>
      <span class="box" role="img" aria-label={met ? 'Met' : 'To be met'}>
        {met && '✓'}
      </span>
      <Markdown text={text.replace(MARK, '')} />
    </li>
  );
}
