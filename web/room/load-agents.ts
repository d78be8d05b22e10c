import { ask } from '../api/request.ts';
import { RoomAgentsDocument, type RoomAgentsQuery, UnacknowledgedDocument } from '../generated/documents.ts';

export type AgentState = NonNullable<RoomAgentsQuery['room']>['agents'][number];

const PAGE = 200;
const MOST_PAGES = 5;

/** How far the agents of a room have got, at most 1,000 of them. */
export async function loadAgents(roomId: string, signal: AbortSignal): Promise<AgentState[]> {
  const agents: AgentState[] = [];
  for (let page = 0; page < MOST_PAGES; page++) {
    const { room } = await ask(RoomAgentsDocument, { roomId, after: agents.at(-1)?.agentId }, signal);
    agents.push(...(room?.agents ?? []));
    if ((room?.agents.length ?? 0) < PAGE) break;
  }
  return agents;
}

/** What an agent has acknowledged of one entry: a version of it, nothing, or too much is waiting to tell. */
export type Acknowledged = { version: string } | 'nothing' | 'unknown';

/**
 * Which version of an entry an agent has acknowledged: the one before the first that still waits for it, if that one was
 * for the agent (`wasFor`). The agent's inbox is
 * not looked into: that would count as the agent having been here.
 */
export async function acknowledgedVersion(
  entry: { roomId: string; id: string; version: string; wasFor(agentId: string, version: string): boolean },
  agent: AgentState | undefined,
  agentId: string,
  signal: AbortSignal,
): Promise<Acknowledged> {
  if (agent?.pending === 0) return { version: entry.version };
  const before = (version: string | null): Acknowledged =>
    agent?.acknowledged && version !== null && entry.wasFor(agentId, version) ? { version } : 'nothing';
  let after = agent?.acknowledged;
  for (let page = 0; page < MOST_PAGES; page++) {
    const { contextEvents } = await ask(UnacknowledgedDocument, { roomId: entry.roomId, agentId, after }, signal);
    const waiting = contextEvents.nodes.find(({ contextId }) => contextId === entry.id);
    if (waiting) return before(waiting.previousVersion);
    if (!contextEvents.pageInfo.hasNextPage) return { version: entry.version };
    after = contextEvents.pageInfo.endCursor;
  }
  return 'unknown';
}
