import { keyedServer } from '../attack/keyed-server.ts';
import { describeInChromium, testBrowser } from './browser.ts';
import { writeNote } from './room.ts';

describeInChromium('the dashboard, where keys are asked for', () => {
  const held = keyedServer();
  const browser = testBrowser();

  it('a reader’s key shows the one room that it may see, live, and nothing else', async () => {
    const admin = await held.makeKey({ role: 'admin', rooms: ['*'] });
    const reader = await held.makeKey({ role: 'reader', rooms: ['open'] });
    const ask = (query: string, variables?: unknown) => held.ask(admin.text, query, variables);
    await writeNote(ask, 'open', 'For all');
    await writeNote(ask, 'closed', 'For few');
    const page = await browser.open(new URL('/', held.url).href);
    await page.getByLabel('Key', { exact: true }).fill('roomd_wrong');
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByText('Enter a key').waitFor({ state: 'detached' });
    await page.getByLabel('Key', { exact: true }).fill(reader.text);
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByRole('link', { name: 'open', exact: true }).waitFor();
    expect(await page.getByRole('link', { name: 'closed' }).count()).toBe(0);

    await page.getByRole('link', { name: 'open', exact: true }).click();
    await page.getByRole('status').getByText('Live').waitFor();
    await writeNote(ask, 'open', 'Another');
    await page.locator('.feed').getByText('Another').waitFor();

    await page.goto(new URL('/rooms/closed', held.url).href);
    await page.getByText('There is no room "closed" that this key may see').first().waitFor();
    expect(await page.getByText('For few').count()).toBe(0);
    await page.getByRole('button', { name: 'Forget key' }).click();
    await page.getByRole('heading', { name: 'This server asks for a key' }).waitFor();
    await page.close();
  });
});
