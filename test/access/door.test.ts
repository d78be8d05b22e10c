import { request } from 'node:http';
import { introspectionFromSchema } from 'graphql';
import { openAccess } from '../../src/access/access.ts';
import { createKey } from '../../src/access/keys.ts';
import { readSettings } from '../../src/env.ts';
import { schema } from '../../src/graphql/schema.ts';
import { keyedServer } from '../attack/keyed-server.ts';
import { testDatabase } from '../support/database.ts';
import { openSubscriber } from '../support/subscriber.ts';

const PAGE = 'https://dashboard.example';
const server = keyedServer({ auth: 'off', allowedOrigins: [PAGE], allowedHosts: ['roomd.example'] });
const closed = keyedServer({ auth: 'off' }, { graphiql: false, introspection: false });

/** A request as a browser or a program would send it: fetch does not let a host be chosen. */
const send = (headers: Record<string, string>, method = 'POST', body = '{"query":"{ __typename }"}') =>
  new Promise<{ status: number; headers: Record<string, unknown>; text: string }>((resolve, reject) => {
    const sent = request(
      server.url,
      { method, headers: { 'content-type': 'application/json', ...headers } },
      (response) => {
        let text = '';
        response
          .on('data', (chunk) => (text += chunk))
          .on('end', () => resolve({ status: response.statusCode!, headers: response.headers, text }));
      },
    );
    sent.on('error', reject).end(method === 'POST' ? body : undefined);
  });
const port = () => new URL(server.url).port;

it.each([
  ['no origin', undefined, 200],
  ['the origin of the server itself', 'self', 200],
  ['an allowed origin', PAGE, 200],
  ['an origin that ends like an allowed one', 'https://evil-dashboard.example', 403],
  ['an origin that begins like an allowed one', `${PAGE}.evil.example`, 403],
  ['the same name on another port', 'http://127.0.0.1:1', 403],
  ['the origin of a file', 'null', 403],
])('%s', async (_what, origin, status) => {
  const headers: Record<string, string> =
    origin === undefined ? {} : { origin: origin === 'self' ? new URL(server.url).origin : origin };
  const answer = await send(headers);
  expect(answer.status).toBe(status);
  expect(answer.headers['access-control-allow-origin']).toBe(origin === PAGE ? PAGE : undefined);
  expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
  if (status === 403) expect(answer.text).toMatch(/"code":"FORBIDDEN"/);
  const socket = openSubscriber(server.url, { headers });
  if (status === 403) await expect(socket).rejects.toThrow(/403/);
  else (await socket).socket.close();
});

it('an allowed origin may ask beforehand, others may not', async () => {
  const ask = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' };
  const allowed = await send({ origin: PAGE, ...ask }, 'OPTIONS');
  expect(allowed.status).toBe(204);
  expect(allowed.headers).toMatchObject({ 'access-control-allow-origin': PAGE, vary: 'origin' });
  expect(allowed.headers['access-control-allow-headers']).toMatch(/authorization/);
  expect((await send({ origin: 'https://elsewhere.example', ...ask }, 'OPTIONS')).status).toBe(403);
});

it.each([
  ['127.0.0.1', 200],
  ['localhost', 200],
  ['[::1]', 200],
  ['roomd.example', 200],
  ['evil.example', 403],
  ['localhost.evil.example', 403],
])('a request to the host name %s is %s', async (host, status) => {
  expect((await send({ host: `${host}:${port()}` })).status).toBe(status);
  expect((await send({ host: `${host}:${port()}`, origin: `http://${host}:${port()}` })).status).toBe(status);
});

it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', ''])(
  'a body of the type "%s", which any page can make a browser send, is refused',
  async (type) => {
    expect((await send({ 'content-type': type })).status).toBe(415);
  },
);

