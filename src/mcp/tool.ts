import type { Caller } from '../access/caller.ts';
import type { Store } from '../entries/store.ts';
import type { WhenOver } from '../entries/wait-for-context-events.ts';
import type { Arguments } from './arguments.ts';

/** One call of a tool, its arguments checked for their names and JSON types. */
export interface Call {
  store: Store;
  caller: Caller;
  given: Record<string, unknown>;
  /** For what takes long: calls back when nobody waits for the answer any more. */
  whenOver: WhenOver;
  /** Counts a write against the limits of the caller's key. Throws ContextError RATE_LIMITED. */
  countWrite(): Promise<unknown>;
}

/** What agents see of one operation. It translates names and sizes; every rule is behind it. */
export interface Tool {
  name: string;
  description: string;
  arguments: Arguments;
  /** Whether it leaves everything as it is: hosts ask their people less often. */
  readOnly: boolean;
  /** The text of the answer: JSON, under 20,000 tokens. */
  run(call: Call): Promise<string>;
}

/** Arguments that many tools have. */
export const ROOM = { roomId: { kind: 'string', required: true } } as const satisfies Arguments;
export const ENTRY = { ...ROOM, id: { kind: 'string', required: true } } as const satisfies Arguments;
export const PAGE = { first: { kind: 'integer' }, after: { kind: 'string' } } as const satisfies Arguments;
export const IDEMPOTENCY = { idempotencyKey: { kind: 'string' } } as const satisfies Arguments;
export const EXPECTED = { expectedVersion: { kind: 'string' } } as const satisfies Arguments;
