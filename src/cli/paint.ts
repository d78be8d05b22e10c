import { styleText } from 'node:util';
import type { ContextEvent, Diff, EntryHead } from '../client/client.ts';

type Style = Parameters<typeof styleText>[0];

const coloured = process.stdout.isTTY === true && !process.env.NO_COLOR;

/** The text in a colour, where a terminal shows it. */
export const paint = (style: Style, text: string): string => (coloured ? styleText(style, text) : text);

const EVENT_STYLES: Record<ContextEvent['type'], Style> = {
  context_available: 'green',
  context_updated: 'yellow',
  context_deleted: 'red',
};

/** Text of others on one line: nothing of it moves the cursor of a terminal. */
export const oneLine = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .slice(0, 200);

/** An entry as one line: when, which, what kind, by whom, for whom, what about. */
export function entryLine(entry: EntryHead): string {
  const { timestamp, id, type, version, author, consumingAgents, summary, payloadBytes, deleted } = entry;
  const to = consumingAgents.length > 0 ? ` → ${oneLine(consumingAgents.join(', '))}` : '';
  const gone = deleted ? paint('red', ' deleted') : '';
  return `${paint('dim', timestamp)}  ${paint('cyan', id)}  ${type} ${version}${gone}  ${paint('bold', oneLine(author))}${to}  ${oneLine(summary)}  ${paint('dim', `${payloadBytes} B`)}`;
}

/** An event as one line. */
export function eventLine(event: ContextEvent): string {
  const { timestamp, type, from, to, contextType, contextId, version, previousVersion, summary } = event;
  const versions = previousVersion === null ? version : `${previousVersion} → ${version}`;
  const whom = to.length > 0 ? ` → ${oneLine(to.join(', '))}` : '';
  return `${paint('dim', timestamp.slice(11, 19))}  ${paint(EVENT_STYLES[type], type.padEnd(17))}  ${contextType} ${versions}  ${paint('bold', oneLine(from))}${whom}  ${oneLine(summary)}  ${paint('cyan', contextId)}`;
}

const CHANGE_STYLES = { added: ['green', '+'], removed: ['red', '-'], changed: ['yellow', '~'] } as const;

/** A comparison, a line for each place that differs. */
export function diffLines({ fromVersion, toVersion, summary, changes, ...agents }: Diff): string[] {
  const lines = [paint('bold', `${fromVersion} → ${toVersion}`)];
  if (summary) lines.push(`summary: ${oneLine(summary.before)} → ${oneLine(summary.after)}`);
  for (const agent of agents.consumingAgentsAdded) lines.push(paint('green', `+ consuming agent ${oneLine(agent)}`));
  for (const agent of agents.consumingAgentsRemoved) lines.push(paint('red', `- consuming agent ${oneLine(agent)}`));
  for (const { kind, pointer, before, after } of changes) {
    const [style, sign] = CHANGE_STYLES[kind];
    const values = { added: [after], removed: [before], changed: [before, after] }[kind];
    lines.push(
      paint(
        style,
        `${sign} ${pointer || '(the whole payload)'}: ${values.map((value) => JSON.stringify(value)).join(' → ')}`,
      ),
    );
  }
  if (lines.length === 1) lines.push('no difference');
  return lines;
}