it('GraphiQL and questions about the schema are answered or not, as is set', async () => {
  const page = (url: string) => fetch(url, { headers: { accept: 'text/html' } });
  expect(await (await page(server.url)).text()).toMatch(/<title>/);
  expect(await (await page(closed.url)).text()).not.toMatch(/<title>/);
  const query = '{ __schema { queryType { name } } }';
  expect((await server.ask(undefined, query)).data).toEqual({ __schema: { queryType: { name: 'Query' } } });
  expect((await closed.ask(undefined, query)).errors![0]!.extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
  expect((await closed.ask(undefined, '{ __typename }')).data).toEqual({ __typename: 'Query' });
});

it('the whole introspection of code generators and GraphiQL is within the limits', async () => {
  const { getIntrospectionQuery } = await import('graphql');
  const query = getIntrospectionQuery({ inputValueDeprecation: true, specifiedByUrl: true, oneOf: true });
  const { data, errors } = await server.ask(undefined, query);
  expect(errors).toBeUndefined();
  expect((data as { __schema: { types: unknown[] } }).__schema.types).toHaveLength(
    introspectionFromSchema(schema).__schema.types.length,
  );
});

describe('whether a server asks for keys', () => {
  const db = testDatabase();
  const { access } = readSettings({});
  const open = (host: string, auth?: 'keys' | 'off') => openAccess(db.database, { host }, { ...access, auth });
  const modeOf = async (host: string, auth?: 'keys' | 'off') => {
    const opened = await open(host, auth);
    await opened.close();
    return opened.mode();
  };

  it('without any key: loopback is open, every other address refuses to start and says the two ways out', async () => {
    for (const host of ['127.0.0.1', '127.1.2.3', 'localhost', '::1']) expect(await modeOf(host)).toBe('open');
    for (const host of ['0.0.0.0', '::', '192.168.1.4', 'roomd.example'])
      await expect(open(host)).rejects.toThrow(/npx roomd keys create[\s\S]*AUTH=off/);
    expect(await modeOf('0.0.0.0', 'off')).toBe('off');
    expect(await modeOf('127.0.0.1', 'keys')).toBe('keys');
  });

  it('the first key closes a running open server, and ends what was let in without one', async () => {
    const opened = await open('127.0.0.1');
    const caller = await opened.callerOf(undefined);
    const ended = new Promise<{ code: string }>((end) => opened.watch(caller, end));
    await createKey(db.database, 'test', { role: 'admin', rooms: ['*'] });
    expect(await ended).toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(() => opened.callerOf(undefined)).toThrow(/asks for a key/);
    await opened.close();
  });

  it('with a key, also one that was revoked: every address asks for keys, but for AUTH=off', async () => {
    await db.database.query({ name: 'revoke-all', text: 'UPDATE api_keys SET revoked_at = now()' }, []);
    for (const host of ['127.0.0.1', '0.0.0.0']) expect(await modeOf(host)).toBe('keys');
    expect(await modeOf('127.0.0.1', 'off')).toBe('off');
  });
});

it('the environment sets it all, and is closed by default where others reach it', () => {
  expect(readSettings({})).toMatchObject({
    graphiql: true,
    introspection: true,
    access: { auth: undefined, connectionsPerKey: 200 },
  });
  expect(readSettings({ HOST: '0.0.0.0' })).toMatchObject({ graphiql: false, introspection: false });
  expect(readSettings({ HOST: '0.0.0.0', GRAPHIQL: 'on', INTROSPECTION: 'on' })).toMatchObject({
    graphiql: true,
    introspection: true,
  });
  const { access } = readSettings({
    AUTH: 'off',
    ALLOWED_ORIGINS: 'https://a.example, https://b.example',
    RATE_LIMIT_WRITES: '0',
  });
  expect(access).toMatchObject({
    auth: 'off',
    allowedOrigins: ['https://a.example', 'https://b.example'],
    writesPerMinute: 0,
  });
  expect(() => readSettings({ AUTH: 'on' })).toThrow(/AUTH/);
});
