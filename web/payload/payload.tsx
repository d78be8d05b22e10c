import { Component, type ComponentChildren, type FunctionComponent } from 'preact';
import type { ContextType } from '../generated/documents.ts';
import { JsonText } from '../ui/json.tsx';
import { ChangeRequest } from './change-request.tsx';
import { Contract } from './contract.tsx';
import { Decision } from './decision.tsx';
import type { Fields } from './fields.ts';
import { MoreFields } from './more-fields.tsx';
import { Note } from './note.tsx';
import { Task } from './task.tsx';

/** How each type is shown, and which fields that takes in. A type that is not here is shown field by field. */
const VIEWS: Record<ContextType, { view: FunctionComponent<{ payload: Fields }>; fields: string[] }> = {
  api_contract: { view: Contract, fields: ['service', 'version', 'endpoints', 'base_url'] },
  arch_decision: { view: Decision, fields: ['title', 'decision', 'rationale', 'alternatives', 'consequences'] },
  task: { view: Task, fields: ['task_id', 'acceptance_criteria', 'technical_notes'] },
  change_request: {
    view: ChangeRequest,
    fields: ['requested_by', 'target_agent', 'description', 'urgency', 'blocking_task_id'],
  },
  note: { view: Note, fields: ['text', 'references'] },
};

/** The payload of an entry as what it is; fields that its type does not know are shown below. */
export function Payload({ type, payload }: { type: ContextType; payload: unknown }) {
  const fields = payload as Fields;
  const { view: View, fields: known } = VIEWS[type] ?? { view: () => null, fields: [] };
  return (
    <Guard key={JSON.stringify(payload)} instead={<JsonText value={payload} label="Payload as JSON" />}>
      <View payload={fields} />
      <MoreFields fields={fields} without={known} />
    </Guard>
  );
}

interface GuardProps {
  instead: ComponentChildren;
  children: ComponentChildren;
}

/** Shows something plain where the view fails: a payload of a shape that no view expects. */
class Guard extends Component<GuardProps, { failed: boolean }> {
  override state = { failed: false };

  static override getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render({ instead, children }: GuardProps) {
    return this.state.failed ? instead : children;
  }
}
