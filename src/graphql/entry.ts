import { cursorOf } from '../log/cursor.ts';
import { type Version, versionLabel } from '../log/version.ts';
import { builder } from './builder.ts';
import { ContextType } from './enums.ts';
import { payloadOf } from './payload.ts';

export const ContextEntry = builder.objectRef<Version>('ContextEntry');

ContextEntry.implement({
  description: 'One context document of a room, as one of its versions has it.',
  fields: (t) => ({
    id: t.id({ description: 'Names the entry in its room; the same for all its versions.', resolve: (e) => e.entryId }),
    roomId: t.exposeID('roomId', { description: 'The room that the entry belongs to.' }),
    type: t.field({ type: ContextType, description: 'Settles the fields of the payload.', resolve: (e) => e.type }),
    author: t.exposeString('author', { description: 'The agent that wrote this version.' }),
    timestamp: t.field({
      type: 'DateTime',
      description: 'When this version was written.',
      resolve: (e) => e.writtenAt,
    }),
    summary: t.exposeString('summary', {
      description: 'What the entry is about, for those who decide whether to read it.',
    }),
    consumingAgents: t.exposeStringList('consumingAgents', {
      description: 'The agents that the entry is meant for: they get its events.',
    }),
    payload: t.field({
      type: 'JSON',
      nullable: true,
      description:
        'The content itself. Without `pointer` the whole of it; with one only the part there, null where nothing stands. A pointer that is none is BAD_USER_INPUT.',
      args: {
        pointer: t.arg.string({
          description: 'RFC 6901: `/endpoints/0/path`. Inside of a key, `~1` stands for `/` and `~0` for `~`.',
        }),
      },
      resolve: (e, { pointer }, { store }) => payloadOf(store, e, pointer),
    }),
    payloadBytes: t.exposeInt('payloadBytes', {
      description: 'Size of the payload as compact JSON in UTF-8, in bytes: what reading it will cost.',
    }),
    version: t.string({
      description: 'Two integers, not a decimal: 1.0, 1.1, … 1.9, 1.10.',
      resolve: (e) => versionLabel(e.minor),
    }),
    cursor: t.field({
      type: 'EventCursor',
      description: 'Where in the log of the room this version was written. Follow from here with `after`.',
      resolve: cursorOf,
    }),
    deleted: t.boolean({
      description: 'True where this version is the one that deleted the entry; it shows the content as it last was.',
      resolve: (e) => e.action === 'delete',
    }),
  }),
});
