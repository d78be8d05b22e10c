import { builder } from './builder.ts';
import { ContextType } from './enums.ts';

const ROOM = { required: true, description: 'The room: up to 128 characters, no white space at either end.' } as const;
const ENTRY = { required: true, description: 'The `id` of the entry.' } as const;
const AUTHOR = { required: true, description: 'The agent that is writing.' } as const;
const EXPECTED = {
  description:
    'The version that you have seen, as `1.3`. Where it is no longer the current one, nothing is written and VERSION_CONFLICT tells what has changed since.',
};
const KEY = {
  description:
    'Makes a retry safe: the same key with the same input gives the first answer again and writes nothing, for 24 hours. With another input it is IDEMPOTENCY_KEY_REUSED. A key belongs to its room and author.',
};

export const ContextFilter = builder.inputType('ContextFilter', {
  description: 'Which entries are listed: those that meet all that is given.',
  fields: (t) => ({
    type: t.field({ type: ContextType, description: 'Entries of this type.' }),
    author: t.string({ description: 'Entries whose current version is by this agent.' }),
    consumingAgent: t.string({ description: 'Entries that are meant for this agent.' }),
    updatedAfter: t.field({ type: 'DateTime', description: 'Entries whose current version is later than this.' }),
    search: t.string({ description: 'Words to find in summary and payload.' }),
  }),
});

export const WriteContextInput = builder.inputType('WriteContextInput', {
  description: 'A new entry.',
  fields: (t) => ({
    roomId: t.id(ROOM),
    type: t.field({ type: ContextType, required: true, description: 'Settles the fields of the payload, for good.' }),
    summary: t.string({ required: true, description: 'What it is about, in up to 4,000 characters.' }),
    consumingAgents: t.stringList({
      required: true,
      description: 'The agents that it is meant for, up to 50; they get its events. May be empty.',
    }),
    payload: t.field({
      type: 'JSONObject',
      required: true,
      description:
        'The content, up to 65,536 bytes. PAYLOAD_INVALID lists all that is wrong with it at once, each with its place and what is expected there.',
    }),
    author: t.string(AUTHOR),
    idempotencyKey: t.string(KEY),
  }),
});

export const UpdateContextInput = builder.inputType('UpdateContextInput', {
  description:
    'What changes about an entry. What is left out stays as it is; null is refused, and so is an update that names nothing to change.',
  fields: (t) => ({
    roomId: t.id(ROOM),
    id: t.id(ENTRY),
    author: t.string(AUTHOR),
    summary: t.string({ description: 'The new summary.' }),
    consumingAgents: t.stringList({
      description: 'The new list. Agents that it no longer holds get this one event more.',
    }),
    payload: t.field({
      type: 'JSONObject',
      description: 'Replaces the whole payload. At most one of the three ways to change the payload may be given.',
    }),
    payloadMergePatch: t.field({
      type: 'JSONObject',
      description:
        'RFC 7396, applied to the current payload: keys are set, null removes a key, lists are replaced whole.',
    }),
    payloadJsonPatch: t.field({
      type: ['JSON'],
      description:
        'RFC 6902 operations, applied to the current payload: `{op: "add", path: "/endpoints/-", value: {…}}`. All of them apply, or none.',
    }),
    expectedVersion: t.string(EXPECTED),
    onlyIfChanged: t.boolean({
      defaultValue: false,
      description: 'Where nothing would be different, return the entry as it is: no version and no event.',
    }),
    idempotencyKey: t.string(KEY),
  }),
});

export const DeleteContextInput = builder.inputType('DeleteContextInput', {
  description: 'The entry to delete.',
  fields: (t) => ({
    roomId: t.id(ROOM),
    id: t.id(ENTRY),
    agentId: t.string({
      description: 'The agent that deletes it. By default the one that the key is bound to, or else `anonymous`.',
    }),
    expectedVersion: t.string(EXPECTED),
    idempotencyKey: t.string(KEY),
  }),
});

export const RestoreContextInput = builder.inputType('RestoreContextInput', {
  description: 'The deleted entry to bring back.',
  fields: (t) => ({ roomId: t.id(ROOM), id: t.id(ENTRY), author: t.string(AUTHOR), idempotencyKey: t.string(KEY) }),
});

export const AcknowledgeContextEventsInput = builder.inputType('AcknowledgeContextEventsInput', {
  description: 'How far an agent has come.',
  fields: (t) => ({
    roomId: t.id(ROOM),
    agentId: t.string({ required: true, description: 'The agent that has handled the events.' }),
    upTo: t.field({
      type: 'EventCursor',
      required: true,
      description: 'The `cursor` of the last one that it has handled.',
    }),
  }),
});
