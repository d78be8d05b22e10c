import type { TestServer } from '../support/server.ts';

type Ask = TestServer['ask'];

const WRITE = `mutation Write($input: WriteContextInput!) { writeContext(input: $input) { entry { id cursor } } }`;
const UPDATE = `mutation Update($input: UpdateContextInput!) { updateContext(input: $input) { entry { version cursor } } }`;
const ACKNOWLEDGE = `mutation Acknowledge($input: AcknowledgeContextEventsInput!) { acknowledgeContextEvents(input: $input) { acknowledged } }`;

interface Written {
  id: string;
  cursor: string;
}

async function run<Result>(ask: Ask, query: string, input: object): Promise<Result> {
  const { data, errors } = await ask(query, { input });
  if (errors) throw new Error(errors[0]!.message);
  return data as Result;
}

export const write = async (ask: Ask, input: object): Promise<Written> =>
  (await run<{ writeContext: { entry: Written } }>(ask, WRITE, input)).writeContext.entry;

export const update = async (ask: Ask, input: object): Promise<void> => {
  await run(ask, UPDATE, input);
};

export const acknowledge = async (ask: Ask, input: object): Promise<void> => {
  await run(ask, ACKNOWLEDGE, input);
};

/** A note by another agent. */
export const writeNote = (ask: Ask, roomId: string, summary: string, text = 'text'): Promise<Written> =>
  write(ask, { roomId, type: 'note', author: 'heron', summary, consumingAgents: ['otter'], payload: { text } });

const endpoint = (method: string, path: string, description: string) => ({
  method,
  path,
  response: { id: 'string' },
  auth_required: false,
  description,
});

export type Samples = Record<'contract' | 'decision' | 'task' | 'request' | 'note', string>;

/** One entry of each type; the contract has a second version with an endpoint inserted and a description changed. */
export async function writeSamples(ask: Ask, roomId: string): Promise<Samples> {
  const common = { roomId, author: 'heron', consumingAgents: ['otter', 'wren'] };
  const contract = await write(ask, {
    ...common,
    type: 'api_contract',
    summary: 'Polls API',
    payload: {
      service: 'polls',
      version: '1',
      endpoints: [endpoint('POST', '/api/polls', 'Create a poll.'), endpoint('GET', '/api/polls/{id}', 'Read a poll.')],
    },
  });
  await acknowledge(ask, { roomId, agentId: 'wren', upTo: contract.cursor });
  await update(ask, {
    roomId,
    id: contract.id,
    author: 'heron',
    payloadJsonPatch: [
      { op: 'add', path: '/endpoints/1', value: { ...endpoint('DELETE', '/api/polls/{id}', 'Drop it.'), rate: 5 } },
      { op: 'replace', path: '/endpoints/2/description', value: 'Read one poll.' },
    ],
  });
  const decision = await write(ask, {
    ...common,
    type: 'arch_decision',
    summary: 'Votes are appended',
    payload: {
      title: 'A log',
      decision: '**One** row a vote.',
      rationale: 'Retries.',
      alternatives: ['Counters'],
      consequences: [],
      status: { by: ['wren'] },
    },
  });
  const task = await write(ask, {
    ...common,
    type: 'task',
    summary: 'Refuse a second vote',
    payload: {
      task_id: 'T-1',
      acceptance_criteria: ['[x] 409', 'The first counts'],
      technical_notes: '```\nindex\n```',
    },
  });
  const request = await write(ask, {
    ...common,
    type: 'change_request',
    summary: 'Say when it is closed',
    payload: {
      requested_by: 'wren',
      target_agent: 'heron',
      description: 'Add `closed`.',
      urgency: 'high',
      blocking_task_id: 'T-1',
    },
  });
  const note = await writeNote(ask, roomId, 'Scope', HOSTILE);
  return { contract: contract.id, decision: decision.id, task: task.id, request: request.id, note: note.id };
}

/** What would call elsewhere, or run, if text could become more than text. */
export const HOSTILE = [
  '<script>window.harmed = true</script><img src="https://elsewhere.invalid/a.png" onerror="window.harmed = true">',
  '![picture](https://elsewhere.invalid/b.png) [link](javascript:window.harmed=true) [fine](https://elsewhere.invalid/c)',
  '| a | b |\n|---|--:|\n| 1 | 2 |',
].join('\n\n');
