import { type Client, type ContextEvent, connect, type EventStream, type Room } from '../../src/client/client.ts';
import { freshRoom } from '../support/entries.ts';
import { proxyTo } from '../support/proxy.ts';
import { testServer } from '../support/server.ts';

const server = testServer();
let client: Client;
beforeAll(() => {
  client = connect({ url: server.url });
});
afterAll(() => client.close());

const write = (room: Room, text: string, ...consumingAgents: string[]) =>
  room.write({ type: 'note', author: 'heron', summary: text, consumingAgents, payload: { text } });

async function take(events: EventStream, count: number): Promise<ContextEvent[]> {
  const taken: ContextEvent[] = [];
  while (taken.length < count) {
    const { done, value } = await events.next();
    if (done) throw new Error('the stream has ended');
    taken.push(value);
  }
  return taken;
}
const summaries = (events: ContextEvent[]) => events.map(({ summary }) => summary);

describe('a stream of events', () => {
  it('begins with what is written from now on, and brings the entry', async () => {
    const room = client.room(freshRoom());
    await write(room, 'before', 'otter');
    const events = room.events({ agentId: 'otter' });
    await events.ready;
    await write(room, 'for someone else', 'lynx');
    const entry = await write(room, 'after', 'otter');
    const [event] = await take(events, 1);
    expect(event).toMatchObject({ type: 'context_available', from: 'heron', to: ['otter'], entry: { id: entry.id } });
    expect(event!.entry.payload).toEqual({ text: 'after' });
    await events.return();
  });

  it('acknowledges an event when the next one is asked for, not when the loop is left', async () => {
    const room = client.room(freshRoom());
    for (const text of ['a', 'b', 'c']) await write(room, text, 'otter');
    const seen: string[] = [];
    for await (const event of room.events({ agentId: 'otter', resume: true })) {
      seen.push(event.summary);
      if (seen.length === 2) break;
    }
    expect(seen).toEqual(['a', 'b']);
    expect(summaries((await room.inbox('otter')).nodes)).toEqual(['b', 'c']);
    const again = room.events({ agentId: 'otter', resume: true });
    expect(summaries(await take(again, 2))).toEqual(['b', 'c']);
    await again.return();
  });

  it('shows changes of entries that nobody consumes where they are asked for', async () => {
    const room = client.room(freshRoom());
    const start = (await room.list()).asOf;
    await write(room, 'quiet');
    const changes = room.changes({ after: start });
    expect(summaries(await take(changes, 1))).toEqual(['quiet']);
    await changes.return();
  });

  it('reads ahead only so far of a slow reader, and loses nothing', async () => {
    const room = client.room(freshRoom());
    const start = (await room.list()).asOf;
    const texts = Array.from({ length: 1_200 }, (_, index) => String(index));
    for (let from = 0; from < texts.length; from += 50)
      await Promise.all(texts.slice(from, from + 50).map((text) => write(room, text, 'otter')));
    const events = room.events({ after: start });
    const seen = new Set(summaries(await take(events, texts.length)));
    expect(seen.size).toBe(texts.length);
    await events.return();
  });

  it('ends by its signal while it waits', async () => {
    const stop = new AbortController();
    const events = client.room(freshRoom()).events({ signal: stop.signal });
    const next = events.next();
    stop.abort();
    expect(await next).toMatchObject({ done: true });
  });

  it('throws what the server refuses for good', async () => {
    const events = client.room(freshRoom()).events({ after: 'garbage' });
    await expect(events.next()).rejects.toMatchObject({ code: 'CURSOR_INVALID' });
  });
});

describe('behind a network that fails', () => {
  let proxy: Awaited<ReturnType<typeof proxyTo>>;
  beforeAll(async () => {
    proxy = await proxyTo(server.url);
  });
  afterAll(() => proxy.close());

  it('a stream goes on from its cursor, each event once', async () => {
    const away = connect({ url: proxy.url });
    const room = away.room(freshRoom());
    const statuses: string[] = [];
    const events = room.events({ onStatus: (status) => statuses.push(status) });
    await events.ready;
    const direct = client.room(room.id);
    await write(direct, 'one', 'otter');
    expect(summaries(await take(events, 1))).toEqual(['one']);
    proxy.cut();
    await write(direct, 'two', 'otter');
    await write(direct, 'three', 'otter');
    expect(summaries(await take(events, 2))).toEqual(['two', 'three']);
    expect(statuses).toEqual(['live', 'away', 'live']);
    await events.return();
    await away.close();
  });
});
