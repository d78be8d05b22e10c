import type { z } from 'zod';
import { fields, requiredText, stringList } from './fields.ts';

/** Anything else worth keeping. */
export const note = fields({
  text: requiredText,
  references: stringList.optional(),
});

export type Note = z.infer<typeof note>;
