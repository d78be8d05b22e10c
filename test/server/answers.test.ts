import { request } from 'node:http';
import { answerOf, testServer, until, WRITE } from '../support/server.ts';

const server = testServer();

const byGet = async (parameters: Record<string, string>, accept: string) => {
  const url = `${server.url}?${new URLSearchParams(parameters)}`;
  return answerOf(await fetch(url, { headers: { accept } }));
};

const DOCUMENTS: [string, string, object | undefined][] = [
  ['a query', '{ __typename }', undefined],
  ['a field error', '{ context(roomId: "r", id: "none") { id } }', undefined],
  [
    'several fields, one of which fails',
    '{ a: __typename rooms { nodes { id } } context(roomId: "r", id: "none") { id } }',
    undefined,
  ],
  ['a syntax error', '{ rooms { ', undefined],
  ['an unknown field', '{ nope }', undefined],
  ['a missing variable', 'query Q($id: ID!) { room(roomId: $id) { id } }', undefined],
  ['a variable of the wrong type', 'query Q($id: ID!) { room(roomId: $id) { id } }', { id: { a: 1 } }],
  ['variables', 'query Q($id: ID!) { room(roomId: $id) { id } }', { id: 'r' }],
  ['a page that is too large', '{ contexts(roomId: "r", first: 201) { totalCount } }', undefined],
  ['a document of white space', ' ', undefined],
  ['a cursor that is none', '{ contexts(roomId: "r", after: "x") { totalCount } }', undefined],
];

describe.each(['application/json', 'application/graphql-response+json'])('accept: %s', (accept) => {
  it.each(DOCUMENTS)('POST and GET answer alike: %s', async (_what, query, variables) => {
    const posted = await server.ask(query, variables, { accept });
    const got = await byGet({ query, ...(variables && { variables: JSON.stringify(variables) }) }, accept);
    expect({ status: got.status, type: got.headers.get('content-type') }).toEqual({
      status: posted.status,
      type: posted.headers.get('content-type'),
    });
    expect(got.text).toBe(posted.text);
    for (const error of posted.errors ?? [])
      expect(Object.keys(error.extensions).sort()).toEqual(expect.arrayContaining(['code', 'retryable']));
  });
});

it('a document that cannot run is 200 as application/json and 400 as application/graphql-response+json', async () => {
  expect((await server.ask('{ nope }')).status).toBe(200);
  expect((await server.ask('{ nope }', {}, { accept: 'application/graphql-response+json' })).status).toBe(400);
});

it('without accept the answer is application/json', async () => {
  const response = await fetch(server.url, {
    method: 'POST',
    body: '{"query":"{__typename}"}',
    headers: { 'content-type': 'application/json', accept: '*/*' },
  });
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
});

it('operationName chooses the operation; without it, or with another name, the names are told', async () => {
  const body = (operationName?: string) =>
    JSON.stringify({ query: 'query A { a: __typename } query B { b: __typename }', operationName });
  const ask = async (name?: string) =>
    answerOf(
      await fetch(server.url, { method: 'POST', body: body(name), headers: { 'content-type': 'application/json' } }),
    );
  expect((await ask('B')).data).toEqual({ b: 'Query' });
  expect((await ask()).errors![0]!.message).toMatch(/several operations.*A, B/);
  expect((await ask('C')).errors![0]!.message).toMatch(/no operation "C".*A, B/);
});

it.each([
  ['no query', {}],
  ['variables that are no JSON', { query: '{ __typename }', variables: 'undefined' }],
  ['variables that are a list', { query: '{ __typename }', variables: '[]' }],
])('GET with %s is 400', async (_what, parameters) => {
  const answer = await byGet(parameters as Record<string, string>, 'application/json');
  expect(answer.status).toBe(400);
  expect(answer.errors![0]!.extensions).toEqual({ code: 'BAD_USER_INPUT', retryable: false });
});

it('a mutation by GET is refused, and writes nothing', async () => {
  const query = WRITE.replaceAll('$roomId', '"by-get"')
    .replaceAll('$text', '"t"')
    .replace(/^mutation Write\([^)]*\)/, 'mutation');
  for (const accept of ['application/json', 'text/event-stream']) {
    const answer = await byGet({ query }, accept);
    expect(answer.status).toBe(405);
    expect(answer.errors![0]!.extensions.code).toBe('BAD_USER_INPUT');
  }
  expect((await server.ask('{ room(roomId: "by-get") { id } }')).data).toEqual({ room: null });
});

it('a subscription that is asked for as JSON is refused, and not left open', async () => {
  const query = 'subscription { contextChanges(roomId: "r") { type } }';
  for (const answer of [await server.ask(query), await byGet({ query }, 'application/json')]) {
    expect(answer.status).toBe(406);
    expect(answer.errors![0]!.message).toMatch(/text\/event-stream/);
  }
  await until(() => server.server.counts().subscriptions, 0);
});

it.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS'])('%s is 405', async (method) => {
  expect((await fetch(server.url, { method })).status).toBe(405);
});

it('a page of another origin is refused, one of this server is not', async () => {
  const asPage = (origin: string) => server.ask('{ __typename }', {}, { origin });
  const refused = await asPage('https://elsewhere.example');
  expect(refused.status).toBe(403);
  expect(refused.errors![0]!.extensions.code).toBe('FORBIDDEN');
  expect(refused.headers.get('access-control-allow-origin')).toBeNull();
  expect((await asPage(new URL(server.url).origin)).status).toBe(200);
});

it('GraphiQL is at GET /graphql for a browser, and loads nothing from elsewhere', async () => {
  const page = await (await fetch(server.url, { headers: { accept: 'text/html' } })).text();
  expect(page).toMatch(/<title>roomd<\/title>/);
  expect(page).not.toMatch(/<(script|link)[^>]{1,200}(src|href)="?https?:/);
});

it('/health is alive, an unknown path says where GraphQL is', async () => {
  const at = (path: string) => fetch(new URL(path, server.url));
  expect((await at('/health')).status).toBe(200);
  const unknown = await at('/nope');
  expect(unknown.status).toBe(404);
  expect(await unknown.text()).toMatch(/\/graphql/);
});

it('two requests on one connection are answered in turn', async () => {
  const statuses: number[] = [];
  for (const _ of [1, 2]) {
    const answer = await new Promise<number>((resolve, reject) => {
      const sent = request(
        server.url,
        { method: 'POST', headers: { 'content-type': 'application/json' } },
        (response) => {
          response.resume().on('end', () => resolve(response.statusCode!));
        },
      );
      sent.on('error', reject).end('{"query":"{__typename}"}');
    });
    statuses.push(answer);
  }
  expect(statuses).toEqual([200, 200]);
});
