import { ContextError } from '../contract/errors.ts';

export type Role = 'reader' | 'writer' | 'admin';

/** Who is calling: what the key of the request allows. */
export interface Caller {
  /** Names the caller in limits and in the audit trail: the key's id, or `open` where no keys are asked for. */
  id: string;
  role: Role;
  /** The agent that the key is bound to, if any. */
  agent: string | undefined;
  /** The patterns of the rooms that it may see: ids, or beginnings of them followed by `*`. */
  rooms: readonly string[];
  /** Whether the caller may see this room. A room that it may not see does not exist for it. */
  sees(roomId: string): boolean;
}

/** The caller of a server without keys: it may do everything. */
export const OPEN_CALLER: Caller = {
  id: 'open',
  role: 'admin',
  agent: undefined,
  rooms: ['*'],
  sees: () => true,
};

/** A write needs the role writer, in a room that the caller may see, as the agent that its key is bound to. */
export function allowWrite(caller: Caller, roomId: string, author: string): void {
  if (!caller.sees(roomId)) throw roomNotFound(roomId);
  if (caller.role === 'reader')
    throw new ContextError('FORBIDDEN', 'This key may only read. Ask for a key with the role writer.');
  if (caller.agent !== undefined && caller.agent !== author)
    throw new ContextError('FORBIDDEN', `This key is bound to the agent "${caller.agent}": write as that agent.`);
}

const roomNotFound = (roomId: string): ContextError =>
  new ContextError('NOT_FOUND', `There is no room "${roomId}" that this key may see.`);

/** Reading needs a room that the caller may see. */
export function allowRead(caller: Caller, roomId: string): void {
  if (!caller.sees(roomId)) throw roomNotFound(roomId);
}

/** Only a bound agent itself moves its acknowledged position. A reader may: what it has read is its own. */
export function allowAcknowledge(caller: Caller, roomId: string, agentId: string): void {
  allowRead(caller, roomId);
  if (caller.agent !== undefined && caller.agent !== agentId)
    throw new ContextError('FORBIDDEN', `This key is bound to the agent "${caller.agent}": acknowledge as that agent.`);
}

/** Managing keys and reading the audit trail need the role admin. */
export function allowAdmin(caller: Caller): void {
  if (caller.role !== 'admin')
    throw new ContextError('FORBIDDEN', 'This needs a key with the role admin. Ask whoever runs the server.');
}
