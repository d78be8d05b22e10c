import { pino } from 'pino';
import { type RunningServer, startServer } from '../../src/server.ts';
import { testDatabase } from '../support/database.ts';
import { post } from '../support/server.ts';
import { describeInChromium, testBrowser } from './browser.ts';
import { writeNote } from './room.ts';

const logger = pino({ level: 'silent' });

describeInChromium('the dashboard, live', () => {
  const db = testDatabase();
  const browser = testBrowser();
  const running = new Set<RunningServer>();
  afterEach(() => browser.context.setOffline(false));
  afterAll(async () => {
    for (const server of running) await server.stop();
  });

  const start = async (port = 0): Promise<RunningServer> => {
    const server = await startServer(
      { host: '127.0.0.1', port },
      { database: db.database, logger, pace: { closeSpread: 50 } },
    );
    running.add(server);
    return server;
  };
  const stop = async (server: RunningServer): Promise<void> => {
    running.delete(server);
    await server.stop();
  };
  const asking = (server: RunningServer) => (query: string, variables?: unknown) =>
    post(server.url, JSON.stringify({ query, variables }));
  const addressOf = (server: RunningServer, path: string): string => new URL(path, server.url).href;

  it('a write by another agent appears within a second, without a reload', async () => {
    const server = await start();
    const ask = asking(server);
    await writeNote(ask, 'live', 'Before');
    const page = await browser.open(addressOf(server, '/rooms/live'));
    await page.getByRole('status').getByText('Live').waitFor();
    await page.locator('.feed').getByText('Before').waitFor();
    for (const summary of ['First', 'Second', 'Third']) {
      await writeNote(ask, 'live', summary);
      const written = Date.now();
      await page.locator('.feed').getByText(summary).waitFor({ timeout: 5_000 });
      expect(Date.now() - written).toBeLessThan(1_000);
    }
    await page.locator('.rows').getByText('Third').waitFor();
    expect(await page.locator('.count').textContent()).toBe('4 entries');
    await page.close();
    await stop(server);
  });

  it('after a restart of the server nothing is missing, and the page says what it caught up on', async () => {
    const first = await start();
    const other = await start();
    const port = Number(new URL(first.url).port);
    await writeNote(asking(first), 'restart', 'Before');
    const page = await browser.open(addressOf(first, '/rooms/restart'));
    await page.getByRole('status').getByText('Live').waitFor();
    await stop(first);
    await page.getByText('Reconnecting…').waitFor();
    for (const summary of ['Missed 1', 'Missed 2', 'Missed 3']) await writeNote(asking(other), 'restart', summary);
    const second = await start(port);
    await page.getByText('caught up 3 changes').waitFor({ timeout: 15_000 });
    expect(await page.locator('.feed-summary').allTextContents()).toEqual([
      'Missed 3',
      'Missed 2',
      'Missed 1',
      'Before',
    ]);
    await writeNote(asking(second), 'restart', 'After');
    await page.locator('.rows').getByText('After').waitFor();
    await page.close();
    await stop(other);
    await stop(second);
  }, 60_000);

  it('when the network was away, the page goes on without a gap and says so', async () => {
    const server = await start();
    const ask = asking(server);
    await writeNote(ask, 'offline', 'Before');
    const page = await browser.open(addressOf(server, '/rooms/offline'));
    await page.getByRole('status').getByText('Live').waitFor();
    await browser.context.setOffline(true);
    await page.getByText('Reconnecting…').waitFor();
    for (const summary of ['Missed 1', 'Missed 2']) await writeNote(ask, 'offline', summary);
    expect(await page.getByText('caught up').count()).toBe(0);
    await browser.context.setOffline(false);
    await page.getByText('caught up 2 changes').waitFor({ timeout: 15_000 });
    expect(await page.locator('.feed-summary').allTextContents()).toEqual(['Missed 2', 'Missed 1', 'Before']);
    await page.close();
    await stop(server);
  });

  it('an entry that is being read changes under the reader’s eyes', async () => {
    const server = await start();
    const ask = asking(server);
    const { id } = await writeNote(ask, 'reading', 'Scope', 'The first text');
    const page = await browser.open(addressOf(server, `/rooms/reading/entries/${id}`));
    await page.getByText('The first text').waitFor();
    const input = { roomId: 'reading', id, author: 'wren', payload: { text: 'The second text' } };
    await ask('mutation Update($input: UpdateContextInput!) { updateContext(input: $input) { entry { id } } }', {
      input,
    });
    await page.getByText('The second text').waitFor();
    await page.getByRole('link', { name: 'Changes since 1.0' }).waitFor();
    await page.close();
    await stop(server);
  });

  it('ten thousand entries are scrolled through with few rows on the page', async () => {
    const server = await start();
    await writeNote(asking(server), 'large', 'Last');
    await db.database.prisma.$executeRaw`
      WITH more AS (
        INSERT INTO versions SELECT 'large', n + 1, gen_random_uuid()::text, 'note', 0, 'write', 'heron', now(), 'Entry ' || n, '{}', '{}', '{"text":"t"}', 12, gen_random_uuid()
        FROM generate_series(1, 10000) AS n RETURNING *)
      INSERT INTO entries SELECT room_id, entry_id, type, position, position, 0, false, author, written_at, '{}' FROM more`;
    await db.database.prisma.$executeRaw`
      UPDATE rooms r SET position = v.position, head_request_id = v.request_id, entry_count = 10001
      FROM versions v WHERE r.room_id = 'large' AND v.room_id = 'large' AND v.position = 10001`;
    const page = await browser.open(addressOf(server, '/rooms/large?order=oldest'));
    await page.locator('.rows').getByText('Last').waitFor();
    expect(await page.locator('.count').textContent()).toBe('10,001 entries');
    for (let shown = 100; shown <= 1_000; shown += 100) {
      await page.locator(`.row[aria-setsize="${shown}"]`).first().waitFor();
      await page.locator('.rows').evaluate((rows) => rows.scrollTo(0, rows.scrollHeight));
    }
    expect(await page.locator('.row').count()).toBeLessThan(60);
    await page.getByLabel('Search summaries and payloads').fill('9999');
    await page.locator('.rows').getByText('Entry 9999').waitFor();
    expect(await page.locator('.count').textContent()).toBe('1 of 10,001 entries');
    await page.close();
    await stop(server);
  });
});
