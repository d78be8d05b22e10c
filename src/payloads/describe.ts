import { z } from 'zod';
import { type ContextType, payloadTypes } from './types.ts';

/**
 * The fields of a type in the shortest form that agents understand, without extra ones: `text, references[]?` for a note;
 * `{…}` holds the fields of an object, `[…]` what an array is made of, `|` stands between the words of a closed list.
 */
export const fieldsOf = (type: ContextType): string => membersOf(payloadTypes[type]);

const membersOf = ({ shape }: z.ZodObject): string =>
  Object.entries(shape)
    .map(([name, schema]) => {
      const isOptional = schema instanceof z.ZodOptional;
      return `${name}${formOf(isOptional ? schema.unwrap() : schema)}${isOptional ? '?' : ''}`;
    })
    .join(', ');

/** Nothing behind the name is text. */
function formOf(schema: unknown): string {
  if (schema instanceof z.ZodString) return '';
  if (schema instanceof z.ZodObject) return `{${membersOf(schema)}}`;
  if (schema instanceof z.ZodArray) return schema.element instanceof z.ZodString ? '[]' : `[${formOf(schema.element)}]`;
  if (schema instanceof z.ZodEnum) return `: ${schema.options.join('|')}`;
  if (schema instanceof z.ZodBoolean) return ': bool';
  throw new Error('A payload field of this kind has no description yet: add it to formOf.');
}
