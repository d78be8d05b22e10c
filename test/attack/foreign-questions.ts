import type { Random } from './random.ts';

/** What an attacker has got hold of. */
export interface Loot {
  mine: string;
  foreign: string[];
  ids: string[];
  cursors: string[];
  ownIds: string[];
  ownCursors: string[];
}

export interface Question {
  query: string;
  variables: Record<string, unknown>;
}

const ENTRY = 'id roomId author summary consumingAgents payload cursor version deleted';
const EVENT = `cursor from to summary version previousVersion entry { ${ENTRY} }`;
const PAGE = 'pageInfo { hasNextPage startCursor endCursor }';

type Draw = { r: string; id: string; c: string; n: number; agent: string; word: string };

/** Each builds the arguments of one field; the same field may stand in one document several times. */
const QUERIES: ((d: Draw, v: Vars) => string)[] = [
  (d, v) => `context(roomId: ${v(d.r)}, id: ${v(d.id)}) { ${ENTRY} part: payload(pointer: "/text") }`,
  (d, v) =>
    `contexts(roomId: ${v(d.r)}, after: ${v(d.c)}, first: ${d.n}) { totalCount asOf nodes { ${ENTRY} } ${PAGE} }`,
  (d, v) => `contexts(roomId: ${v(d.r)}, filter: { search: ${v(d.word)} }) { totalCount asOf nodes { ${ENTRY} } }`,
  (d, v) =>
    `contexts(roomId: ${v(d.r)}, filter: { author: ${v(d.agent)} }, orderBy: UPDATED_ASC) { totalCount nodes { ${ENTRY} } }`,
  (d, v) =>
    `contextHistory(roomId: ${v(d.r)}, id: ${v(d.id)}) { current { ${ENTRY} } versions(after: ${v(d.c)}) { totalCount asOf nodes { ${ENTRY} } } }`,
  (d, v) => `contextHistory(roomId: ${v(d.r)}, id: ${v(d.id)}) { versions { nodes { ${ENTRY} } } }`,
  (d, v) =>
    `contextDiff(roomId: ${v(d.r)}, id: ${v(d.id)}) { from { ${ENTRY} } to { ${ENTRY} } jsonPatch changes { before after } }`,
  (d, v) => `contextEvents(roomId: ${v(d.r)}, after: ${v(d.c)}) { nodes { ${EVENT} } ${PAGE} }`,
  (d, v) => `contextEvents(roomId: ${v(d.r)}, agentId: ${v(d.agent)}) { nodes { ${EVENT} } ${PAGE} }`,
  (d, v) => `contextInbox(roomId: ${v(d.r)}, agentId: ${v(d.agent)}) { nodes { ${EVENT} } ${PAGE} }`,
  (d, v) => `waitForContextEvents(roomId: ${v(d.r)}, agentId: ${v(d.agent)}, timeoutMs: 1) { nodes { ${EVENT} } }`,
  (d, v) =>
    `room(roomId: ${v(d.r)}) { id entryCount cursor agents(after: ${v(d.agent)}) { agentId pending acknowledged } changes(before: ${v(d.c)}) { nodes { ${EVENT} } } activity { writes events } }`,
  (d, v) => `room(roomId: ${v(d.r)}) { id createdAt entryCount agents { agentId } changes { nodes { ${EVENT} } } }`,
  (d, v) =>
    `rooms(first: ${d.n}, after: ${v(d.c)}) { nodes { id entryCount cursor agents { agentId } changes { nodes { ${EVENT} } } } ${PAGE} }`,
  (d) =>
    `rooms(first: ${d.n}) { nodes { id createdAt lastActivityAt cursor agents { agentId } } ${PAGE} edges { cursor } }`,
];

