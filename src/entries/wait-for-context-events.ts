import { allowRead, type Caller } from '../access/caller.ts';
import { checkAgentId, checkFirst, checkRoomId } from '../contract/arguments.ts';
import type { Page } from '../contract/page.ts';
import { accept, fault, lengthFaults } from '../contract/text-faults.ts';
import type { Subscription } from '../log/subscription.ts';
import type { Version } from '../log/version.ts';
import { contextInbox } from './context-inbox.ts';
import type { Wanted } from './results.ts';
import type { Store } from './store.ts';

/** The longest that a caller may wait, in milliseconds: below the patience of most proxies. */
const LONGEST_WAIT_MS = 30_000;

/** Has `end` called once when nobody waits for the answer any more. Gives how to take that back. */
export type WhenOver = (end: () => void) => () => void;

const NEVER: WhenOver = () => () => undefined;

/**
 * The inbox of an agent, as soon as it holds something: at once, or when something comes, or empty after `timeoutMs`.
 * Like every reading it consumes nothing. When the caller goes away or the server stops it ends at once, and leaves nothing behind.
 * @throws ContextError BAD_USER_INPUT or LIMIT_EXCEEDED for the input.
 */
export async function waitForContextEvents(
  store: Store,
  caller: Caller,
  input: { roomId: string; agentId: string; timeoutMs?: number | null; first?: number | null },
  wanted: Wanted,
  whenOver: WhenOver = NEVER,
): Promise<Page<Version>> {
  const roomId = checkRoomId(input.roomId);
  allowRead(caller, roomId);
  const agentId = checkAgentId('agentId', input.agentId);
  checkFirst(input.first);
  const deadline = Date.now() + checkTimeout(input.timeoutMs);
  const inbox = (): Promise<Page<Version>> => contextInbox(store, caller, input, wanted);
  const present = await inbox();
  if (present.edges.length > 0) return present;
  // From here on nothing is missed: what is not in the second look comes through the subscription.
  const subscription = await store.log.follow(roomId, { all: false, agentId }, undefined);
  const end = (): void => void subscription.return();
  const timer = setTimeout(end, Math.max(deadline - Date.now(), 0));
  const cancel = whenOver(end);
  try {
    return await firstOf(subscription, inbox, present);
  } finally {
    cancel();
    clearTimeout(timer);
    end();
  }
}

/** What has come may have been acknowledged by another process of the agent before it could be read: then it waits on. */
async function firstOf(
  subscription: Subscription,
  inbox: () => Promise<Page<Version>>,
  empty: Page<Version>,
): Promise<Page<Version>> {
  for (;;) {
    const page = await inbox();
    if (page.edges.length > 0) return page;
    if ((await subscription.next()).done) return empty;
  }
}

function checkTimeout(timeoutMs: number | null | undefined): number {
  if (timeoutMs == null) return LONGEST_WAIT_MS;
  const path = ['timeoutMs'];
  if (timeoutMs >= 0) return accept(timeoutMs, lengthFaults(path, timeoutMs, LONGEST_WAIT_MS, 'milliseconds'));
  return accept(0, [fault(path, `must not be negative; got ${timeoutMs}.`, '0 or more', String(timeoutMs))]);
}
