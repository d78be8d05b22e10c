import { useEffect } from 'preact/hooks';
import { useLoaded } from '../api/use-loaded.ts';
import { useCalm, useChanges } from '../room/current-room.ts';
import { type Acknowledged, acknowledgedVersion, loadAgents } from '../room/load-agents.ts';

interface Addressed {
  id: string;
  version: string;
  consumingAgents: string[];
}

interface Reader {
  agentId: string;
  acknowledged: Acknowledged;
}

const REFRESH_MS = 4_000;
/** What agents acknowledge is not told by any event. */
const POLL_MS = 10_000;

/** Who an entry is for, and which version of it each of them has acknowledged. */
export function Consumers({ roomId, entry, earlier }: { roomId: string; entry: Addressed; earlier: Addressed[] }) {
  const names = entry.consumingAgents;
  const question = `readers ${roomId} ${entry.id} ${names.join('\n')}`;
  const { value, reload } = useLoaded(question, (signal) => loadReaders(roomId, entry, earlier, signal));
  const calmReload = useCalm(reload, REFRESH_MS);
  useChanges(calmReload);
  useEffect(() => {
    const timer = setInterval(() => !document.hidden && calmReload(), POLL_MS);
    return () => clearInterval(timer);
  }, [calmReload]);
  return (
    <section class="consumers" aria-labelledby="consumers-title">
      <h3 id="consumers-title">Consumed by</h3>
      {names.length === 0 && <p class="faint">Nobody: its changes are not announced.</p>}
      <ul>
        {names.map((agentId) => (
          <li key={agentId}>
            <span class="agent">{agentId}</span>
            <Status read={value?.find((reader) => reader.agentId === agentId)?.acknowledged} version={entry.version} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Status({ read, version }: { read: Acknowledged | undefined; version: string }) {
  if (read === undefined) return <span class="faint">…</span>;
  if (read === 'unknown') return <span class="is-behind">far behind</span>;
  if (read === 'nothing') return <span class="is-behind">not acknowledged</span>;
  if (read.version === version) return <span class="is-even">has {version}</span>;
  return <span class="is-behind">behind, has {read.version}</span>;
}

async function loadReaders(
  roomId: string,
  { id, version, consumingAgents }: Addressed,
  earlier: Addressed[],
  signal: AbortSignal,
): Promise<Reader[]> {
  if (consumingAgents.length === 0) return [];
  const agents = new Map((await loadAgents(roomId, signal)).map((agent) => [agent.agentId, agent]));
  const wasFor = (agentId: string, then: string): boolean =>
    earlier.find((step) => step.version === then)?.consumingAgents.includes(agentId) ?? true;
  const read = async (agentId: string): Promise<Reader> => ({
    agentId,
    acknowledged: await acknowledgedVersion({ roomId, id, version, wasFor }, agents.get(agentId), agentId, signal),
  });
  return Promise.all(consumingAgents.map(read));
}
