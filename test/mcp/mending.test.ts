import { samples } from '../payloads/samples.ts';
import { rawCall } from '../support/mcp.ts';
import { testServer } from '../support/server.ts';
import { mend } from './mend.ts';

const server = testServer();

// biome-ignore lint/suspicious/noExplicitAny: arguments of any shape
type Args = any;
type Spoil = (args: Args, pick: <T>(from: readonly T[]) => T) => void;

/** Stands in arguments for a number that no JavaScript value holds. */
const RAW = /"raw:([^"]+)"/g;
const textOf = (args: Args) => JSON.stringify(args).replace(RAW, '$1');

const TYPES = ['api_contract', 'arch_decision', 'task', 'change_request', 'note'] as const;
const REQUIRED: Record<string, string[]> = {
  api_contract: ['service', 'version'],
  arch_decision: ['title', 'decision', 'rationale', 'alternatives', 'consequences'],
  task: ['task_id', 'acceptance_criteria', 'technical_notes'],
  change_request: ['requested_by', 'target_agent', 'description', 'urgency'],
  note: ['text'],
};

/** Mistakes of somebody who writes: each spoils arguments that are right. */
const WRITING: Spoil[] = [
  (args, pick) => delete args[pick(['roomId', 'summary', 'consuming_agents', 'author'])],
  (args, pick) => delete args.payload[pick(REQUIRED[args.type]!)],
  (args) => {
    args.room_id = args.roomId;
    delete args.roomId;
  },
  (args) => {
    args.consumingAgents = args.consuming_agents;
    delete args.consuming_agents;
  },
  (args) => {
    args.urgent = true;
  },
  (args) => {
    args.consuming_agents = 'otter';
  },
  (args) => {
    args.payload = JSON.stringify(args.payload);
  },
  (args, pick) => {
    args.type = pick([args.type.toUpperCase(), args.type.replace('_', '-'), `${args.type} `]);
  },
  (args, pick) => {
    args[pick(['roomId', 'author'])] = pick([' heron', 'heron\n', 7, 'a'.repeat(129), '']);
  },
  (args, pick) => {
    args.summary = pick(['', '  ', 5, 'x'.repeat(4_001), 'nul \0 inside', 'half \ud800 a character']);
  },
  (args, pick) => {
    args.consuming_agents = [...args.consuming_agents, pick([' lynx', 'ly\u202enx', ''])];
  },
  (args, pick) => {
    args.payload[pick(REQUIRED[args.type]!)] = pick([5, true, null, {}]);
  },
  (args, pick) => {
    args.payload.more = { deep: [`raw:${pick(['9007199254740993', '1e400', '-12345678901234567890'])}`] };
  },
  (args, pick) => {
    args.payload.more = pick(['nul \0 inside', 'half \udc00 a character']);
  },
  (args, pick) => {
    args.type = 'api_contract';
    args.payload = structuredClone(samples.api_contract);
    const [endpoint] = args.payload.endpoints;
    pick<() => void>([
      () => {
        endpoint.method = 'post';
      },
      () => {
        endpoint.auth_required = 'false';
      },
      () => {
        endpoint.request = null;
      },
      () => delete endpoint.response,
      () => {
        endpoint.response = '{"id":"string"}';
      },
      () => {
        endpoint.path = 12;
      },
      () => {
        args.payload.base_url = null;
      },
    ])();
  },
  (args, pick) => {
    args.type = 'change_request';
    args.payload = { ...samples.change_request, urgency: pick(['HIGH', 'urgent', 1, null]) };
  },
];

/** Mistakes about an entry that has the versions 1.0 and 1.1. */
const ABOUT_ENTRY: [tool: string, right: Args, spoil: Spoil][] = [
  ['update_context', { author: 'a', summary: 's' }, (args) => delete args.author],
  [
    'update_context',
    { author: 'a', summary: 's' },
    (args, pick) => Object.assign(args, { expectedVersion: pick(['1.0', '1.9']) }),
  ],
  [
    'update_context',
    { author: 'a', payload: { text: 't' } },
    (args) => Object.assign(args, { payload: { text: null } }),
  ],
  [
    'update_context',
    { author: 'a', payloadMergePatch: { x: 1 } },
    (args) => Object.assign(args, { payloadMergePatch: '{"x":1}' }),
  ],
  [
    'update_context',
    { author: 'a', payloadMergePatch: { x: 1 } },
    (args, pick) => Object.assign(args, { payloadMergePatch: { text: pick([5, true]) } }),
  ],
  [
    'update_context',
    { author: 'a', payloadJsonPatch: [] },
    (args) => Object.assign(args, { payloadJsonPatch: '[{"op":"add","path":"/x","value":1}]' }),
  ],
  ['update_context', { author: 'a', summary: 's' }, (args) => Object.assign(args, { onlyIfChanged: 'true' })],
  ['update_context', { author: 'a', summary: 's' }, (args) => Object.assign(args, { idempotencyKey: '' })],
  ['diff_context', {}, (args, pick) => Object.assign(args, { againstVersion: pick(['1.7', 'latest', 1]) })],
  ['read_context', {}, (args, pick) => Object.assign(args, { pointer: pick(['/nothing', 'text', '/a~2']) })],
  ['read_context', {}, (args, pick) => Object.assign(args, { offset: pick(['0', -1]), pointer: '/text' })],
  ['read_context', {}, (args, pick) => Object.assign(args, { version: pick(['1.7', 'v1.0']) })],
  ['get_context_history', {}, (args, pick) => Object.assign(args, { first: pick([0, 500, '5', 1.5]) })],
  ['get_context_history', {}, (args) => Object.assign(args, { after: 'garbage' })],
];

