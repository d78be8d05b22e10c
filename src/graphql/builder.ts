import SchemaBuilder from '@pothos/core';
import type { Json } from '../json/json.ts';
import type { Ctx } from './ctx.ts';

/** What the scalars are inside of the server. An input that may be null says so itself: null is none of its values. */
type Scalars = {
  ID: { Input: string; Output: string };
  DateTime: { Input: Date; Output: Date };
  JSON: { Input: JsonInput; Output: unknown };
  JSONObject: { Input: JsonInput; Output: unknown };
  EventCursor: { Input: string; Output: string };
};

type JsonInput = Exclude<Json, null>;

/** Fields are non-null unless they say otherwise; arguments and input fields are optional unless they say otherwise. */
export const builder = new SchemaBuilder<{ Context: Ctx; Scalars: Scalars; DefaultFieldNullability: false }>({
  defaultFieldNullability: false,
});

builder.queryType({
  description: 'Reading what a room knows. Nothing here changes anything: an inbox is still full after it was read.',
});
builder.mutationType({
  description:
    'Changing what a room knows. Each change is one new version and one position in the log of the room; nothing that was written is ever rewritten.',
});
builder.subscriptionType({
  description:
    'Following a room while it changes. Every stream is in order, with nothing twice and nothing missed, and can be resumed behind the `cursor` of the last event that was handled.',
});
