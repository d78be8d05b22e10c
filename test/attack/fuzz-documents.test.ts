import { readFileSync } from 'node:fs';
import { post, testServer } from '../support/server.ts';
import { codeOf, faultsOf } from './manners.ts';
import { heldBytes } from './memory.ts';
import { many, type Random, random } from './random.ts';

// Documents that are nearly right: what clients, agents and attackers send by mistake and on purpose.

const DOCUMENTS = Number(process.env.FUZZ) || 20_000;
const LONG_MS = 300_000;
/** What may be held in memory in the end: the caches of documents are bounded. */
const GROWTH_BYTES = 100 * 1024 * 1024;

const server = testServer();

const source = readFileSync('test/documents/operations.graphql', 'utf8').replace(/^#.*$/gm, '');
const [ENTRY, EVENT, ...PARTS] = source
  .split(/\n(?=fragment|query|mutation|subscription)/)
  .filter((part) => part.trim() !== '') as [string, string, ...string[]];
const INLINE = [
  'mutation { writeContext(input: { roomId: "r", type: note, author: "a", summary: "s", consumingAgents: ["b"], payload: { text: "t", list: [1, 2.5, true, null, { a: "b" }] } }) { entry { id payload } } }',
  'query($r: ID!, $n: Int = 5) { contexts(roomId: $r, first: $n, filter: { type: note, updatedAfter: "2026-11-30T14:10:00Z" }) { nodes { id payload(pointer: "/text") } pageInfo { endCursor } } }',
  '{ a: room(roomId: "r") { id cursor agents { agentId } } b: rooms(first: 3) { nodes { id } } __schema { types { name } } }',
  'query @skip(if: false) { context(roomId: "r", id: "x") { ... on ContextEntry @include(if: true) { id } } }',
  'subscription { contextEvents(roomId: "r", types: [context_available]) { cursor entry { payload } } }',
];
/** Each operation with the fragments that it uses. */
const SEEDS = [
  ...PARTS.map((part) => (part.includes('...Entry') ? ENTRY : '') + (part.includes('...Event') ? EVENT : '') + part),
  ...INLINE,
  ...INLINE,
  ...INLINE,
];
const OPERATIONS: string[] = [...source.matchAll(/(?:query|mutation|subscription) (\w+)/g)].map(([, name]) => name!);

const TOKEN = /"(?:[^"\\]|\\.)*"|[A-Za-z_]\w*|-?\d+(?:\.\d+)?|\.\.\.|[^\s]/g;
const STRANGE = [
  '__proto__',
  'constructor',
  'toString',
  '__typename',
  '__schema { types { fields { type { name } } } }',
  'null',
  '{}',
  '[]',
  '""',
  '"""block"""',
  '"\\u0000"',
  '"\\uD800"',
  '"\\u{1F600}"',
  '-0',
  '1e999',
  '9007199254740993',
  '99999999999',
  '$',
  '$x',
  '@skip',
  '@skip(if: true)',
  '@defer',
  '@stream(initialCount: 0)',
  '@include(if: $r)',
  '...',
  '... on Query',
  '...Entry',
  '!',
  '&',
  '|',
  '=',
  ':',
  '(',
  ')',
  '{',
  '}',
  '[',
  ']',
  '#',
  '\u2028',
  '\ufeff',
  '\0',
  'é',
  '🎉',
  'fragment F on ContextEntry { ...F }',
  'query { __typename }',
  'extend type Query { a: Int }',
  'type Query { a: Int }',
  'on',
  'true',
  'fragment',
  'schema',
  '"""',
  '\\',
  "'",
  '`',
  'first: 2147483648',
  'payload: $r',
  'input: null',
];

