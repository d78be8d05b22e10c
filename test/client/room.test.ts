import { connect, type Entry, RoomError } from '../../src/client/client.ts';
import { freshRoom } from '../support/entries.ts';
import { testServer } from '../support/server.ts';

const server = testServer();
const room = () => connect({ url: new URL(server.url).origin }).room(freshRoom());
const contract = {
  service: 'polls',
  version: '1.0',
  endpoints: [
    { method: 'POST' as const, path: '/polls', response: { id: 'string' }, auth_required: false, description: '' },
  ],
};

const refusalOf = async (call: Promise<unknown>): Promise<RoomError> =>
  call.then(
    () => Promise.reject(new Error('was not refused')),
    (error: RoomError) => error,
  );

describe('a room', () => {
  it('is written, read, updated, listed, compared, deleted and restored', async () => {
    const polls = room();
    const written = await polls.write({ type: 'api_contract', author: 'heron', summary: 's', payload: contract });
    // The payload's type follows from the entry's type.
    expect(written.payload.endpoints[0]!.method).toBe('POST');
    expect(written).toMatchObject({ version: '1.0', consumingAgents: [], payload: contract });
    const next = await polls.update(written.id, { author: 'otter', payloadMergePatch: { version: '1.1' } });
    expect(next.version).toBe('1.1');
    expect(await polls.read(written.id)).toEqual(next);
    expect(await polls.readPart(written.id, '/endpoints/0/path')).toBe('/polls');
    expect((await polls.diff(written.id)).changes).toEqual([
      { kind: 'changed', pointer: '/version', before: '1.0', after: '1.1' },
    ]);
    const history = await polls.history(written.id);
    expect([history.current, ...history.nodes].map(({ version }) => version)).toEqual(['1.1', '1.0']);
    expect(history.current).not.toHaveProperty('payload');
    await polls.delete(written.id, { agentId: 'otter' });
    expect((await polls.list()).totalCount).toBe(0);
    expect((await polls.restore(written.id, { author: 'heron' })).version).toBe('1.3');
    expect((await polls.info())?.entryCount).toBe(1);
  });

  it('lists page by page, with payloads only where they are asked for', async () => {
    const notes = room();
    for (const text of ['a', 'b', 'c'])
      await notes.write({ type: 'note', author: 'heron', summary: text, payload: { text } });
    const seen: Entry[] = [];
    for await (const entry of notes.entries({ first: 2, payloads: true, orderBy: 'CREATED_ASC' })) seen.push(entry);
    expect(seen.map(({ payload }) => payload)).toEqual([{ text: 'a' }, { text: 'b' }, { text: 'c' }]);
    expect((await notes.list({ first: 1 })).nodes[0]).not.toHaveProperty('payload');
    expect(await notes.list({ search: 'b' })).toMatchObject({ totalCount: 1, hasNextPage: false });
  });

  it('gives its past events page by page, for an agent and of the types that are asked for', async () => {
    const notes = room();
    const note = { type: 'note', author: 'heron', payload: { text: 't' } } as const;
    const first = await notes.write({ ...note, summary: 'a', consumingAgents: ['otter'] });
    await notes.write({ ...note, summary: 'b', consumingAgents: ['lynx'] });
    await notes.update(first.id, { author: 'heron', summary: 'c' });
    const page = await notes.pastEvents({ agentId: 'otter', first: 1 });
    expect(page).toMatchObject({
      nodes: [{ type: 'context_available', summary: 'a', to: ['otter'] }],
      hasNextPage: true,
    });
    const rest = await notes.pastEvents({ agentId: 'otter', after: page.endCursor! });
    expect(rest.nodes.map(({ summary }) => summary)).toEqual(['c']);
    expect((await notes.pastEvents({ types: ['context_updated'] })).nodes).toHaveLength(1);
  });

  it('tells a refusal with its code, places and what belongs to it', async () => {
    const tasks = room();
    const wrong = { task_id: 't', acceptance_criteria: 'done' as unknown as string[], technical_notes: '' };
    const error = await refusalOf(tasks.write({ type: 'task', author: 'heron', summary: 's', payload: wrong }));
    expect(error).toBeInstanceOf(RoomError);
    expect(error).toMatchObject({ code: 'PAYLOAD_INVALID', retryable: false });
    expect(error.issues[0]!.path).toEqual(['payload', 'acceptance_criteria']);
  });

  it('refuses what JSON would change in silence', async () => {
    const notes = room();
    const payload = { text: 't', size: Number.NaN };
    const error = await refusalOf(notes.write({ type: 'note', author: 'heron', summary: 's', payload }));
    expect(error).toMatchObject({ code: 'BAD_USER_INPUT', message: expect.stringContaining('size') });
  });
});

describe('a lost connection', () => {
  const flaky = (failures: number, also: (url: string) => void = () => {}) =>
    connect({
      url: server.url,
      fetch: async (url, init) => {
        also(String(url));
        const response = await fetch(url, init);
        // The server has done its work, and its answer is lost.
        if (failures-- > 0) throw new TypeError('fetch failed');
        return response;
      },
    });

  it('behind a write is repeated and writes once', async () => {
    const id = freshRoom();
    const entry = await flaky(2)
      .room(id)
      .write({ type: 'note', author: 'a', summary: 's', payload: { text: 't' } });
    const page = await connect({ url: server.url }).room(id).list();
    expect(page.nodes.map((node) => node.id)).toEqual([entry.id]);
  });

  it('that stays lost is UNAVAILABLE in the end', async () => {
    const error = await refusalOf(flaky(99).room(freshRoom()).list());
    expect(error).toMatchObject({ code: 'UNAVAILABLE', retryable: true });
  });

  it('behind an operation of one’s own is not repeated', async () => {
    let calls = 0;
    const client = flaky(99, () => {
      calls += 1;
    });
    await refusalOf(client.request('{ rooms { nodes { id } } }', {}));
    expect(calls).toBe(1);
  });
});

it('an address without a server of this kind is told at once', async () => {
  const client = connect({ url: server.url.replace('/graphql', '/nothing') });
  expect(await refusalOf(client.room('r').list())).toMatchObject({ code: 'UNAVAILABLE', retryable: false });
  expect(() => connect({ url: 'localhost:4000' })).toThrow(/looks like/);
});
