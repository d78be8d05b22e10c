import { bearer, keyedServer } from '../attack/keyed-server.ts';
import { httpMcpClient } from '../support/mcp.ts';
import { NOTHING_OPEN, testServer, until } from '../support/server.ts';

const server = keyedServer({ writesPerMinute: 2 });
const open = testServer();

const note = (roomId: string, author = 'heron') => ({
  roomId,
  type: 'note',
  summary: 's',
  consuming_agents: [],
  payload: { text: 't' },
  author,
});

it('a call without a key is 401, and says how to bring one', async () => {
  const url = new URL('/mcp', server.url);
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  for (const key of [undefined, 'roomd_nonsense']) {
    const refused = await fetch(url, { method: 'POST', headers: { ...headers, ...bearer(key) }, body: '{}' });
    expect(refused.status).toBe(401);
    expect(refused.headers.get('www-authenticate')).toMatch(/^Bearer/);
    const { error } = await refused.json();
    expect(error).toMatchObject({
      data: { code: 'UNAUTHENTICATED' },
      message: expect.stringContaining('roomd keys create'),
    });
  }
});

it('a key opens its rooms, as its agent, for what its role may do', async () => {
  const { text } = await server.makeKey({ role: 'writer', rooms: ['team-*'], agent: 'heron' });
  const agent = await httpMcpClient(server.url, 'modern', text);
  const codeOf = async (name: string, given: object) => (await agent.call(name, { ...given })).json.error?.code;
  expect(await codeOf('write_context', note('team-a'))).toBeUndefined();
  expect(await codeOf('list_context', { roomId: 'other' })).toBe('NOT_FOUND');
  expect(await codeOf('write_context', note('team-a', 'otter'))).toBe('FORBIDDEN');
  expect((await agent.client.listResources()).resources).toHaveLength(1);
  expect(await codeOf('write_context', note('team-a'))).toBe('RATE_LIMITED');
  expect(await codeOf('list_context', { roomId: 'team-a' })).toBeUndefined();
  const reader = await httpMcpClient(
    server.url,
    'legacy',
    (await server.makeKey({ role: 'reader', rooms: ['*'] })).text,
  );
  expect((await reader.call('write_context', note('team-a'))).json.error.code).toBe('FORBIDDEN');
  await Promise.all([agent.client.close(), reader.client.close()]);
});

it('a call that waits leaves nothing behind when its client goes away, and ends when the server stops', async () => {
  const leaving = await httpMcpClient(open.url, 'modern');
  const waiting = { roomId: 'r', agentId: 'otter', timeoutSeconds: 25 };
  const left = leaving.call('wait_for_context_events', waiting).catch(() => undefined);
  await until(() => open.server.counts().requests, 1);
  await leaving.client.close();
  await left;
  await until(() => open.server.counts(), NOTHING_OPEN);
  const staying = await httpMcpClient(open.url, 'legacy');
  const answered = staying.call('wait_for_context_events', waiting);
  await until(() => open.server.counts().requests, 1);
  const began = Date.now();
  await open.server.stop();
  expect((await answered).json).toEqual({ events: [], more: false });
  expect(Date.now() - began).toBeLessThan(5_000);
  await staying.client.close();
});
