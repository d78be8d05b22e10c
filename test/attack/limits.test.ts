import { ALIASES, DEPTH, DIRECTIVES } from '../../src/graphql/document-limits.ts';
import { type Answer, FOLLOW, post, testServer } from '../support/server.ts';
import { openSubscriber } from '../support/subscriber.ts';
import { faultsOf } from './manners.ts';

// Each limit of the specification at n, which is accepted, and at n + 1, which is refused with both numbers.

const server = testServer();
const EMOJI = '😀';

const WRITE =
  'mutation($i: WriteContextInput!) { writeContext(input: $i) { entry { id payload summary consumingAgents author payloadBytes } event { cursor } } }';
const UPDATE =
  'mutation($i: UpdateContextInput!) { updateContext(input: $i) { entry { id payload summary consumingAgents payloadBytes } } }';

const note = (input: object = {}) => ({
  i: {
    roomId: 'limits',
    type: 'note',
    summary: 's',
    consumingAgents: [],
    author: 'heron',
    payload: { text: 't' },
    ...input,
  },
});
const write = (input: object = {}) => server.ask(WRITE, note(input));
const idOf = (answer: Answer): string =>
  (answer.data as { writeContext: { entry: { id: string } } }).writeContext.entry.id;

let id: string;
const update = (input: object) => server.ask(UPDATE, { i: { roomId: 'limits', id, author: 'heron', ...input } });

beforeEach(async () => {
  id = idOf(await write());
});

function expectTaken(answer: Answer): void {
  expect(answer.errors ?? []).toEqual([]);
}

function expectRefused(answer: Answer, limit: number, found: number): void {
  expect(faultsOf(answer.text)).toEqual([]);
  expect(answer.errors).toMatchObject([{ extensions: { code: 'LIMIT_EXCEEDED', limit, retryable: false } }]);
  const [{ message, extensions }] = answer.errors as [{ message: string; extensions: Record<string, unknown> }];
  expect(extensions.found).toBe(found);
  expect(message.replaceAll(',', '')).toContain(String(found));
  expect(message.replaceAll(',', '')).toContain(String(limit));
}

describe('a payload of 65,536 bytes', () => {
  /** A payload of so many bytes of compact JSON, made of this character. */
  const payloadOf = (bytes: number, fill: string) => {
    const missing = bytes - Buffer.byteLength('{"text":""}');
    const unit = Buffer.byteLength(JSON.stringify(fill)) - 2;
    return { text: fill.repeat(Math.floor(missing / unit)) + 'x'.repeat(missing % unit) };
  };
  const forms: [string, (bytes: number, fill: string) => Promise<Answer>][] = [
    ['write', (bytes, fill) => write({ payload: payloadOf(bytes, fill) })],
    ['payload', (bytes, fill) => update({ payload: payloadOf(bytes, fill) })],
    ['payloadMergePatch', (bytes, fill) => update({ payloadMergePatch: payloadOf(bytes, fill) })],
    [
      'payloadJsonPatch',
      (bytes, fill) =>
        update({ payloadJsonPatch: [{ op: 'replace', path: '/text', value: payloadOf(bytes, fill).text }] }),
    ],
  ];
  const fills = ['x', 'é', '決', EMOJI, '"', '\\', '\n', '\u0001', '\u2028'];
  it.each(forms.flatMap(([form, send]) => fills.map((fill) => [form, JSON.stringify(fill), send, fill] as const)))(
    'by %s of %s is taken, one byte more is refused',
    async (_form, _shown, send, fill) => {
      expectTaken(await send(65_536, fill));
      expectRefused(await send(65_537, fill), 65_536, 65_537);
    },
  );
  it('counts compact bytes, not white space around them', async () => {
    const text = JSON.stringify(note({ payload: payloadOf(65_536, 'x') })).replace(
      '{"text":',
      `{${' '.repeat(50_000)}"text":`,
    );
    expectTaken(await post(server.url, `{"query":${JSON.stringify(WRITE)},"variables":${text}}`));
  });
});

