import { listAuditEvents } from '../../src/access/audit.ts';
import { hashOf } from '../../src/access/key-text.ts';
import { createKey, listKeys, revokeKey, rotateKey } from '../../src/access/keys.ts';
import { keyedServer } from '../attack/keyed-server.ts';

const server = keyedServer();

const ROOMS = '{ rooms { nodes { id } } }';
const codeAs = async (key: string | undefined) => {
  const { status, errors } = await server.ask(key, ROOMS);
  return { status, code: errors?.[0]?.extensions.code, message: errors?.[0]?.message };
};
const all = (sql: string) =>
  server.database.query<Record<string, unknown>>({ name: `test-${hashOf(sql).slice(0, 20)}`, text: sql }, []);

it('a key is shown once: the database has its hash, and neither its text nor its secret', async () => {
  const { key, text } = await server.makeKey({ role: 'reader', rooms: ['polls'], note: 'for the dashboard' });
  expect(text).toMatch(/^roomd_[0-9a-f]{20}_[\w-]{43}$/);
  expect(text).toContain(key.id);
  const rows = JSON.stringify(await all('SELECT * FROM api_keys'));
  expect(rows).toContain(hashOf(text));
  expect(rows).not.toContain(text.split('_').slice(2).join('_'));
  expect(JSON.stringify(await all('SELECT * FROM audit_events'))).not.toMatch(new RegExp(`${hashOf(text)}|${text}`));
});

it('a key counts with and without "Bearer", until it is revoked: at once, and it says so', async () => {
  const { key, text } = await server.makeKey({ role: 'reader', rooms: ['*'] });
  for (const authorization of [`Bearer ${text}`, `bearer  ${text}`, text])
    expect((await server.ask(undefined, ROOMS, {}, { authorization })).status).toBe(200);
  await revokeKey(server.database, 'test', key.id);
  expect(await codeAs(text)).toMatchObject({
    status: 401,
    code: 'UNAUTHENTICATED',
    message: expect.stringMatching(/revoked at/),
  });
});

it.each([
  ['no key', undefined, /asks for a key/],
  ['no key at all', 'secret', /no key of this server/],
  ['a key that nobody was given', `roomd_${'0'.repeat(20)}_${'A'.repeat(43)}`, /no key of this server/],
  ['a key with a character too many', `roomd_${'0'.repeat(20)}_${'A'.repeat(44)}`, /no key of this server/],
])('%s is UNAUTHENTICATED, with what to send', async (_what, key, message) => {
  const answer = await server.ask(key, ROOMS);
  expect(answer.status).toBe(401);
  expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
  expect(answer.errors![0]).toMatchObject({ extensions: { code: 'UNAUTHENTICATED', retryable: false } });
  expect(answer.errors![0]!.message).toMatch(message);
  expect(answer.errors![0]!.message).toMatch(/authorization: Bearer/);
});

it('a key expires by itself', async () => {
  const { text } = await server.makeKey({ role: 'reader', rooms: ['*'], expiresAt: new Date(Date.now() + 700) });
  expect((await codeAs(text)).status).toBe(200);
  await new Promise((wake) => setTimeout(wake, 900));
  const { code, message } = await codeAs(text);
  expect(code).toBe('UNAUTHENTICATED');
  expect(message).toMatch(/expired at/);
});

it('rotation keeps role, rooms, agent and note; both keys count while they overlap, then the new one alone', async () => {
  const old = await server.makeKey({ role: 'writer', rooms: ['a', 'b/*'], agent: 'heron', note: 'n' });
  const next = await rotateKey(server.database, 'test', old.key.id, 1);
  const { role, rooms, agent, note } = next.key;
  expect({ role, rooms, agent, note }).toEqual({ role: 'writer', rooms: ['a', 'b/*'], agent: 'heron', note: 'n' });
  expect((await codeAs(old.text)).status).toBe(200);
  expect((await codeAs(next.text)).status).toBe(200);
  await new Promise((wake) => setTimeout(wake, 2_800));
  expect(await codeAs(old.text)).toMatchObject({ status: 401 });
  expect((await codeAs(old.text)).message).toContain(next.key.id);
  expect((await codeAs(next.text)).status).toBe(200);
  await expect(rotateKey(server.database, 'test', old.key.id)).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
});

