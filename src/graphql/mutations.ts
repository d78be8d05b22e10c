import { acknowledgeContextEvents } from '../entries/acknowledge-context-events.ts';
import { deleteContext } from '../entries/delete-context.ts';
import { restoreContext } from '../entries/restore-context.ts';
import { updateContext } from '../entries/update-context.ts';
import { writeContext } from '../entries/write-context.ts';
import { builder } from './builder.ts';
import {
  AcknowledgeContextEventsInput,
  DeleteContextInput,
  RestoreContextInput,
  UpdateContextInput,
  WriteContextInput,
} from './inputs.ts';
import {
  AcknowledgeContextEventsPayload,
  DeleteContextPayload,
  RestoreContextPayload,
  UpdateContextPayload,
  WriteContextPayload,
} from './written.ts';

builder.mutationFields((t) => ({
  writeContext: t.field({
    type: WriteContextPayload,
    description:
      'Puts a new entry into the room, as version 1.0, and tells its consuming agents (`context_available`). A room needs no creation.',
    args: { input: t.arg({ type: WriteContextInput, required: true, description: 'The entry.' }) },
    resolve: (_root, { input }, ctx) => writeContext(ctx.store, ctx.caller, input),
  }),
  updateContext: t.field({
    type: UpdateContextPayload,
    description:
      'Makes the next version of an entry (1.0 → 1.1) and tells its consuming agents (`context_updated`). NOT_FOUND for an entry that is not there or has been deleted. Patches of several agents at once all take effect; give `expectedVersion` to write only on what you have read.',
    args: { input: t.arg({ type: UpdateContextInput, required: true, description: 'What changes.' }) },
    resolve: (_root, { input }, ctx) => updateContext(ctx.store, ctx.caller, input),
  }),
  deleteContext: t.field({
    type: DeleteContextPayload,
    description:
      'Takes an entry out of `context` and `contexts` and tells its consuming agents (`context_deleted`). Its history stays, and `restoreContext` brings it back. NOT_FOUND where it is not there or has been deleted already.',
    args: { input: t.arg({ type: DeleteContextInput, required: true, description: 'Which entry.' }) },
    resolve: (_root, { input }, ctx) => deleteContext(ctx.store, ctx.caller, input),
  }),
  restoreContext: t.field({
    type: RestoreContextPayload,
    description:
      'Brings a deleted entry back as its next version and tells its consuming agents (`context_available`). BAD_USER_INPUT where it has not been deleted.',
    args: { input: t.arg({ type: RestoreContextInput, required: true, description: 'Which entry.' }) },
    resolve: (_root, { input }, ctx) => restoreContext(ctx.store, ctx.caller, input),
  }),
  acknowledgeContextEvents: t.field({
    type: AcknowledgeContextEventsPayload,
    description:
      'Says that an agent has handled all events up to and including this one: they leave its inbox, and `resume: true` starts behind them. It never goes backwards; an older cursor changes nothing.',
    args: { input: t.arg({ type: AcknowledgeContextEventsInput, required: true, description: 'Who, and how far.' }) },
    resolve: (_root, { input }, ctx) => acknowledgeContextEvents(ctx.store, ctx.caller, input),
  }),
}));
