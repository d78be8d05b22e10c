import { z } from 'zod';
import { fields, requiredText, text } from './fields.ts';

const endpoint = fields({
  method: z.enum(['GET', 'POST', 'PUT', 'DELETE', 'PATCH']),
  path: requiredText,
  request: fields({}).optional(),
  response: fields({}),
  auth_required: z.boolean(),
  description: text,
});

/** What a service offers to others. */
export const apiContract = fields({
  service: requiredText,
  version: requiredText,
  endpoints: z.array(endpoint).min(1, 'must have at least one element'),
  base_url: requiredText.optional(),
});

export type ApiContract = z.infer<typeof apiContract>;
