import { issueAt, refusal } from '../contract/issues.ts';
import type { Page } from '../contract/page.ts';
import { acknowledgeContextEvents } from '../entries/acknowledge-context-events.ts';
import { contextInbox } from '../entries/context-inbox.ts';
import { eventTypeOf } from '../entries/event-types.ts';
import { waitForContextEvents } from '../entries/wait-for-context-events.ts';
import { cursorOf } from '../log/cursor.ts';
import { type Version, versionLabel } from '../log/version.ts';
import { Budget } from './budget.ts';
import { headOf } from './entry-text.ts';
import { ROOM, type Tool } from './tool.ts';

const AGENT = { agentId: { kind: 'string', required: true } } as const;
const LONGEST_WAIT_S = 25;

function eventRow(version: Version): object {
  const { id, type, author, summary, timestamp } = headOf(version);
  return {
    cursor: cursorOf(version),
    type: eventTypeOf(version.action),
    from: author,
    timestamp,
    contextId: id,
    contextType: type,
    summary,
    version: versionLabel(version.minor),
    previousVersion: version.minor === 0 ? null : versionLabel(version.minor - 1),
  };
}

/** As many events as fit, oldest first. */
function eventsText(page: Page<Version>): string {
  const budget = new Budget();
  const events: object[] = [];
  for (const { node } of page.edges) {
    const row = eventRow(node);
    if (!budget.take(JSON.stringify(row))) break;
    events.push(row);
  }
  const more = page.hasNextPage || events.length < page.edges.length;
  return JSON.stringify({ events, more });
}

const inboxTool: Tool = {
  name: 'get_context_inbox',
  description:
    'Events addressed to an agent that it has not acknowledged, oldest first. Reading does not consume them.',
  arguments: { ...ROOM, ...AGENT, first: { kind: 'integer' } },
  readOnly: true,
  run: async ({ store, caller, given }) =>
    eventsText(await contextInbox(store, caller, given as { roomId: string; agentId: string }, { payload: false })),
};

const acknowledgeTool: Tool = {
  name: 'acknowledge_context_events',
  description: 'Mark events as handled, up to and including the cursor upTo.',
  arguments: { ...ROOM, ...AGENT, upTo: { kind: 'string', required: true } },
  readOnly: false,
  run: async ({ store, caller, given }) => {
    const input = given as { roomId: string; agentId: string; upTo: string };
    return JSON.stringify({ acknowledged: await acknowledgeContextEvents(store, caller, input) });
  },
};

const waitTool: Tool = {
  name: 'wait_for_context_events',
  description: 'The inbox, as soon as it holds something; empty if nothing came in time.',
  arguments: {
    ...ROOM,
    ...AGENT,
    timeoutSeconds: { kind: 'integer', description: `at most ${LONGEST_WAIT_S}` },
  },
  readOnly: true,
  run: async ({ store, caller, given, whenOver }) => {
    const { roomId, agentId } = given as { roomId: string; agentId: string };
    const timeoutMs = checkSeconds(given.timeoutSeconds as number | null | undefined) * 1_000;
    return eventsText(
      await waitForContextEvents(store, caller, { roomId, agentId, timeoutMs }, { payload: false }, whenOver),
    );
  },
};

function checkSeconds(seconds: number | null | undefined): number {
  if (seconds == null) return LONGEST_WAIT_S;
  if (seconds >= 0 && seconds <= LONGEST_WAIT_S) return seconds;
  const expected = `a whole number from 0 to ${LONGEST_WAIT_S}`;
  const issue = issueAt(['timeoutSeconds'], `must be ${expected}; got ${seconds}.`, expected, String(seconds));
  throw refusal(seconds < 0 ? 'BAD_USER_INPUT' : 'LIMIT_EXCEEDED', [issue]);
}

export const eventTools: readonly Tool[] = [inboxTool, acknowledgeTool, waitTool];