const KINDS = [/^"/, /^[A-Za-z_]/, /^-?\d/];
const LITERALS = [
  '"x"',
  '""',
  '5',
  '-1',
  '201',
  'true',
  'null',
  '[]',
  '{}',
  '{ a: $r }',
  '$r',
  'note',
  '"1.10"',
  '{ text: "t" }',
  '[note]',
];

/** Still a document, more often than not: a word for a word, a value for a value, a part that stands twice. */
function mutateGently(dice: Random, tokens: string[]): void {
  const at = dice.below(tokens.length);
  const kind = KINDS.find((pattern) => pattern.test(tokens[at]!));
  if (kind === undefined) return;
  const others = tokens.filter((token) => kind.test(token));
  const isValue = tokens[at - 1] === ':';
  tokens[at] = isValue && dice.chance(0.7) ? dice.pick(LITERALS) : dice.pick(others);
  if (dice.chance(0.2)) tokens.splice(at, 0, `a${dice.below(9)}`, ':');
}

function mutateRoughly(dice: Random, tokens: string[]): void {
  const at = dice.below(tokens.length);
  const how = dice.below(6);
  if (how === 0) tokens.splice(at, 1 + dice.below(3));
  else if (how === 1) tokens.splice(at, 0, tokens[dice.below(tokens.length)] ?? '{');
  else if (how === 2) tokens[at] = dice.pick(STRANGE);
  else if (how === 3) tokens.splice(at, 0, dice.pick(STRANGE));
  else if (how === 4) tokens.splice(at, 0, ...tokens.slice(at, at + dice.below(30)));
  else tokens[at] = (tokens[at] ?? '') + String.fromCodePoint(dice.below(0x3000));
}

function mutate(dice: Random, text: string): string {
  const tokens = [...text.matchAll(TOKEN)].map(([token]) => token);
  const how = dice.chance(0.7) ? mutateGently : mutateRoughly;
  for (let times = 1 + dice.below(3); times > 0; times -= 1) how(dice, tokens);
  return tokens.join(' ');
}

const VALUES: unknown[] = [
  'r',
  '',
  ' ',
  null,
  0,
  -1,
  1.5,
  1e300,
  true,
  [],
  {},
  [[]],
  { a: { b: [null] } },
  '\0',
  '\ud800',
  '2026-11-30T14:10:00Z',
  'x'.repeat(300),
  { input: {} },
  { roomId: 'r', id: 'x', author: 'a' },
  { __proto__: null, roomId: { toString: 1 } },
];

const FORMS = ['json', 'json', 'json', 'json', 'events', 'get', 'graphql', 'response'] as const;

async function send(dice: Random, query: string): Promise<string> {
  const form = dice.pick(FORMS);
  const variables = dice.chance(0.6)
    ? {
        r: 'r',
        roomId: 'r',
        ...(dice.chance(0.5) && {
          [dice.pick(['input', 'roomId', 'id', 'first', 'after', 'r', 'n'])]: dice.pick(VALUES),
        }),
      }
    : dice.pick(VALUES);
  const operationName = dice.chance(0.9) ? undefined : dice.pick([...OPERATIONS, null, '', 'Nope', 5]);
  const body = JSON.stringify({ query, variables, operationName });
  if (form === 'get') {
    const asked = new URLSearchParams({ query, variables: JSON.stringify(variables) ?? '' });
    return (await fetch(`${server.url}?${asked}`.slice(0, 8_000), { headers: { accept: 'application/json' } })).text();
  }
  if (form === 'graphql') return (await post(server.url, query, { 'content-type': 'application/graphql' })).text;
  if (form === 'response') return (await post(server.url, body, { accept: 'application/graphql-response+json' })).text;
  if (form === 'events') return firstEvent(body);
  return (await post(server.url, body)).text;
}

/** The first event of a stream, or an empty answer where it stays open. */
async function firstEvent(body: string): Promise<string> {
  const abort = new AbortController();
  const response = await fetch(server.url, {
    method: 'POST',
    body,
    signal: abort.signal,
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
  });
  if (!response.headers.get('content-type')?.includes('event-stream')) return response.text();
  let text = '';
  const timer = setTimeout(() => abort.abort(), 200);
  try {
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      if (/^data: /m.test(text)) break;
    }
  } catch {
    // A subscription that goes on.
  }
  clearTimeout(timer);
  abort.abort();
  return /^data: (.+)$/m.exec(text)?.[1] ?? '{"data":null}';
}

it(
  `${DOCUMENTS} mutated documents give no INTERNAL, no leak and no large error, and the server lives`,
  async () => {
    const dice = random();
    const codes = new Map<string, number>();
    const before = await heldBytes();
    await many(DOCUMENTS, 24, async () => {
      const query = mutate(dice, dice.pick(SEEDS));
      const text = await send(dice, query);
      const faults = faultsOf(text);
      if (faults.length > 0)
        throw new Error(
          `seed ${dice.seed}: ${faults.join('; ')}\n${query.slice(0, 3_000)}\n=> ${text.slice(0, 1_000)}`,
        );
      codes.set(codeOf(text), (codes.get(codeOf(text)) ?? 0) + 1);
    });
    const grown = (await heldBytes()) - before;
    console.info(
      `seed ${dice.seed}: ${DOCUMENTS} documents, ${Math.round(grown / 1e6)} MB more.`,
      Object.fromEntries(codes),
    );
    expect(server.logged.filter((line) => line.includes('"level":50'))).toEqual([]);
    expect(grown).toBeLessThan(GROWTH_BYTES);
    expect((await server.ask('{ __typename }')).data).toEqual({ __typename: 'Query' });
    expect(server.server.counts()).toMatchObject({ streams: 0, subscriptions: 0 });
  },
  LONG_MS,
);

it('2,000 texts that do not validate, each another one, are not kept', async () => {
  const before = await heldBytes();
  await many(2_000, 16, async (n) => {
    const { text } = await server.ask(`query Q${n} { contexts(roomId: "r", firsst: 1) { nodez { id } } }`);
    expect(codeOf(text)).toBe('GRAPHQL_VALIDATION_FAILED');
  });
  expect((await heldBytes()) - before).toBeLessThan(30 * 1024 * 1024);
});