/** Mistakes about a room. */
const ABOUT_ROOM: [tool: string, right: Args, spoil: Spoil][] = [
  ['list_context', {}, (args, pick) => Object.assign(args, { type: pick(['apiContract', 'NOTE']) })],
  ['list_context', {}, (args, pick) => Object.assign(args, { updatedAfter: pick(['yesterday', '2026-11-30', 5]) })],
  ['list_context', {}, (args, pick) => Object.assign(args, { first: pick([0, 201, 'ten']) })],
  ['list_context', {}, (args) => Object.assign(args, { after: 'garbage' })],
  ['list_context', {}, (args) => Object.assign(args, { search: ' ' })],
  ['list_context', {}, (args) => Object.assign(args, { payloads: 'true' })],
  ['list_context', {}, (args) => Object.assign(args, { consumingAgent: 'otter' })],
  ['get_context_inbox', { agentId: 'otter' }, (args) => Object.assign(args, { agentId: ' otter' })],
  ['get_context_inbox', { agentId: 'otter' }, (args) => Object.assign(args, { agent_id: 'otter', agentId: undefined })],
  [
    'wait_for_context_events',
    { agentId: 'otter', timeoutSeconds: 0 },
    (args, pick) => Object.assign(args, { timeoutSeconds: pick(['0', -1]) }),
  ],
];

/** Always the same choices. */
function picker(seed: number): <T>(from: readonly T[]) => T {
  let state = seed;
  return (from) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return from[(state >> 8) % from.length]!;
  };
}

async function mistake(seed: number): Promise<[tool: string, args: Args]> {
  const pick = picker(seed);
  const roomId = `mending-${seed}`;
  const kind = seed % 3;
  if (kind === 0) {
    const type = pick(TYPES);
    const args = {
      roomId,
      type,
      summary: 's',
      consuming_agents: ['otter'],
      payload: structuredClone(samples[type]),
      author: 'heron',
    };
    WRITING[Math.floor(seed / 3) % WRITING.length]!(args, pick);
    return ['write_context', args];
  }
  const list = kind === 1 ? ABOUT_ENTRY : ABOUT_ROOM;
  const [tool, right, spoil] = list[Math.floor(seed / 3) % list.length]!;
  const args = structuredClone(right);
  spoil(args, pick);
  if (list === ABOUT_ROOM) return [tool, { roomId, ...args }];
  const entry = { roomId, type: 'note', summary: 's', consuming_agents: [], payload: { text: 't' }, author: 'heron' };
  const { id } = (await rawCall(server.url, 'write_context', JSON.stringify(entry))).json;
  await rawCall(server.url, 'update_context', JSON.stringify({ roomId, id, author: 'heron', summary: 'new' }));
  return [tool, { roomId, id, ...args }];
}

it('each of 100 seeded mistakes is refused, and mended from the text of its refusal in one try', async () => {
  const failures: string[] = [];
  for (let seed = 1; seed <= 100; seed += 1) {
    const [tool, args] = await mistake(seed);
    const refused = await rawCall(server.url, tool, textOf(args));
    if (!refused.isError) {
      failures.push(`${seed}: ${tool} ${textOf(args).slice(0, 200)} was taken`);
      continue;
    }
    const mended = mend(args, refused.text);
    const again = await rawCall(server.url, tool, textOf(mended));
    if (again.isError)
      failures.push(
        `${seed}: ${tool} ${textOf(args).slice(0, 200)}\n  ${refused.text.slice(0, 600)}\n  ${textOf(mended).slice(0, 200)}\n  ${again.text.slice(0, 400)}`,
      );
  }
  expect(failures).toEqual([]);
});
