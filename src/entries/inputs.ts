import type { PageInput } from '../contract/page.ts';
import type { Json } from '../json/json.ts';

// What each operation takes, as its caller sent it: nothing here has been checked. Null is kept apart from absent.

export interface WriteContextInput {
  roomId: string;
  type: string;
  summary: string;
  consumingAgents: string[];
  payload: Json;
  author: string;
  idempotencyKey?: string | null;
}

export interface UpdateContextInput {
  roomId: string;
  id: string;
  author: string;
  summary?: string | null;
  consumingAgents?: string[] | null;
  payload?: Json;
  payloadMergePatch?: Json;
  payloadJsonPatch?: Json;
  expectedVersion?: string | null;
  onlyIfChanged?: boolean | null;
  idempotencyKey?: string | null;
}

export interface DeleteContextInput {
  roomId: string;
  id: string;
  agentId?: string | null;
  expectedVersion?: string | null;
  idempotencyKey?: string | null;
}

export interface RestoreContextInput {
  roomId: string;
  id: string;
  author: string;
  idempotencyKey?: string | null;
}

export interface AcknowledgeContextEventsInput {
  roomId: string;
  agentId: string;
  upTo: string;
}

export interface ContextFilter {
  type?: string | null;
  author?: string | null;
  consumingAgent?: string | null;
  updatedAfter?: Date | null;
  search?: string | null;
}

export type ContextOrder = 'CREATED_DESC' | 'CREATED_ASC' | 'UPDATED_DESC' | 'UPDATED_ASC';

export interface ListContextsInput extends PageInput {
  roomId: string;
  filter?: ContextFilter | null;
  orderBy?: ContextOrder | null;
}

export interface ContextDiffInput {
  roomId: string;
  id: string;
  againstVersion?: string | null;
  version?: string | null;
}

export type ContextEventType = 'context_available' | 'context_updated' | 'context_deleted';

export interface ContextEventsInput extends PageInput {
  roomId: string;
  agentId?: string | null;
  types?: ContextEventType[] | null;
}

export interface FollowInput {
  roomId: string;
  agentId?: string | null;
  types?: ContextEventType[] | null;
  after?: string | null;
  resume?: boolean | null;
}