describe.each([
  ['write', write],
  ['update', (input: object) => update(input)],
] as const)('by %s', (form, send) => {
  it.each(['x', 'é', EMOJI])('a summary of 4,000 × %s is taken, 4,001 are refused', async (fill) => {
    expectTaken(await send({ summary: fill.repeat(4_000) }));
    expectRefused(await send({ summary: fill.repeat(4_001) }), 4_000, 4_001);
  });

  it('50 distinct consuming agents are taken, with repeats and in their order; 51 are refused', async () => {
    const agents = (count: number) => Array.from({ length: count }, (_, n) => `agent-${(n * 7) % 100}`);
    const answer = await send({ consumingAgents: [...agents(50), ...agents(50)] });
    expectTaken(answer);
    expect(JSON.stringify(answer.data)).toContain(JSON.stringify(agents(50)));
    expectRefused(await send({ consumingAgents: agents(51) }), 50, 51);
  });

  it('an author and an agent of 128 code points are taken, 129 are refused', async () => {
    expectTaken(await send({ summary: 's', author: EMOJI.repeat(128), consumingAgents: [EMOJI.repeat(128)] }));
    expectRefused(await send({ summary: 's', author: EMOJI.repeat(129) }), 128, 129);
    expectRefused(await send({ consumingAgents: ['a', EMOJI.repeat(129)] }), 128, 129);
  });

  it('an idempotency key of 256 bytes is taken, 257 are refused', async () => {
    expectTaken(await send({ summary: 's', idempotencyKey: `${form[0]}x${'é'.repeat(127)}` }));
    expectRefused(await send({ summary: 's', idempotencyKey: `${form[0]}xx${'é'.repeat(127)}` }), 256, 257);
  });
});

const AT = EMOJI.repeat(128);
const OVER = EMOJI.repeat(129);
it.each([
  ['context', 'query($x: ID!) { context(roomId: $x, id: "00000000-0000-4000-8000-000000000000") { id } }'],
  ['contexts', 'query($x: ID!) { contexts(roomId: $x) { totalCount } }'],
  ['contexts of an author', 'query($x: String!) { contexts(roomId: "r", filter: { author: $x }) { totalCount } }'],
  [
    'contexts for an agent',
    'query($x: String!) { contexts(roomId: "r", filter: { consumingAgent: $x }) { totalCount } }',
  ],
  [
    'contextHistory',
    'query($x: ID!) { contextHistory(roomId: $x, id: "00000000-0000-4000-8000-000000000000") { current { id } } }',
  ],
  ['contextDiff', 'query($x: ID!) { contextDiff(roomId: $x, id: "00000000-0000-4000-8000-000000000000") { id } }'],
  ['contextEvents', 'query($x: ID!) { contextEvents(roomId: $x) { nodes { version } } }'],
  ['contextEvents of an agent', 'query($x: String!) { contextEvents(roomId: "r", agentId: $x) { nodes { version } } }'],
  ['contextInbox', 'query($x: String!) { contextInbox(roomId: "r", agentId: $x) { nodes { version } } }'],
  ['room', 'query($x: ID!) { room(roomId: $x) { id } }'],
  [
    'deleteContext',
    'mutation($x: String!) { deleteContext(input: { roomId: "r", id: "00000000-0000-4000-8000-000000000000", agentId: $x }) { id } }',
  ],
  [
    'restoreContext',
    'mutation($x: String!) { restoreContext(input: { roomId: "r", id: "00000000-0000-4000-8000-000000000000", author: $x }) { entry { id } } }',
  ],
])('%s takes an id of 128 code points and refuses 129', async (_what, query) => {
  const at = await server.ask(query, { x: AT });
  expect((at.errors ?? []).map(({ extensions }) => extensions.code)).not.toContain('LIMIT_EXCEEDED');
  expect((at.errors ?? []).map(({ extensions }) => extensions.code)).not.toContain('BAD_USER_INPUT');
  expectRefused(await server.ask(query, { x: OVER }), 128, 129);
});

