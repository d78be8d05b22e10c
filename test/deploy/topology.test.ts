import { emptyDatabase } from '../support/database.ts';
import { post, until } from '../support/server.ts';
import { type Follower, followBySocket, followBySse } from './followers.ts';
import { lacking, startTopology, type Topology } from './topology.ts';

const missing = lacking();
if (missing) console.warn(`The servers behind the proxy are not tested: ${missing}.`);

const WRITE = `mutation Write($text: String!) {
  writeContext(input: { roomId: "r", type: note, author: "heron", summary: "s", consumingAgents: ["otter"], payload: { text: $text }, idempotencyKey: $text }) { entry { id } }
}`;

/** Writes once, however often it has to be sent. Gives how often that was. */
async function write(url: string, text: string): Promise<number> {
  for (let attempt = 1; attempt <= 20; attempt++) {
    const answer = await post(url, JSON.stringify({ query: WRITE, variables: { text } })).catch(() => undefined);
    if (answer?.data?.writeContext) return attempt;
    await new Promise((wake) => setTimeout(wake, 100));
  }
  throw new Error(`${text} could not be written.`);
}

const numbers = (from: number, count: number): string[] => Array.from({ length: count }, (_, i) => String(from + i));

(missing ? describe.skip : describe)('two servers behind the proxy', () => {
  let topology: Topology;
  let followers: Follower[] = [];

  beforeAll(async () => {
    topology = await startTopology(await emptyDatabase());
  }, 60_000);
  afterAll(async () => {
    for (const follower of followers) follower.stop();
    await topology?.stop();
  });

  it('queries and writes go through, and are the same on both servers', async () => {
    expect(await write(topology.url, '1')).toBe(1);
    const query = '{ contexts(roomId: "r", first: 5) { totalCount nodes { payload } } }';
    for (const url of [topology.url, ...topology.servers]) {
      const { status, data } = await post(url, JSON.stringify({ query }));
      expect([status, data]).toEqual([200, { contexts: { totalCount: 1, nodes: [{ payload: { text: '1' } }] } }]);
    }
  });

  it('websockets and streams get the events of either server, in order', async () => {
    followers = [1, 2, 3, 4].flatMap(() => [followBySocket(topology.url), followBySse(topology.url)]);
    await until(
      () => followers.map(({ connected }) => connected),
      followers.map(() => 1),
    );
    await new Promise((wake) => setTimeout(wake, 300));
    for (const text of numbers(2, 20)) await write(topology.servers[Number(text) % 2]!, text);
    await until(
      () => followers.map(({ texts }) => texts),
      followers.map(() => numbers(2, 20)),
    );
  });

  it('a body that is too large is refused as a GraphQL error, by the server or by the proxy before it', async () => {
    for (const size of [1.5, 3]) {
      const { status, errors } = await post(topology.url, JSON.stringify({ query: 'x'.repeat(size * 1024 * 1024) }));
      expect([status, errors?.[0]?.extensions]).toMatchObject([413, { code: 'LIMIT_EXCEEDED', limit: 1_048_576 }]);
    }
  });

  it('the metrics are not for those who come through the proxy', async () => {
    expect((await fetch(new URL('/metrics', topology.url))).status).toBe(404);
    expect((await fetch(new URL('/metrics', topology.servers[0]))).status).toBe(200);
  });

  it('a server is stopped while everybody writes and follows: all resume on the other one, without a gap or a double', async () => {
    const attempts: number[] = [];
    const writing = (async () => {
      for (const text of numbers(100, 150)) attempts.push(await write(topology.url, text));
    })();
    await until(() => attempts.length > 20, true);
    expect(await topology.stopServer(0)).toBe(0);
    await writing;
    const all = [...numbers(2, 20), ...numbers(100, 150)];
    await until(
      () => followers.map(({ texts }) => texts.length),
      followers.map(() => all.length),
      10_000,
    );
    for (const { texts } of followers) expect(texts).toEqual(all);
    expect(followers.some(({ connected }) => connected > 1)).toBe(true);
    const again = attempts.filter((attempt) => attempt > 1).length;
    console.info(`Writes that had to be sent again while a server stopped: ${again} of ${attempts.length}.`);
  }, 30_000);

  it('it comes back as a newer version beside the older one, and takes its share again', async () => {
    await topology.startServer(0, 'ALTER TABLE rooms ADD COLUMN later text; CREATE TABLE later (id text PRIMARY KEY);');
    expect(topology.log('server0')).toContain('29990101000000_later');
    for (const url of topology.servers) expect((await fetch(new URL('/ready', url))).status).toBe(200);
    await new Promise((wake) => setTimeout(wake, 2_500));
    for (const text of numbers(300, 20)) await write(topology.url, text);
    await until(() => followers.every(({ texts }) => texts.at(-1) === '319'), true);
    const metrics = await (await fetch(new URL('/metrics', topology.servers[0]))).text();
    expect(Number(/roomd_writes_total\{action="write"\} (\d+)/.exec(metrics)?.[1])).toBeGreaterThan(0);
  });

  it('the older version starts again on the tables of the newer one', async () => {
    expect(await topology.stopServer(1)).toBe(0);
    await topology.startServer(1);
    await write(topology.servers[1]!, '400');
    await until(() => followers.every(({ texts }) => texts.at(-1) === '400'), true);
  });

  it('no log line of proxy or servers holds a payload or what a client put into its query string', async () => {
    await fetch(`${topology.url}?query={rooms{nodes{id}}}&variables={"secret":"tawny-owl"}`);
    await write(topology.url, 'tawny-owl');
    const logs = ['server0', 'server1', 'proxy'].map((name) => topology.log(name)).join('');
    expect(logs).toContain('POST /graphql 200');
    expect(logs).not.toContain('tawny');
  });

  it('while no server is there, the proxy answers with a GraphQL error that says to come back', async () => {
    await Promise.all([topology.stopServer(0), topology.stopServer(1)]);
    const { status, errors } = await post(topology.url, JSON.stringify({ query: '{ rooms { nodes { id } } }' }));
    expect([status, errors?.[0]?.extensions]).toEqual([503, { code: 'UNAVAILABLE', retryable: true }]);
  });
});
