import type { Page } from 'playwright-core';
import { testServer } from '../support/server.ts';
import { type Browser, describeInChromium, testBrowser, type View, violations } from './browser.ts';
import { type Samples, writeSamples } from './room.ts';

describeInChromium('the pages of the dashboard', () => {
  const held = testServer();
  const browser: Browser = testBrowser();
  let samples: Samples;
  beforeAll(async () => {
    samples = await writeSamples(held.ask, 'polls');
  });

  const open = (path: string, view?: View): Promise<Page> => browser.open(new URL(path, held.url).href, view);
  const entry = (kind: keyof Samples): string => `/rooms/polls/entries/${samples[kind]}`;
  const PAGES: [name: string, path: () => string, there: string][] = [
    ['the rooms', () => '/', 'polls'],
    ['a room', () => '/rooms/polls', 'Refuse a second vote'],
    ['an empty room', () => '/rooms/nobody', 'Nothing is written here yet'],
    ['a contract', () => entry('contract'), 'Read one poll.'],
    ['a decision', () => entry('decision'), 'Rationale'],
    ['a task', () => entry('task'), 'The first counts'],
    ['a change request', () => entry('request'), 'high urgency'],
    ['a note', () => entry('note'), 'picture'],
    ['an old version', () => `${entry('contract')}/versions/1.0`, 'This is version 1.0.'],
    ['a diff', () => `${entry('contract')}/diff/1.0/1.1`, 'Drop it.'],
  ];

  it.each(PAGES)('%s breaks no rule of WCAG A or AA, in light and in dark', async (_name, path, there) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await open(path(), { colorScheme });
      await page.getByText(there).first().waitFor();
      for (const button of await page.getByRole('button', { name: /^Details|^JSON/ }).all()) await button.click();
      expect(await violations(page)).toEqual([]);
      await page.close();
    }
  });

  it.each(PAGES)('%s fits a phone', async (_name, path, there) => {
    const page = await open(path(), { width: 360, height: 740 });
    await page.getByText(there).first().waitFor();
    const tooWide =
      '[...document.querySelectorAll("main, .detail, .entries")].filter((e) => e.scrollWidth > e.clientWidth)';
    expect(await page.evaluate(`${tooWide}.map((e) => e.className || e.id)`)).toEqual([]);
    expect(await violations(page)).toEqual([]);
    await page.close();
  });

  it('a contract is a table whose endpoints open to their bodies and to what its author added', async () => {
    const page = await open(entry('contract'));
    const rows = page.getByRole('row').filter({ hasText: '/api/polls' });
    await rows.first().waitFor();
    expect(await rows.count()).toBe(3);
    await page.getByRole('button', { name: 'Details of DELETE /api/polls/{id}' }).click();
    await page.getByText('rate', { exact: true }).waitFor();
    await page.close();
  });

  it('the diff of two versions marks the changed words in place, and the new endpoint as one', async () => {
    const page = await open(`${entry('contract')}/diff/1.0/1.1`);
    await page.locator('.diff').waitFor();
    expect(await page.locator('.diff .is-changed del').allTextContents()).toEqual(['a']);
    expect(await page.locator('.diff .is-changed ins').allTextContents()).toEqual(['one']);
    expect(await page.locator('.diff .is-added .after').first().textContent()).toContain('DELETE /api/polls/{id}');
    expect(await page.locator('.diff .is-removed').count()).toBe(0);
    expect(await page.locator('.changes li').allInnerTexts()).toHaveLength(2);
    await page.close();
  });

  it('an entry tells who has acknowledged which version', async () => {
    const page = await open(entry('contract'));
    await page.getByText('behind, has 1.0').waitFor();
    expect(await page.locator('.consumers li').allInnerTexts()).toEqual([
      expect.stringMatching(/otter\s+not acknowledged/),
      expect.stringMatching(/wren\s+behind, has 1.0/),
    ]);
    await page.close();
  });

  it('the keyboard finds, walks and compares', async () => {
    const page = await open('/rooms/polls?order=oldest');
    await page.getByText('Polls API').first().waitFor();
    await page.keyboard.press('j');
    await page.waitForURL(`**${entry('contract')}?order=oldest`);
    await page.getByRole('link', { name: 'Changes since 1.0' }).waitFor();
    await page.keyboard.press('d');
    await page.waitForURL(`**${entry('contract')}/diff/1.0/1.1?order=oldest`);
    await page.keyboard.press('Escape');
    await page.waitForURL('**/rooms/polls?order=oldest');
    await page.keyboard.press('/');
    await page.keyboard.type('second vote');
    await page.locator('.count').getByText('1 of 5 entries').waitFor();
    await page.goBack();
    await page.waitForURL(`**${entry('contract')}/diff/1.0/1.1?order=oldest`);
    await page.close();
  });

  it('text of an agent stays text, nothing is fetched from elsewhere, and no page has a fault', async () => {
    const page = await open(entry('note'));
    await page.getByText('<script>').waitFor();
    expect(await page.evaluate('window.harmed')).toBeUndefined();
    expect(await page.locator('.prose img, .prose script, .prose a[href^="javascript"]').count()).toBe(0);
    const { host } = new URL(held.url);
    expect(browser.asked.filter((url) => new URL(url).host !== host)).toEqual([]);
    expect(browser.faults).toEqual([]);
    await page.close();
  });
});
