import { apiContract } from './api-contract.ts';
import { archDecision } from './arch-decision.ts';
import { changeRequest } from './change-request.ts';
import { note } from './note.ts';
import { task } from './task.ts';

/** The types of entries, each with the schema of its payload. A new type is one file and one line here. */
export const payloadTypes = {
  api_contract: apiContract,
  arch_decision: archDecision,
  task,
  change_request: changeRequest,
  note,
} as const;

export type ContextType = keyof typeof payloadTypes;
