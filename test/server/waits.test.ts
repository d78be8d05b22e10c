import { NOTHING_OPEN, testServer, until, WRITE } from '../support/server.ts';
import { openSubscriber } from '../support/subscriber.ts';

const held = testServer();

const WAIT =
  'query Wait($roomId: ID!, $ms: Int) { waitForContextEvents(roomId: $roomId, agentId: "otter", timeoutMs: $ms) { nodes { summary } pageInfo { hasNextPage } } }';

describe('a query that waits for events', () => {
  it('is answered when something is written for its agent', async () => {
    const waiting = held.ask(WAIT, { roomId: 'a', ms: 20_000 });
    await until(() => held.server.log().subscriptions, 1);
    await held.ask(WRITE, { roomId: 'a', text: 't' });
    expect((await waiting).data).toEqual({
      waitForContextEvents: { nodes: [{ summary: 's' }], pageInfo: { hasNextPage: false } },
    });
    expect(held.server.log().subscriptions).toBe(0);
  });

  it('leaves nothing behind when its caller goes away', async () => {
    const abort = new AbortController();
    const body = JSON.stringify({ query: WAIT, variables: { roomId: 'b', ms: 30_000 } });
    const headers = { 'content-type': 'application/json' };
    const waiting = fetch(held.url, { method: 'POST', headers, body, signal: abort.signal }).catch(() => 'gone');
    await until(() => held.server.log().subscriptions, 1);
    abort.abort();
    expect(await waiting).toBe('gone');
    await until(() => held.server.log().subscriptions, 0);
    await until(() => held.server.counts(), NOTHING_OPEN);
  });

  it('leaves nothing behind when its websocket is broken off', async () => {
    const subscriber = await openSubscriber(held.url);
    for (let i = 0; i < 15; i++) subscriber.subscribe(`${i}`, WAIT, { roomId: 'c', ms: 30_000 });
    await until(() => held.server.log().subscriptions, 15);
    subscriber.socket.terminate();
    await until(() => held.server.log().subscriptions, 0);
    await until(() => held.server.counts(), NOTHING_OPEN);
  });

  it('is answered at once when the server stops', async () => {
    const waiting = held.ask(WAIT, { roomId: 'd', ms: 30_000 });
    await until(() => held.server.log().subscriptions, 1);
    const started = Date.now();
    await held.server.stop();
    expect((await waiting).data).toMatchObject({ waitForContextEvents: { nodes: [] } });
    expect(Date.now() - started).toBeLessThan(4_000);
  });
});
