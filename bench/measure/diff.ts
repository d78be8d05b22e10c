import { median } from '../report-parts.ts';
import type { System } from '../systems/systems.ts';
import type { Load } from './cell.ts';

const TIMES = 20;

async function ask(port: number, query: string, variables: object): Promise<Record<string, { entry: { id: string } }>> {
  const response = await fetch(`http://127.0.0.1:${port}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = (await response.json()) as {
    data: Record<string, { entry: { id: string } }>;
    errors?: unknown;
  };
  if (errors) throw new Error(JSON.stringify(errors).slice(0, 500));
  return data;
}

/** An api_contract of nearly 64 KB; every seventh endpoint differs between the two ages, and the newer has one more in front. */
function contract(age: 0 | 1): object {
  const endpoints = Array.from({ length: 300 }, (_, n) => ({
    method: 'POST',
    path: `/api/polls/${n}`,
    request: { question: 'string', votes: n % 7 === 0 ? n + age : n },
    response: { id: 'string', open: true },
    auth_required: n % 7 === 0 && age === 1,
    description: `Creates poll ${n} and tells everyone who follows it.`,
  }));
  if (age === 1) endpoints.unshift({ ...endpoints[0]!, path: '/api/first' });
  return { service: 'polls', version: `1.${age}`, endpoints };
}

/** How long a diff of 64 KB takes over HTTP, in milliseconds: the median of 20. */
export async function timeDiff(system: System, load: Load): Promise<number> {
  const { port, dialect } = system;
  const input = { roomId: 'diff', author: 'backend', summary: '#0 A large contract.' };
  const write = 'mutation ($input: WriteContextInput!) { writeContext(input: $input) { entry { id } } }';
  const first = { ...input, type: 'api_contract', consumingAgents: [], payload: contract(0) };
  const { id } = (await ask(port, write, { input: first })).writeContext!.entry;
  const update = 'mutation ($input: UpdateContextInput!) { updateContext(input: $input) { entry { id } } }';
  await ask(port, update, { input: { ...input, id, payload: contract(1) } });
  const query =
    'query ($id: ID!) { contextDiff(roomId: "diff", id: $id) { changes { kind pointer before after } jsonPatch } }';
  const bodies = Array.from({ length: TIMES }, () => JSON.stringify({ query, variables: { id } }));
  const { times, faults } = await load.run({ kind: 'time', port, dialect, bodies }, system);
  if (faults.length > 0) throw new Error(faults[0]);
  return median(times!);
}