const MUTATIONS: ((d: Draw, v: Vars) => string)[] = [
  (d, v) =>
    `updateContext(input: { roomId: ${v(d.r)}, id: ${v(d.id)}, author: ${v(d.agent)}, payloadMergePatch: { x: 1 } }) { entry { ${ENTRY} } event { ${EVENT} } }`,
  (d, v) =>
    `updateContext(input: { roomId: ${v(d.r)}, id: ${v(d.id)}, author: ${v(d.agent)}, summary: "s", expectedVersion: "1.0" }) { entry { ${ENTRY} } }`,
  (d, v) =>
    `updateContext(input: { roomId: ${v(d.r)}, id: ${v(d.id)}, author: ${v(d.agent)}, payload: { text: "t" }, onlyIfChanged: true, idempotencyKey: "shared-key" }) { entry { ${ENTRY} } }`,
  (d, v) =>
    `deleteContext(input: { roomId: ${v(d.r)}, id: ${v(d.id)}, agentId: ${v(d.agent)}, expectedVersion: "1.7" }) { id event { ${EVENT} } }`,
  (d, v) =>
    `restoreContext(input: { roomId: ${v(d.r)}, id: ${v(d.id)}, author: ${v(d.agent)} }) { entry { ${ENTRY} } }`,
  (d, v) =>
    `acknowledgeContextEvents(input: { roomId: ${v(d.r)}, agentId: ${v(d.agent)}, upTo: ${v(d.c)} }) { acknowledged }`,
  (d, v) =>
    `writeContext(input: { roomId: ${v(d.r)}, type: note, summary: "s", consumingAgents: [], author: ${v(d.agent)}, payload: { text: "t" }, idempotencyKey: "shared-key" }) { entry { ${ENTRY} } event { ${EVENT} } }`,
];

type Vars = (value: string) => string;

/** One request of one to three fields, with what the attacker has. At least one part of each field is not its own. */
export function foreignQuestions(dice: Random, loot: Loot): Question {
  const variables: Record<string, unknown> = {};
  const vars: Vars = (value) => {
    const name = `v${Object.keys(variables).length}`;
    variables[name] = value;
    return `$${name}`;
  };
  const isMutation = dice.chance(0.3);
  const fields = Array.from({ length: dice.chance(0.8) ? 1 : 3 }, (_, n) => {
    const field = dice.pick(isMutation ? MUTATIONS : QUERIES);
    return `f${n}: ${field(draw(dice, loot), vars)}`;
  });
  const query = `${isMutation ? 'mutation' : 'query'}(DEFINITIONS) { ${fields.join(' ')} }`;
  // A variable takes the type of its argument: ids, cursors and strings are one text to the caller.
  const typed = Object.keys(variables).map((name) => `$${name}: ${typeOf(query, name)}`);
  return {
    query: typed.length ? query.replace('DEFINITIONS', typed.join(', ')) : query.replace('(DEFINITIONS)', ''),
    variables,
  };
}

function draw(dice: Random, loot: Loot): Draw {
  const ownRoom = dice.chance(0.4);
  return {
    r: ownRoom ? loot.mine : dice.pick(loot.foreign),
    id: dice.pick(ownRoom || dice.chance(0.7) ? loot.ids : loot.ownIds),
    c: dice.pick(ownRoom || dice.chance(0.7) ? loot.cursors : loot.ownCursors),
    n: 1 + dice.below(20),
    agent: dice.pick(['heron', 'otter', 'anonymous']),
    word: dice.pick(['text', 'summary', 'king', 'room', '1']),
  };
}

function typeOf(query: string, name: string): string {
  const argument = new RegExp(`(\\w+): \\$${name}\\b`).exec(query)![1]!;
  const field = query
    .slice(0, query.indexOf(`$${name}`))
    .match(/(contextEvents|acknowledgeContextEvents|changes|rooms|contexts|versions|agents)\(/g)
    ?.at(-1);
  if (argument === 'roomId' || argument === 'id') return 'ID!';
  if (argument === 'after') return field === 'contextEvents(' ? 'EventCursor' : 'String';
  if (argument === 'before') return 'EventCursor';
  if (argument === 'upTo') return 'EventCursor!';
  return 'String!';
}
