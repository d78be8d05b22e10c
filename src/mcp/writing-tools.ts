import { deleteContext } from '../entries/delete-context.ts';
import type {
  DeleteContextInput,
  RestoreContextInput,
  UpdateContextInput,
  WriteContextInput,
} from '../entries/inputs.ts';
import { restoreContext } from '../entries/restore-context.ts';
import { updateContext } from '../entries/update-context.ts';
import { writeContext } from '../entries/write-context.ts';
import { versionLabel } from '../log/version.ts';
import { fieldsOf } from '../payloads/describe.ts';
import { type ContextType, payloadTypes } from '../payloads/types.ts';
import { wholeEntry } from './reading-tools.ts';
import { ENTRY, EXPECTED, IDEMPOTENCY, ROOM, type Tool } from './tool.ts';

/** The entry's own names, as the operations behind the door call them. */
function inputOf<Input>({ consuming_agents, ...given }: Record<string, unknown>): Input {
  return { ...given, ...(consuming_agents !== undefined && { consumingAgents: consuming_agents }) } as Input;
}

const types = Object.keys(payloadTypes) as ContextType[];

const writeTool: Tool = {
  name: 'write_context',
  description: `Publish a new entry (version 1.0); consuming_agents are notified. Payload fields (? may be left out, extra ones are kept):
${types.map((type) => `${type}: ${fieldsOf(type)}`).join('\n')}
If something evolves, update_context it instead of writing it anew.`,
  arguments: {
    ...ROOM,
    type: { kind: 'string', required: true, values: types },
    summary: { kind: 'string', required: true },
    consuming_agents: { kind: 'strings', required: true },
    payload: { kind: 'json', required: true },
    author: { kind: 'string', required: true, description: 'your agent id' },
    idempotencyKey: { kind: 'string', description: 'makes a retry safe' },
  },
  readOnly: false,
  run: async ({ store, caller, given }) => {
    const { version } = await writeContext(store, caller, inputOf<WriteContextInput>(given));
    return wholeEntry(store, version);
  },
};

const updateTool: Tool = {
  name: 'update_context',
  description:
    'Make the next version of an entry; what you leave out stays. Give at most one of payload (replaces all), payloadMergePatch (RFC 7396), payloadJsonPatch (RFC 6902). With expectedVersion the update is refused (VERSION_CONFLICT) if somebody else was faster.',
  arguments: {
    ...ENTRY,
    author: { kind: 'string', required: true },
    summary: { kind: 'string' },
    consuming_agents: { kind: 'strings' },
    payload: { kind: 'json' },
    payloadMergePatch: { kind: 'json' },
    payloadJsonPatch: { kind: 'objects' },
    ...EXPECTED,
    onlyIfChanged: { kind: 'boolean' },
    ...IDEMPOTENCY,
  },
  readOnly: false,
  run: async ({ store, caller, given }) => {
    const { version } = await updateContext(store, caller, inputOf<UpdateContextInput>(given));
    return wholeEntry(store, version);
  },
};

const deleteTool: Tool = {
  name: 'delete_context',
  description: 'Delete an entry. Its history stays; restore_context brings it back.',
  arguments: { ...ENTRY, agentId: { kind: 'string', description: 'who deletes it' }, ...EXPECTED, ...IDEMPOTENCY },
  readOnly: false,
  run: async ({ store, caller, given }) => {
    const { version } = await deleteContext(store, caller, inputOf<DeleteContextInput>(given));
    return JSON.stringify({ id: version.entryId, deleted: true, version: versionLabel(version.minor) });
  },
};

const restoreTool: Tool = {
  name: 'restore_context',
  description: 'Bring a deleted entry back as its next version.',
  arguments: { ...ENTRY, author: { kind: 'string', required: true }, ...IDEMPOTENCY },
  readOnly: false,
  run: async ({ store, caller, given }) => {
    const { version } = await restoreContext(store, caller, inputOf<RestoreContextInput>(given));
    return wholeEntry(store, version);
  },
};

export const writingTools: readonly Tool[] = [writeTool, updateTool, deleteTool, restoreTool];
