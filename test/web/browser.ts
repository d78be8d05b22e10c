import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';

const CANDIDATES = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const executablePath = CANDIDATES.find((path) => path && existsSync(path));

/** A `describe` for tests that need Chromium; where the machine has none they are skipped, and their name says why. */
export const describeInChromium: (name: string, tests: () => void) => void = executablePath
  ? describe
  : (name, tests) =>
      describe.skip(`${name} (skipped: no Chromium here; install Debian's chromium, or set CHROMIUM)`, tests);

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export interface View {
  colorScheme?: 'light' | 'dark';
  width?: number;
  height?: number;
}

/** A browser with a profile of its own. It remembers what went wrong in its pages, and what they asked other hosts for. */
export interface Browser {
  context: BrowserContext;
  /** Uncaught errors and errors on the console, breaches of the content security policy among them. */
  faults: string[];
  /** Every address that a page asked for or opened a websocket to. */
  asked: string[];
  open(url: string, view?: View): Promise<Page>;
}

/** Call it at the top level of a describe; what it returns is filled in when tests run. */
export function testBrowser(): Browser {
  const held = { faults: [] as string[], asked: [] as string[] } as Browser;
  let profile: string;
  beforeAll(async () => {
    profile = await mkdtemp(join(tmpdir(), 'roomd-chromium-'));
    held.context = await chromium.launchPersistentContext(profile, { executablePath, args: ARGUMENTS });
    held.context.on('request', (request) => held.asked.push(request.url()));
    held.context.on('weberror', (error) => held.faults.push(String(error.error())));
    held.context.on('console', (message) => message.type() === 'error' && held.faults.push(message.text()));
  });
  afterAll(async () => {
    await held.context?.close();
    await rm(profile, { recursive: true, force: true });
  });
  held.open = async (url, { colorScheme = 'light', width = 1280, height = 800 } = {}) => {
    const page = await held.context.newPage();
    page.on('websocket', (socket) => held.asked.push(socket.url()));
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme });
    await page.goto(url);
    return page;
  };
  return held;
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** What a page does wrong by WCAG at the levels A and AA: the rule, and where. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const found = await page.evaluate(`axe.run(document, { runOnly: ${JSON.stringify(RULES)} })`);
  const { violations: broken } = found as { violations: { id: string; nodes: { html: string }[] }[] };
  return broken.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
}
