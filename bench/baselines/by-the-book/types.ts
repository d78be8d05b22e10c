import type { Event, openBuilder } from './schema.ts';

export type Builder = ReturnType<typeof openBuilder>;

/** The inputs of both mutations. */
export const inputsOf = (builder: Builder) => ({
  WriteContextInput: builder.inputType('WriteContextInput', {
    fields: (t) => ({
      roomId: t.id(),
      type: t.string(),
      summary: t.string(),
      consumingAgents: t.stringList(),
      payload: t.field({ type: 'JSON' }),
      author: t.string(),
    }),
  }),
  UpdateContextInput: builder.inputType('UpdateContextInput', {
    fields: (t) => ({
      roomId: t.id(),
      id: t.id(),
      author: t.string(),
      summary: t.string(),
      payload: t.field({ type: 'JSON' }),
    }),
  }),
});

/** An entry, straight from its model. */
export const entryOf = (builder: Builder) =>
  builder.prismaObject('Entry', {
    name: 'ContextEntry',
    fields: (t) => ({
      id: t.exposeID('id'),
      roomId: t.exposeID('roomId'),
      type: t.exposeString('type'),
      author: t.exposeString('author'),
      timestamp: t.expose('timestamp', { type: 'DateTime' }),
      summary: t.exposeString('summary'),
      consumingAgents: t.exposeStringList('consumingAgents'),
      payload: t.expose('payload', { type: 'JSON' }),
      version: t.string({ resolve: (entry) => `1.${entry.minor}` }),
    }),
  });

/** What subscribers get. */
export const eventOf = (builder: Builder) =>
  builder.objectRef<Event>('ContextEvent').implement({
    fields: (t) => ({
      cursor: t.exposeString('cursor'),
      type: t.exposeString('type'),
      roomId: t.exposeID('roomId'),
      from: t.exposeString('from'),
      timestamp: t.expose('timestamp', { type: 'DateTime' }),
      contextId: t.exposeID('contextId'),
      contextType: t.exposeString('contextType'),
      summary: t.exposeString('summary'),
      version: t.exposeString('version'),
    }),
  });

export type EntryRef = ReturnType<typeof entryOf>;
