import { freshRoom } from '../support/entries.ts';
import { ERAS, httpMcpClient, type McpClient, rawCall } from '../support/mcp.ts';
import { testServer } from '../support/server.ts';

const server = testServer();

describe.each(ERAS)('over HTTP, a client of the %s protocol', (era) => {
  let agent: McpClient;
  beforeAll(async () => {
    agent = await httpMcpClient(server.url, era);
  });
  afterAll(() => agent.client.close());

  const note = (roomId: string, text: string, ...consuming_agents: string[]) =>
    agent.call('write_context', {
      roomId,
      type: 'note',
      summary: text,
      consuming_agents,
      payload: { text },
      author: 'heron',
    });

  it('finds the tools by the names that agents know', async () => {
    const { tools } = await agent.client.listTools();
    const seven = ['write', 'read', 'update', 'list', 'delete'].map((verb) => `${verb}_context`);
    const names = [
      ...seven,
      'get_context_history',
      'diff_context',
      'get_context_inbox',
      'acknowledge_context_events',
      'wait_for_context_events',
    ];
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
    expect(tools.find(({ name }) => name === 'write_context')!.inputSchema.required).toEqual([
      'roomId',
      'type',
      'summary',
      'consuming_agents',
      'payload',
      'author',
    ]);
  });

  it('writes, reads, updates, compares, lists and deletes', async () => {
    const roomId = freshRoom();
    const written = await note(roomId, 'a', 'otter');
    const { id } = written.json;
    expect(Object.keys(written.json)).toEqual([
      'id',
      'type',
      'author',
      'timestamp',
      'summary',
      'consuming_agents',
      'payload',
      'version',
    ]);
    expect((await agent.call('read_context', { roomId, id })).json).toEqual(written.json);
    const updated = await agent.call('update_context', {
      roomId,
      id,
      author: 'otter',
      payloadMergePatch: { text: 'b' },
      expectedVersion: '1.0',
    });
    expect(updated.json).toMatchObject({ id, version: '1.1', author: 'otter', payload: { text: 'b' } });
    expect((await agent.call('diff_context', { roomId, id })).json).toMatchObject({
      fromVersion: '1.0',
      toVersion: '1.1',
      changes: [{ kind: 'changed', pointer: '/text', before: 'a', after: 'b' }],
    });
    expect((await agent.call('read_context', { roomId, id, version: '1.0' })).json).toMatchObject({
      version: '1.0',
      payload: { text: 'a' },
    });
    expect((await agent.call('read_context', { roomId, id, pointer: '/text' })).json).toMatchObject({ value: 'b' });
    const listed = (await agent.call('list_context', { roomId, type: 'note' })).json;
    expect(listed.entries).toEqual([expect.objectContaining({ id, version: '1.1', payload_bytes: 12 })]);
    expect(listed.entries[0]).not.toHaveProperty('payload');
    expect((await agent.call('list_context', { roomId, payloads: true })).json.entries[0].payload).toEqual({
      text: 'b',
    });
    const history = (await agent.call('get_context_history', { roomId, id })).json;
    expect([history.current, ...history.versions].map(({ version }) => version)).toEqual(['1.1', '1.0']);
    expect((await agent.call('delete_context', { roomId, id, agentId: 'otter' })).json).toEqual({
      id,
      deleted: true,
      version: '1.2',
    });
    expect((await agent.call('read_context', { roomId, id })).json.error).toMatchObject({ code: 'NOT_FOUND' });
    expect((await agent.call('restore_context', { roomId, id, author: 'otter' })).json.version).toBe('1.3');
  });

  it('hears of what another client writes while it waits, and acknowledges it', async () => {
    const roomId = freshRoom();
    const other = await httpMcpClient(server.url, 'modern');
    const waiting = other.call('wait_for_context_events', { roomId, agentId: 'otter', timeoutSeconds: 20 });
    await new Promise((resolve) => setTimeout(resolve, 100));
    const { id } = (await note(roomId, 'news', 'otter')).json;
    const { events } = (await waiting).json;
    expect(events).toEqual([
      expect.objectContaining({ type: 'context_available', from: 'heron', contextId: id, summary: 'news' }),
    ]);
    await agent.call('acknowledge_context_events', { roomId, agentId: 'otter', upTo: events[0].cursor });
    expect((await agent.call('get_context_inbox', { roomId, agentId: 'otter' })).json).toEqual({
      events: [],
      more: false,
    });
    const empty = await other.call('wait_for_context_events', { roomId, agentId: 'otter', timeoutSeconds: 0 });
    expect(empty.json.events).toEqual([]);
    await other.client.close();
  });

  it('reads entries as resources', async () => {
    const roomId = 'a room/with ünusual%name';
    const { id } = (await note(roomId, `as a resource, ${era}`)).json;
    const uri = `room://${encodeURIComponent(roomId)}/${id}`;
    const { contents } = await agent.client.readResource({ uri });
    expect(JSON.parse((contents[0] as { text: string }).text)).toMatchObject({ id, version: '1.0' });
    const { resources } = await agent.client.listResources();
    expect(resources.map((resource) => resource.uri)).toContain(uri);
    await expect(agent.client.readResource({ uri: `room://${encodeURIComponent(roomId)}/none` })).rejects.toThrow(
      /There is no entry/,
    );
  });

  it('is told what is wrong with a call, in the names of this door', async () => {
    const { isError, json } = await agent.call('write_context', {
      room_id: 'r',
      type: 'Note',
      summary: 's',
      consumingAgents: [],
      payload: '{}',
      author: 'a',
    });
    expect(isError).toBe(true);
    expect(json.error.code).toBe('BAD_USER_INPUT');
    expect(json.error.issues.map(({ message }: { message: string }) => message)).toEqual([
      'room_id is no argument of write_context. Did you mean "roomId"?',
      'consumingAgents is no argument of write_context. Did you mean "consuming_agents"?',
      'roomId is required and missing: it must be a string.',
      expect.stringMatching(/^type must be one of .* Did you mean "note"\?$/),
      'consuming_agents is required and missing: it must be an array of strings.',
    ]);
  });
});

it('a page of another origin is refused, and so is what is not JSON', async () => {
  const url = new URL('/mcp', server.url);
  const send = (headers: Record<string, string>, body: string) =>
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
      body,
    });
  const foreign = await send({ origin: 'https://elsewhere.example' }, '{}');
  expect(foreign.status).toBe(403);
  expect((await foreign.json()).error.data.code).toBe('FORBIDDEN');
  expect((await send({}, '{')).status).toBe(400);
  expect((await send({}, ' '.repeat(1_048_577))).status).toBe(413);
});

it('what a double cannot hold is refused with its path, and what was written is read to the letter', async () => {
  const roomId = freshRoom();
  const write = (payload: string) =>
    rawCall(
      server.url,
      'write_context',
      `{"roomId":"${roomId}","type":"note","summary":"s","consuming_agents":[],"author":"a","payload":${payload}}`,
    );
  const refused = await write('{"text":"t","big":[9007199254740993]}');
  expect(refused.isError).toBe(true);
  expect(refused.json.error.issues[0]).toMatchObject({ path: ['payload', 'big', 0] });
  const payload = '{"text":"t","z":1,"a":{"__proto__":{"x":1},"b":null},"n":1e21,"u":"\u2028"}';
  const { id } = (await write(payload)).json;
  const read = await rawCall(server.url, 'read_context', `{"roomId":"${roomId}","id":"${id}"}`);
  const compact = payload.replace('1e21', '1e+21').replace('\u2028', '\\u2028');
  expect(read.text).toContain(`"payload":${compact}`);
});
