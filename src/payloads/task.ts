import type { z } from 'zod';
import { fields, requiredText, stringList, text } from './fields.ts';

/** Work to be done and how to tell that it is. */
export const task = fields({
  task_id: requiredText,
  acceptance_criteria: stringList,
  technical_notes: text,
});

export type Task = z.infer<typeof task>;
