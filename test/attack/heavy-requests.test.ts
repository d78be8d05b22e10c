import { FRAGMENTS, NESTING } from '../../src/graphql/document-limits.ts';
import { type Answer, post, testServer } from '../support/server.ts';
import { codeOf, faultsOf } from './manners.ts';

// Requests that are small to send and meant to be large to answer. Each is answered with manners and in little time.

/** Generous for a busy machine: what is found here takes half a minute, or for ever. */
const IN_TIME_MS = 5_000;

const server = testServer();
const times = (count: number, part: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => part(n)).join(' ');
const ask = (query: string, variables?: unknown) => () => server.ask(query, variables);
const write = async (payload: object): Promise<string> => {
  const query =
    'mutation($p: JSONObject!) { writeContext(input: { roomId: "r", type: note, author: "a", summary: "s", consumingAgents: [], payload: $p }) { entry { id } } }';
  const { data } = await server.ask(query, { p: payload });
  return (data as { writeContext: { entry: { id: string } } }).writeContext.entry.id;
};
const patch = (payload: object, operations: unknown[]) => async () => {
  const id = await write(payload);
  return server.ask('mutation($i: UpdateContextInput!) { updateContext(input: $i) { entry { id } } }', {
    i: { roomId: 'r', id, author: 'a', payloadJsonPatch: operations },
  });
};
const search = (words: string) =>
  ask('query($s: String!) { contexts(roomId: "r", filter: { search: $s }) { totalCount } }', { s: words });
/** Fragments of which each spreads the next one twice: 2^n paths. */
const paths = (n: number, field: (at: number) => string) =>
  `{ ...f0 } ${times(n, (at) => `fragment f${at} on Query { ${field(at)} ...f${at + 1} ...f${at + 1} }`)} fragment f${n} on Query { __typename }`;
const chain = (n: number) =>
  `{ ...f0 } ${times(n - 1, (at) => `fragment f${at} on Query { ...f${at + 1} }`)} fragment f${n - 1} on Query { __typename }`;
const inline = (n: number) => `{ ${'... { '.repeat(n - 1)} __typename ${'}'.repeat(n - 1)} }`;
const types = (count: number, type: string) =>
  ask('query($t: [ContextEventType!]) { contextEvents(roomId: "r", types: $t) { nodes { version } } }', {
    t: Array(count).fill(type),
  });

