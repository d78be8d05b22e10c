import type { ContextEventType as EventType, ContextOrder as Order } from '../entries/inputs.ts';
import type { PayloadChange } from '../entries/results.ts';
import { payloadTypes } from '../payloads/types.ts';
import { builder } from './builder.ts';

export const ContextType = builder.enumType('ContextType', {
  description: 'What kind of context an entry is. It settles which fields its payload must have, and never changes.',
  values: Object.keys(payloadTypes),
});

/** A literal name for each member, so that the compiler sees one that is missing. */
const described = <Name extends string>(values: Record<Name, string>) =>
  Object.fromEntries(Object.entries<string>(values).map(([name, description]) => [name, { description }])) as Record<
    Name,
    { description: string }
  >;

export const ContextEventType = builder.enumType('ContextEventType', {
  description: 'What happened to an entry.',
  values: described<EventType>({
    context_available: 'It can be read from now on: it was written, or restored after it had been deleted.',
    context_updated: 'It has a new version.',
    context_deleted: 'It is gone from `context` and `contexts`; its history stays.',
  }),
});

export const ContextOrder = builder.enumType('ContextOrder', {
  description: 'How entries are sorted. By creation, an update does not move an entry.',
  values: described<Order>({
    CREATED_DESC: 'The entry that was written last comes first.',
    CREATED_ASC: 'The entry that was written first comes first.',
    UPDATED_DESC: 'The entry whose current version is the latest comes first.',
    UPDATED_ASC: 'The entry whose current version is the earliest comes first.',
  }),
});

export const ChangeKind = builder.enumType('ChangeKind', {
  description: 'How one place of a payload differs.',
  values: described<PayloadChange['kind']>({
    added: 'It stands only in the newer version.',
    removed: 'It stood only in the older version.',
    changed: 'It has another value.',
  }),
});
