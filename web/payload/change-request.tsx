import type { ChangeRequest as ChangeRequestPayload } from '../../src/payloads/change-request.ts';
import { Agent } from '../ui/labels.tsx';
import { Markdown } from '../ui/markdown.tsx';
import type { Fields } from './fields.ts';

/** What one agent asks of another, as a document. */
export function ChangeRequest({ payload }: { payload: Fields }) {
  const request = payload as unknown as ChangeRequestPayload;
  return (
    <div class="document">
      <p class="request-head">
        <Agent name={request.requested_by} /> asks <Agent name={request.target_agent} />
        <span class={`urgency urgency-${request.urgency}`}>{request.urgency} urgency</span>
        {request.blocking_task_id && (
          <span>
            blocks <code>{request.blocking_task_id}</code>
          </span>
        )}
      </p>
      <Markdown text={request.description} />
    </div>
  );
}