it.each([
  ['contexts', 'contexts(roomId: "limits", first: $n) { nodes { id } }'],
  ['versions', 'contextHistory(roomId: "limits", id: "ID") { versions(first: $n) { nodes { id } } }'],
  ['contextEvents', 'contextEvents(roomId: "limits", first: $n) { nodes { version } }'],
  ['contextInbox', 'contextInbox(roomId: "limits", agentId: "a", first: $n) { nodes { version } }'],
  ['rooms', 'rooms(first: $n) { nodes { id } }'],
  ['changes of a room', 'room(roomId: "limits") { changes(first: $n) { nodes { version } } }'],
  ['agents of a room', 'room(roomId: "limits") { agents(first: $n) { agentId } }'],
])('a page of %s has 1 to 200 nodes', async (_what, field) => {
  const ask = (n: number) => server.ask(`query($n: Int) { ${field.replace('ID', id)} }`, { n });
  for (const n of [1, 200]) expectTaken(await ask(n));
  expectRefused(await ask(201), 200, 201);
  for (const n of [0, -1]) expect((await ask(n)).errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
});

it('a page ends at 1 MiB of payload, and the pages together hold everything once', async () => {
  const roomId = 'heavy';
  const text = 'x'.repeat(65_000);
  const ids: string[] = [];
  for (let n = 0; n < 40; n += 1) ids.push(idOf(await write({ roomId, consumingAgents: ['a'], payload: { text } })));
  const fields: [string, string, string][] = [
    ['contexts', `contexts(roomId: "heavy", first: 200, orderBy: CREATED_ASC, after: $after)`, 'nodes { id payload }'],
    [
      'contextEvents',
      `contextEvents(roomId: "heavy", first: 200, after: $after)`,
      'nodes { id: contextId entry { payload } }',
    ],
  ];
  for (const [name, field, nodes] of fields) {
    const seen: string[] = [];
    let pages = 0;
    for (let after: string | null = null, more = true; more; pages += 1) {
      const type = name === 'contexts' ? 'String' : 'EventCursor';
      const answer = await server.ask(
        `query($after: ${type}) { page: ${field} { ${nodes} pageInfo { hasNextPage endCursor } } }`,
        { after },
      );
      expect(Buffer.byteLength(answer.text)).toBeLessThan(1_048_576 + 32 * 1024);
      const page = (
        answer.data as { page: { nodes: { id: string }[]; pageInfo: { hasNextPage: boolean; endCursor: string } } }
      ).page;
      seen.push(...page.nodes.map((node) => node.id));
      after = page.pageInfo.endCursor;
      more = page.pageInfo.hasNextPage;
    }
    expect(seen).toEqual(ids);
    expect(pages).toBe(3);
  }
});

describe('a request body of 1 MiB', () => {
  const bodyOf = (bytes: number) => {
    const body = JSON.stringify({ query: '{ __typename }' });
    return body + ' '.repeat(bytes - body.length);
  };
  it('is taken, one byte more is 413 with a GraphQL error', async () => {
    expectTaken(await post(server.url, bodyOf(1_048_576)));
    const over = await post(server.url, bodyOf(1_048_577));
    expect(over.status).toBe(413);
    expectRefused(over, 1_048_576, 1_048_577);
  });

  it('holds the largest legal input where every character is a \\u escape', async () => {
    const escaped = (text: string) =>
      text
        .split('')
        .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
        .join('');
    const agents = Array.from({ length: 50 }, (_, n) => escaped(String.fromCodePoint(0x1f600 + n).repeat(128)));
    const input = `{"roomId":"${escaped(AT)}","type":"note","summary":"${escaped(EMOJI.repeat(4_000))}","author":"${escaped(AT)}","consumingAgents":["${agents.join('","')}"],"payload":{"text":"${escaped('x'.repeat(65_525))}"},"idempotencyKey":"${escaped('k'.repeat(256))}"}`;
    expectTaken(await post(server.url, `{"query":${JSON.stringify(WRITE)},"variables":{"i":${input}}}`));
  });
});

describe('a payload', () => {
  const nested = (levels: number) => `{"text":"t","in":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
  const send = (payload: string) =>
    post(
      server.url,
      `{"query":${JSON.stringify(WRITE)},"variables":${JSON.stringify(note()).replace('{"text":"t"}', () => payload)}}`,
    );
  it('of 100 levels is taken, of 101 refused', async () => {
    expectTaken(await send(nested(100)));
    expect((await send(nested(101))).errors).toMatchObject([{ extensions: { code: 'PAYLOAD_INVALID' } }]);
  });

  it.each([
    ['9007199254740991', true],
    ['-9007199254740991', true],
    ['9007199254740992', false],
    ['-9007199254740992', false],
    ['9007199254740993', false],
    ['1e21', true],
    ['123456789012345e10', true],
    ['12345678901234560000000000', false],
    ['999999999999999999999', false],
    ['1e308', true],
    ['1e309', false],
    ['-1e309', false],
    ['0.1', true],
  ])('with the number %s is taken: %s', async (number, taken) => {
    const answer = await send(`{"text":"t","n":${number}}`);
    if (taken) return expectTaken(answer);
    expect(answer.errors).toMatchObject([{ extensions: { code: 'PAYLOAD_INVALID', issues: [{ pointer: '/n' }] } }]);
  });

  it('with 51 and more issues lists 50 and counts all', async () => {
    const broken = (count: number) =>
      write({
        type: 'task',
        payload: { task_id: 't', technical_notes: '', acceptance_criteria: Array(count).fill(5) },
      });
    for (const count of [50, 51, 32_000]) {
      const { errors, text } = await broken(count);
      const { issues, issueCount } = errors![0]!.extensions as { issues: unknown[]; issueCount: number };
      expect([issues.length, issueCount]).toEqual([50, count]);
      expect(faultsOf(text)).toEqual([]);
    }
  });
});

describe('a document', () => {
  it(`has ${DEPTH} levels of fields, and no more`, async () => {
    const deep = (levels: number) =>
      `{ contexts(roomId: "r") ${'{ nodes '.repeat(levels - 2)}{ id }${' }'.repeat(levels - 2)} }`;
    expect((await server.ask(deep(DEPTH))).errors?.[0]?.extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
    expectRefused(await server.ask(deep(DEPTH + 1)), DEPTH, DEPTH + 1);
  });

  it(`has ${ALIASES} aliases, and no more`, async () => {
    const aliases = (count: number) =>
      `{ ${Array.from({ length: count }, (_, n) => `a${n}: room(roomId: "r") { id }`).join(' ')} }`;
    expectTaken(await server.ask(aliases(ALIASES)));
    expectRefused(await server.ask(aliases(ALIASES + 1)), ALIASES, ALIASES + 1);
  });

  it(`has ${DIRECTIVES} directives, and no more`, async () => {
    const directives = (count: number) => `{ ${'__typename @include(if: true) '.repeat(count)} }`;
    expectTaken(await server.ask(directives(DIRECTIVES)));
    expectRefused(await server.ask(directives(DIRECTIVES + 1)), DIRECTIVES, DIRECTIVES + 1);
  });
});

it('a websocket has 100 operations under way, and no more', async () => {
  const subscriber = await openSubscriber(server.url);
  for (let n = 1; n <= 101; n += 1) subscriber.subscribe(`${n}`, FOLLOW, { roomId: 'r' });
  const refused = await subscriber.next();
  expect(refused).toMatchObject({
    id: '101',
    type: 'error',
    payload: [{ extensions: { code: 'LIMIT_EXCEEDED', limit: 100 } }],
  });
  subscriber.socket.close();
});
