import { keyedServer } from '../attack/keyed-server.ts';
import { describeInChromium, testBrowser } from './browser.ts';
import { writeNote } from './room.ts';

describeInChromium('GraphiQL, where keys are asked for', () => {
  const held = keyedServer();
  const browser = testBrowser();

  it('follows a room with the key of its headers', async () => {
    const { text } = await held.makeKey({ role: 'writer', rooms: ['demo'] });
    const page = await browser.open(held.url);
    await page.getByText('Headers', { exact: true }).click();
    await page.locator('.graphiql-editor-tool .monaco-editor').last().click();
    await page.keyboard.insertText(JSON.stringify({ authorization: `Bearer ${text}` }));
    await page.locator('.graphiql-execute-button').click();
    await page.getByRole('menuitem', { name: 'Follow' }).click();
    const answer = page.locator('.result-window');
    for (let n = 0; n < 60 && !(await answer.textContent())?.includes('Seen'); n += 1) {
      await writeNote((query, variables) => held.ask(text, query, variables), 'demo', 'Seen');
      await page.waitForTimeout(500);
    }
    expect(await answer.textContent()).toContain('Seen');
    await page.close();
  });
});