it('two rotations at once make one new key', async () => {
  const { key } = await server.makeKey({ role: 'reader', rooms: ['*'] });
  const both = await Promise.allSettled([1, 2].map(() => rotateKey(server.database, 'test', key.id)));
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

it('revoking twice is revoking once; an unknown key is NOT_FOUND', async () => {
  const { key } = await server.makeKey({ role: 'reader', rooms: ['*'] });
  const [first, second] = [
    await revokeKey(server.database, 'test', key.id),
    await revokeKey(server.database, 't', key.id),
  ];
  expect(second.revokedAt).toEqual(first.revokedAt);
  for (const id of ['0'.repeat(20), 'x', '\0', ''])
    await expect(revokeKey(server.database, 'test', id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

it.each([
  ['no rooms', { rooms: [] }],
  ['a room with white space at its end', { rooms: ['a '] }],
  ['a room that is too long', { rooms: ['a'.repeat(129)] }],
  ['101 rooms', { rooms: Array.from({ length: 101 }, (_, at) => `room-${at}`) }],
  ['an empty agent', { agent: '' }],
  ['a note of 501 code points', { note: 'n'.repeat(501) }],
  ['an expiry that is past', { expiresAt: new Date(0) }],
  ['an admin of some rooms', { role: 'admin' as const, rooms: ['a'] }],
])('a key with %s is refused', async (_what, input) => {
  const made = createKey(server.database, 'test', { role: 'reader', rooms: ['*'], ...input });
  await expect(made).rejects.toMatchObject({ name: 'ContextError', extensions: { issues: [expect.anything()] } });
});

it('use is written down, a minute at most behind', async () => {
  const { key, text } = await server.makeKey({ role: 'reader', rooms: ['*'] });
  await codeAs(text);
  await new Promise((wake) => setTimeout(wake, 1_800));
  const [found] = (await listKeys(server.database)).filter(({ id }) => id === key.id);
  expect(Date.now() - found!.lastUsedAt!.getTime()).toBeLessThan(10_000);
});

it('every change of a key is in the audit trail, with who made it', async () => {
  const { key } = await createKey(server.database, 'amy', { role: 'writer', rooms: ['a'], agent: 'heron' });
  const next = await rotateKey(server.database, 'bo', key.id, 60);
  await revokeKey(server.database, 'cy', key.id);
  const trail = (await listAuditEvents(server.database)).filter(({ subject }) => subject === key.id);
  expect(trail.map(({ actor, action }) => `${actor} ${action}`)).toEqual([
    'cy key.revoked',
    'bo key.rotated',
    'amy key.created',
  ]);
  expect(JSON.parse(trail[1]!.details)).toEqual({ rotatedTo: next.key.id, overlapSeconds: 60 });
});

describe('over GraphQL', () => {
  const CREATE = `mutation Create($input: CreateKeyInput!) { createKey(input: $input) { secret key { id prefix role rooms agent } } }`;
  const input = { role: 'reader', rooms: ['polls'], agent: null };

  it('an admin makes, lists, rotates and revokes keys, and reads who did it', async () => {
    const admin = await server.makeKey({ role: 'admin', rooms: ['*'] });
    const ask = async (query: string, variables: unknown = {}) => {
      const { data, errors } = await server.ask(admin.text, query, variables);
      expect(errors).toBeUndefined();
      return data as Record<string, { secret: string; key: { id: string } }>;
    };
    const { createKey: made } = await ask(CREATE, { input });
    const { secret, key } = made as { secret: string; key: { id: string; prefix: string } };
    expect(key).toMatchObject({ role: 'reader', rooms: ['polls'], agent: null, prefix: `roomd_${key.id}` });
    expect((await codeAs(secret)).status).toBe(200);
    const { keys } = await ask('{ keys(first: 1) { nodes { id } pageInfo { hasNextPage endCursor } } }');
    expect(keys).toMatchObject({ nodes: [{ id: key.id }], pageInfo: { hasNextPage: true } });
    const { endCursor } = (keys as unknown as { pageInfo: { endCursor: string } }).pageInfo;
    const { keys: more } = await ask('query($a: String) { keys(first: 1, after: $a) { nodes { id } } }', {
      a: endCursor,
    });
    expect(more).toEqual({ nodes: [{ id: admin.key.id }] });
    const rotate = 'mutation($id: ID!) { rotateKey(id: $id, overlapSeconds: 0) { secret key { id } } }';
    const { rotateKey: next } = await ask(rotate, { id: key.prefix });
    expect((await codeAs(secret)).status).toBe(401);
    await ask('mutation($id: ID!) { revokeKey(id: $id) { revokedAt } }', {
      id: next!.key.id,
    });
    expect((await codeAs(next!.secret)).status).toBe(401);
    const { auditEvents } = await ask('{ auditEvents(first: 3) { nodes { actor action subject details } } }');
    const { nodes } = auditEvents as unknown as { nodes: { actor: string; action: string }[] };
    expect(nodes.map(({ actor, action }) => [actor, action])).toEqual(
      ['key.revoked', 'key.rotated', 'key.created'].map((action) => [admin.key.id, action]),
    );
    expect(JSON.stringify(nodes)).not.toContain(secret);
  });

  it.each(['reader', 'writer'] as const)('a %s is FORBIDDEN all of it', async (role) => {
    const { key, text } = await server.makeKey({ role, rooms: ['*'] });
    for (const query of [
      '{ keys { nodes { id } } }',
      '{ auditEvents { nodes { id } } }',
      `mutation { revokeKey(id: "${key.id}") { id } }`,
      `mutation { rotateKey(id: "${key.id}") { secret } }`,
    ])
      expect((await server.ask(text, query)).errors![0]!.extensions.code).toBe('FORBIDDEN');
    expect((await server.ask(text, CREATE, { input })).errors![0]!.extensions.code).toBe('FORBIDDEN');
    expect((await codeAs(text)).status).toBe(200);
  });
});

it('no key and no hash is in the log', () => {
  expect(server.logged.join('\n')).not.toMatch(/roomd_[0-9a-f]{20}_|[0-9a-f]{64}/);
});
