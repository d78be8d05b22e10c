import type { ContextType } from '../generated/documents.ts';
import { TYPES } from '../room/entry-filter.ts';

/** What kind of entry it is. Types that this page does not know are shown by their name. */
export function TypeLabel({ type }: { type: ContextType }) {
  return <span class={`type type-${type}`}>{TYPES[type] ?? type}</span>;
}

/** An agent's name. */
export function Agent({ name }: { name: string }) {
  return <span class="agent">{name}</span>;
}

/** Agents that an entry is meant for, the first few by name. */
export function Agents({ names, most = 3 }: { names: string[]; most?: number }) {
  if (names.length === 0) return <span class="faint">nobody</span>;
  const more = names.length - most;
  return (
    <span title={names.join(', ')}>
      {names.slice(0, most).join(', ')}
      {more > 0 && ` +${more}`}
    </span>
  );
}
