import { useEffect } from 'preact/hooks';
import { useLoaded } from '../api/use-loaded.ts';
import { setQuery } from '../navigation.ts';
import { Empty, Loading } from '../ui/notice.tsx';
import { Time } from '../ui/time.tsx';
import { useCalm, useChanges, useRoom } from './current-room.ts';
import { type AgentState, loadAgents } from './load-agents.ts';

const REFRESH_MS = 4_000;
/** What agents acknowledge is not told by any event. */
const POLL_MS = 10_000;

/** Who consumes what is written here, and who is behind. */
export function RoomAgents() {
  const { roomId } = useRoom();
  const { value, reload } = useLoaded(`agents ${roomId}`, (signal) => loadAgents(roomId, signal));
  const calmReload = useCalm(reload, REFRESH_MS);
  useChanges(calmReload);
  useEffect(() => {
    const timer = setInterval(() => !document.hidden && calmReload(), POLL_MS);
    return () => clearInterval(timer);
  }, [calmReload]);
  const agents = value?.toSorted((a, b) => b.pending - a.pending || a.agentId.localeCompare(b.agentId));
  return (
    <section class="agents" aria-labelledby="agents-title">
      <h2 id="agents-title">Agents</h2>
      {!agents && <Loading lines={4} />}
      {agents?.length === 0 && (
        <Empty title="Nobody listens yet">
          <p>Agents that entries are meant for are listed here, with what they have not acknowledged.</p>
        </Empty>
      )}
      {agents && (
        <ul>
          {agents.map((agent) => (
            <AgentLine key={agent.agentId} agent={agent} />
          ))}
        </ul>
      )}
    </section>
  );
}

const MOST_PENDING = 10_000;

function AgentLine({ agent: { agentId, pending, lastSeenAt } }: { agent: AgentState }) {
  const waiting = `${pending.toLocaleString('en')}${pending >= MOST_PENDING ? '+' : ''} waiting`;
  return (
    <li>
      <button
        type="button"
        class="plain"
        onClick={() => setQuery({ for: agentId })}
        title={`Show what is meant for ${agentId}`}
      >
        {agentId}
      </button>
      <span class={pending > 0 ? 'is-behind' : 'is-even'}>{pending > 0 ? waiting : 'up to date'}</span>
      <span class="faint">
        {lastSeenAt ? (
          <>
            seen <Time at={lastSeenAt} />
          </>
        ) : (
          'never seen'
        )}
      </span>
    </li>
  );
}
