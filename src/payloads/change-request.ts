import { z } from 'zod';
import { fields, requiredText } from './fields.ts';

/** What one agent asks another one to change. */
export const changeRequest = fields({
  requested_by: requiredText,
  target_agent: requiredText,
  description: requiredText,
  urgency: z.enum(['low', 'medium', 'high']),
  blocking_task_id: requiredText.optional(),
});

export type ChangeRequest = z.infer<typeof changeRequest>;
