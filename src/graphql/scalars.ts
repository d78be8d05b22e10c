import { GraphQLError } from 'graphql';
import { parseDateTime } from '../contract/date-time.ts';
import { builder } from './builder.ts';
import { jsonOfLiteral } from './json-literal.ts';

// Errors of scalars are GraphQLErrors: graphql-js adds the variable or the place in the document to them.

builder.scalarType('DateTime', {
  description:
    'A moment as RFC 3339 text. It is given in UTC with milliseconds: `2026-11-30T14:10:00.000Z`. As an argument any offset is accepted (`2026-11-30T15:10:00+01:00`); a date without time or a time without offset is not.',
  serialize: (value) => (value as Date).toISOString(),
  parseValue: (value) => {
    const moment = typeof value === 'string' ? parseDateTime(value) : undefined;
    if (moment === undefined)
      throw new GraphQLError('DateTime is RFC 3339 text with time and offset, like "2026-11-30T14:10:00.000Z".');
    return moment;
  },
});

builder.scalarType('EventCursor', {
  description:
    'A position in the log of one room. It is opaque: keep the `cursor` of the last event that you have handled, and hand it back as `after` to go on right behind it. A cursor of another room, or text that is none, is CURSOR_INVALID; one beyond the end of the log (the server has gone back to an older state) is CURSOR_AHEAD: read the room anew with `contexts` and follow from its `asOf`.',
  serialize: String,
  parseValue: (value) => {
    if (typeof value !== 'string') throw new GraphQLError('EventCursor is text, as an earlier answer gave it.');
    return value;
  },
});

builder.scalarType('JSON', {
  description:
    'Any JSON value (RFC 8259). Best sent as a variable; in an inline literal the keys are written without quotes, the strings with them.',
  serialize: (value) => value,
  parseValue: (value) => value as never,
  parseLiteral: (node, variables) => jsonOfLiteral(node, variables) as never,
});

builder.scalarType('JSONObject', {
  description:
    'A JSON object (RFC 8259), sent as it is and not as a string with JSON inside. What is written is what is read: nested values, extra keys, their order. What could not be kept exactly is refused with its place: U+0000, lone surrogates, integers beyond ±(2^53 − 1) (send those as strings).',
  serialize: (value) => value,
  parseValue: (value) => value as never,
  parseLiteral: (node, variables) => jsonOfLiteral(node, variables) as never,
});
