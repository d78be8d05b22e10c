import type { Dialect, Operation } from '../systems/dialect.ts';
import { LISTED } from '../workload.ts';

const TIMESTAMP = Buffer.from('"timestamp"');
const ERRORS = Buffer.from('"errors"');
/** Every so many answers of a kind are parsed whole; the others are looked over as bytes, so that the load stays light. */
const PARSED_EVERY = 32;

/**
 * What is wrong with an answer; undefined where it is right. Of every answer the status, that it holds no errors and how
 * many entries it holds are checked; writes and every 32nd read are parsed as well, down to the payloads.
 */
export function faultOf(
  dialect: Dialect,
  operation: Operation,
  nth: number,
  status: number,
  body: Buffer,
): string | undefined {
  const isWrite = operation === 'write' || operation === 'update';
  const expected = operation.startsWith('list') ? LISTED : 1;
  const found = countOf(body, TIMESTAMP);
  if (status !== 200 || found !== expected || body.includes(ERRORS))
    return `${operation}: status ${status}, ${found} entries instead of ${expected}: ${body.toString().slice(0, 200)}`;
  if (!isWrite && nth % PARSED_EVERY !== 0) return undefined;
  const content = dialect.contentOf(JSON.parse(body.toString()), operation);
  return content && isRight(operation, content) ? undefined : `${operation}: ${body.toString().slice(0, 200)}`;
}

function isRight(operation: Operation, content: Record<string, unknown>): boolean {
  if (operation === 'write') return content.version === '1.0' && typeof content.id === 'string';
  if (operation === 'update') return /^1\.[1-9]\d*$/.test(String(content.version));
  const entries = operation === 'read' ? [content] : (content.nodes as Record<string, unknown>[]);
  return entries.every((entry) => isEntry(entry, operation !== 'list'));
}

function isEntry({ id, summary, consumingAgents, payload }: Record<string, unknown>, withPayload: boolean): boolean {
  const common = typeof id === 'string' && String(summary).startsWith('#') && Array.isArray(consumingAgents);
  if (!withPayload) return common && payload === undefined;
  const { service, endpoints } = payload as { service?: string; endpoints?: { response: { votes: number } }[] };
  const last = endpoints?.at(-1)?.response.votes;
  return common && service!.startsWith('polls-') && last === (endpoints!.length - 1) * 17;
}

function countOf(body: Buffer, text: Buffer): number {
  let count = 0;
  for (let at = body.indexOf(text); at !== -1; at = body.indexOf(text, at + text.length)) count += 1;
  return count;
}
