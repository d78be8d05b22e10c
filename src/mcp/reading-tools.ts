import { checkPointer } from '../contract/arguments.ts';
import { ContextError } from '../contract/errors.ts';
import { singleIssue } from '../contract/issues.ts';
import { contextDiff } from '../entries/context-diff.ts';
import { loadPayload } from '../entries/load-payload.ts';
import { readContext } from '../entries/read-context.ts';
import type { Store } from '../entries/store.ts';
import { valueAt } from '../json/pointer.ts';
import { RawJson, stringify } from '../json/raw-json.ts';
import { type Version, versionLabel } from '../log/version.ts';
import { Budget } from './budget.ts';
import { headOf } from './entry-text.ts';
import { partOf } from './part.ts';
import { ENTRY, type Tool } from './tool.ts';

const READ_ON =
  'Read the rest with read_context: the pointers in omitted one by one, or the same call with offset: next_offset.';

/** An entry with its payload; with as much of it as fits, where it is too large for one answer. */
export async function wholeEntry(store: Store, version: Version): Promise<string> {
  const budget = new Budget();
  const head = headOf(version);
  budget.take(JSON.stringify(head));
  const text = await loadPayload(store, version);
  const tail = { version: versionLabel(version.minor), ...(version.action === 'delete' && { deleted: true }) };
  if (budget.take(text)) return stringify({ ...head, payload: new RawJson(text), ...tail });
  const { value, ...rest } = partOf(JSON.parse(text), '', 0, budget);
  return stringify({
    ...head,
    payload: value,
    ...tail,
    payload_bytes: version.payloadBytes,
    payload_incomplete: true,
    ...rest,
    hint: READ_ON,
  });
}

/** The part of a payload at a pointer, from an offset on. */
async function partOfEntry(store: Store, version: Version, pointer: string, offset: number): Promise<string> {
  const value = valueAt(JSON.parse(await loadPayload(store, version)), checkPointer(pointer));
  if (value === undefined) throw nothingAt(pointer, version);
  const part = partOf(value, pointer, offset, new Budget());
  const isWhole = part.omitted === undefined && part.next_offset === undefined;
  const { entryId: id, minor } = version;
  return stringify({ id, version: versionLabel(minor), pointer, offset, ...part, ...(!isWhole && { hint: READ_ON }) });
}

const refuse = (name: string, message: string, expected: string, received: string): ContextError =>
  new ContextError('BAD_USER_INPUT', message, singleIssue([name], message, expected, received));

const nothingAt = (pointer: string, { entryId, minor }: Version): ContextError =>
  refuse(
    'pointer',
    `Nothing stands at pointer "${pointer}" of version ${versionLabel(minor)} of the entry "${entryId}". Leave pointer out to see what there is.`,
    'a pointer to something that is there',
    'nothing',
  );

const readTool: Tool = {
  name: 'read_context',
  description:
    'Read one entry: the current version, or an older one. A large payload comes in parts: pointer (RFC 6901) and offset.',
  arguments: { ...ENTRY, version: { kind: 'string' }, pointer: { kind: 'string' }, offset: { kind: 'integer' } },
  readOnly: true,
  run: async ({ store, caller, given }) => {
    const { roomId, id, version: label } = given as { roomId: string; id: string; version?: string | null };
    const pointer = given.pointer as string | null | undefined;
    const offset = (given.offset ?? 0) as number;
    if (offset < 0) throw refuse('offset', `offset must be 0 or more; got ${offset}.`, '0 or more', String(offset));
    const version =
      label == null
        ? await readContext(store, caller, { roomId, id }, { payload: true })
        : // A version is compared with itself: what the comparison reads is the version.
          (await contextDiff(store, caller, { roomId, id, version: label, againstVersion: label })).to;
    if (pointer == null && offset === 0) return wholeEntry(store, version);
    return partOfEntry(store, version, pointer ?? '', offset);
  },
};

export const readingTools: readonly Tool[] = [readTool];
