import type { Action } from '../log/version.ts';
import type { ContextEventType } from './inputs.ts';

const EVENT_TYPES: Record<Action, ContextEventType> = {
  write: 'context_available',
  restore: 'context_available',
  update: 'context_updated',
  delete: 'context_deleted',
};

/** What the event of a write is called. */
export const eventTypeOf = (action: Action): ContextEventType => EVENT_TYPES[action];

/** The writes whose events have one of these types; undefined where all are meant. */
export function actionsOf(types: readonly ContextEventType[] | null | undefined): Action[] | undefined {
  if (types == null) return undefined;
  return (Object.keys(EVENT_TYPES) as Action[]).filter((action) => types.includes(EVENT_TYPES[action]));
}
