import type { z } from 'zod';
import { fields, requiredText, stringList } from './fields.ts';

/** What was decided, why, and what it entails. */
export const archDecision = fields({
  title: requiredText,
  decision: requiredText,
  rationale: requiredText,
  alternatives: stringList,
  consequences: stringList,
});

export type ArchDecision = z.infer<typeof archDecision>;
