import { type Client, type Entry, type Room, RoomError } from '../../client/client.ts';
import { diffLines, paint } from '../paint.ts';
import { Agent, type AgentName, tell } from './agent.ts';
import { CONTRACT, DECISION, PAGES, REQUEST, VOTES } from './payloads.ts';

/**
 * Plays a small room against a running server and prints who does what: three agents agree on a contract. Everything is
 * checked on the way.
 * @throws Error where something is not as it should be, RoomError where the server refuses.
 */
export async function playDemo(client: Client): Promise<void> {
  const room = client.room(`demo-${new Date().toISOString().slice(0, 19).replace(/\D/g, '-')}`);
  process.stdout.write(`${paint('bold', `The room ${room.id}`)} at ${client.url}\n\n`);
  check((await room.list()).totalCount === 0, 'the room is new');
  const stop = new AbortController();
  const enter = (name: AgentName) => new Agent(name, room, stop.signal);
  try {
    await play(room, { backend: enter('backend'), frontend: enter('frontend'), mobile: enter('mobile') });
  } finally {
    stop.abort();
    await client.close();
  }
  process.stdout.write(`\n${paint('green', 'All is as it should be.')}\n`);
}

async function play(room: Room, agents: Agents): Promise<void> {
  const contract = await publish(room, agents);
  await askForPages(room, agents);
  await updateAtOnce(room, agents, contract);
  await lookBack(room, contract.id);
  await Promise.all(Object.values(agents).map((agent) => agent.leaves()));
  await checkInboxes(room);
}

type Agents = Record<AgentName, Agent>;

async function publish(room: Room, { frontend, mobile }: Agents): Promise<Entry> {
  tell('backend', 'publishes an API contract for frontend and mobile');
  const summary = 'Polls API: create and list polls';
  const consumingAgents = ['frontend', 'mobile'];
  const contract = await room.write({
    type: 'api_contract',
    author: 'backend',
    summary,
    consumingAgents,
    payload: CONTRACT,
  });
  check(contract.version === '1.0', 'the first version is 1.0');
  const [heard] = await Promise.all([frontend, mobile].map((agent) => agent.hears('context_available', 'backend')));
  check(heard!.entry.id === contract.id, 'the event names the contract');
  return contract as Entry;
}

async function askForPages(room: Room, { backend, frontend, mobile }: Agents): Promise<void> {
  tell('mobile', 'asks the backend for a change');
  const summary = 'GET /polls needs pages';
  await room.write({
    type: 'change_request',
    author: 'mobile',
    summary,
    consumingAgents: ['backend'],
    payload: REQUEST,
  });
  await backend.hears('context_available', 'mobile');
  tell('backend', 'decides how, and says why');
  const decision = { summary: DECISION.title, consumingAgents: ['frontend', 'mobile'], payload: DECISION };
  await room.write({ type: 'arch_decision', author: 'backend', ...decision });
  await Promise.all([frontend, mobile].map((agent) => agent.hears('context_available', 'backend')));
}

/** Both have read 1.0; one is faster, and the other one learns what has changed since. */
async function updateAtOnce(room: Room, { frontend, mobile }: Agents, { id }: Entry): Promise<void> {
  const seen = '1.0';
  tell('backend', `updates the contract that it has read as ${seen}: pages`);
  const paged = await room.update(id, { author: 'backend', payloadJsonPatch: PAGES, expectedVersion: seen });
  check(paged.version === '1.1', 'the update makes version 1.1');
  await Promise.all([frontend, mobile].map((agent) => agent.hears('context_updated', 'backend')));

  tell('frontend', `updates the contract that it has read as ${seen}: votes`);
  const votes = { author: 'frontend', payloadJsonPatch: VOTES };
  const conflict = await room.update(id, { ...votes, expectedVersion: seen }).catch((error: unknown) => error);
  if (!(conflict instanceof RoomError && conflict.code === 'VERSION_CONFLICT'))
    throw new Error('an update of an old version is refused as VERSION_CONFLICT');
  const { currentVersion, currentAuthor, jsonPatch } = conflict.extensions;
  tell(
    'frontend',
    paint(
      'yellow',
      `  is refused: ${currentVersion} of ${currentAuthor} is current, with ${(jsonPatch as unknown[]).length} changes since ${seen}`,
    ),
  );
  tell('frontend', `  sees that they do not touch its own, and updates ${currentVersion}`);
  const voted = await room.update(id, { ...votes, expectedVersion: String(currentVersion) });
  check(voted.version === '1.2', 'the second update makes version 1.2');
  await Promise.all([frontend, mobile].map((agent) => agent.hears('context_updated', 'frontend')));
}

async function lookBack(room: Room, id: string): Promise<void> {
  const diff = await room.diff(id, { againstVersion: '1.0' });
  process.stdout.write(`\nWhat has become of the contract: ${diffLines(diff).join('\n  ')}\n`);
  check(diff.changes.length === 4, 'the comparison shows four changes');
  const history = await room.history(id);
  check(history.nodes.map(({ version }) => version).join() === '1.1,1.0', 'the history holds 1.1 and 1.0');
  check((await room.list()).totalCount === 3, 'the room holds three entries');
}

async function checkInboxes(room: Room): Promise<void> {
  for (const name of ['backend', 'frontend', 'mobile'])
    check((await room.inbox(name)).nodes.length === 0, `${name} has acknowledged everything`);
}

function check(holds: boolean, rule: string): void {
  if (!holds) throw new Error(`This does not hold: ${rule}.`);
}