const REQUESTS: [string, string, () => Promise<Answer>][] = [
  ['200,000 wrong enum values in a variable', 'BAD_USER_INPUT', types(200_000, 'x')],
  ['40,000 right enum values in a variable', 'OK', types(40_000, 'context_available')],
  ['a search for 150,000 words', 'LIMIT_EXCEEDED', search('hello '.repeat(150_000))],
  ['a search for one word of 900,000 characters', 'LIMIT_EXCEEDED', search('x'.repeat(900_000))],
  ['a search for signs that a query language might have', 'OK', search("' | & ! ( ) : * <-> \\ '' %_ --")],
  [`${NESTING} inline fragments in each other`, 'OK', ask(inline(NESTING))],
  [`${NESTING + 1} inline fragments in each other`, 'LIMIT_EXCEEDED', ask(inline(NESTING + 1))],
  ['2,000 inline fragments in each other', 'LIMIT_EXCEEDED', ask(inline(2_000))],
  ['50,000 braces', 'LIMIT_EXCEEDED', ask('{a'.repeat(50_000))],
  [`a chain of ${FRAGMENTS} fragments`, 'OK', ask(chain(FRAGMENTS))],
  [`a chain of ${FRAGMENTS + 1} fragments`, 'LIMIT_EXCEEDED', ask(chain(FRAGMENTS + 1))],
  ['2^40 paths through fragments', 'LIMIT_EXCEEDED', ask(paths(40, () => ''))],
  ['2^40 paths with aliases', 'LIMIT_EXCEEDED', ask(paths(40, (n) => `a${n}: rooms { nodes { id } }`))],
  [
    'fragments that spread each other',
    'GRAPHQL_VALIDATION_FAILED',
    ask('{ ...a } fragment a on Query { ...b } fragment b on Query { ...a }'),
  ],
  ['a fragment that spreads itself', 'GRAPHQL_VALIDATION_FAILED', ask('{ ...a } fragment a on Query { ...a }')],
  ['49,000 times the same field', 'GRAPHQL_VALIDATION_FAILED', ask(`{ ${times(49_000, () => '__typename')} }`)],
  [
    '4,500 times the same field with arguments',
    'GRAPHQL_VALIDATION_FAILED',
    ask(`{ ${times(4_500, () => 'room(roomId: "a") { id }')} }`),
  ],
  ['15,000 unknown fields', 'GRAPHQL_VALIDATION_FAILED', ask(`{ ${times(15_000, (n) => `fieldd${n}`)} }`)],
  [
    '12,000 unknown arguments',
    'GRAPHQL_VALIDATION_FAILED',
    ask(`{ rooms(${times(12_000, (n) => `firstt${n}: 1`)}) { nodes { id } } }`),
  ],
  ['a field name of 800,000 characters', 'GRAPHQL_VALIDATION_FAILED', ask(`{ ${'contextt'.repeat(100_000)} }`)],
  ['9,000 variables', 'GRAPHQL_VALIDATION_FAILED', ask(`query(${times(9_000, (n) => `$v${n}: Int`)}) { __typename }`)],
  ['8,000 operations', 'BAD_USER_INPUT', ask(times(8_000, (n) => `query q${n} { __typename }`))],
  ['5,000 directives', 'LIMIT_EXCEEDED', ask(`{ ${times(5_000, () => '__typename @skip(if: false)')} }`)],
  ['5,000 directives on one field', 'LIMIT_EXCEEDED', ask(`{ __typename ${times(5_000, () => '@skip(if: false)')} }`)],
  ['5,000 unknown directives', 'LIMIT_EXCEEDED', ask(`{ __typename ${times(5_000, (n) => `@d${n}`)} }`)],
  [
    'a literal of 20,000 lists',
    'LIMIT_EXCEEDED',
    ask(
      `mutation { writeContext(input: { roomId: "r", type: note, author: "a", summary: "s", consumingAgents: [], payload: { text: "t", a: ${'['.repeat(20_000)}${']'.repeat(20_000)} } }) { entry { id } } }`,
    ),
  ],
  [
    'pages in pages',
    'LIMIT_EXCEEDED',
    ask('{ rooms(first: 200) { nodes { changes(first: 200) { nodes { id: contextId entry { payload } } } } } }'),
  ],
  [
    'introspection in introspection',
    'GRAPHQL_VALIDATION_FAILED',
    ask(`{ __schema { types { ${'fields { type { '.repeat(7)} name ${'} }'.repeat(7)} } } }`),
  ],
  [
    '20,000 operations of a patch',
    'OK',
    patch({ text: 't' }, Array(20_000).fill({ op: 'test', path: '/text', value: 't' })),
  ],
  [
    'a patch that doubles a list 60 times',
    'LIMIT_EXCEEDED',
    patch({ text: 't', l: ['x'.repeat(100)] }, Array(60).fill({ op: 'copy', from: '/l', path: '/l/-' })),
  ],
  [
    'a patch that moves the end of a long list to its start 15,000 times',
    'OK',
    patch({ text: 't', l: Array(30_000).fill(0) }, Array(15_000).fill({ op: 'move', from: '/l/29999', path: '/l/0' })),
  ],
  ['99 errors', 'BAD_USER_INPUT', ask(`{ ${times(99, (n) => `a${n}: room(roomId: " ") { id }`)} }`)],
  [
    '99 waits at once',
    'OK',
    ask(
      `{ ${times(99, (n) => `a${n}: waitForContextEvents(roomId: "w", agentId: "a", timeoutMs: 50) { nodes { version } }`)} }`,
    ),
  ],
  [
    'a body of 400,000 lists in each other',
    'OK',
    () => post(server.url, `{"query":"{__typename}","variables":{"a":${'['.repeat(400_000)}${']'.repeat(400_000)}}}`),
  ],
  [
    'a payload of 400,000 lists in each other',
    'PAYLOAD_INVALID',
    () =>
      post(
        server.url,
        `{"query":"mutation($p: JSONObject!) { writeContext(input: { roomId: \\"r\\", type: note, author: \\"a\\", summary: \\"s\\", consumingAgents: [], payload: $p }) { entry { id } } }","variables":{"p":{"text":"t","a":${'['.repeat(400_000)}${']'.repeat(400_000)}}}}`,
      ),
  ],
  [
    'a number of 500,000 digits',
    'OK',
    () => post(server.url, `{"query":"{__typename}","variables":{"a":${'1'.repeat(500_000)}}}`),
  ],
];

it.each(REQUESTS)('%s is %s', async (_what, code, send) => {
  const began = performance.now();
  const { text } = await send();
  const ms = performance.now() - began;
  expect(faultsOf(text)).toEqual([]);
  expect(codeOf(text)).toBe(code);
  expect(ms).toBeLessThan(IN_TIME_MS);
  expect(codeOf((await server.ask('{ __typename }')).text)).toBe('OK');
});

it('nothing of it was a fault of the server', () => {
  expect(server.logged.filter((line) => line.includes('"level":50'))).toEqual([]);
});
