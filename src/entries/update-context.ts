import { allowWrite, type Caller } from '../access/caller.ts';
import { checkAgentId, checkConsumingAgents, checkRoomId, checkSummary } from '../contract/arguments.ts';
import { ContextError } from '../contract/errors.ts';
import { singleIssue } from '../contract/issues.ts';
import type { Json } from '../json/json.ts';
import type { Operation } from '../log/append-statement.ts';
import type { ContextType } from '../payloads/types.ts';
import { checkPayload } from '../payloads/validate.ts';
import { checkDepth } from './depth.ts';
import { checkEntryId } from './entry-id.ts';
import { expectedMinor, versionConflict } from './expected-version.ts';
import { keyedInput } from './idempotency.ts';
import type { UpdateContextInput } from './inputs.ts';
import { entryNotFound, settle } from './refusals.ts';
import type { WriteResult } from './results.ts';
import type { Store } from './store.ts';
import { updateFromCurrent } from './update-from-current.ts';

/** An update whose arguments outside the payload have been checked. */
export interface CheckedUpdate {
  roomId: string;
  id: string;
  expected: number | undefined;
  input: UpdateContextInput;
  /** What it writes whatever the entry holds. */
  fixed: Pick<Operation, 'entryId' | 'author' | 'summary' | 'consumingAgents' | 'payload' | 'key' | 'inputHash'>;
}

/**
 * Appends the next version of an entry. What the input does not name stays as it is.
 * @throws ContextError BAD_USER_INPUT, PAYLOAD_INVALID or LIMIT_EXCEEDED for the input or for what a patch makes of the
 * payload, NOT_FOUND, VERSION_CONFLICT, VERSION_NOT_FOUND, IDEMPOTENCY_KEY_REUSED, FORBIDDEN.
 */
export async function updateContext(store: Store, caller: Caller, input: UpdateContextInput): Promise<WriteResult> {
  const roomId = checkRoomId(input.roomId);
  const author = checkAgentId('author', input.author);
  allowWrite(caller, roomId, author);
  const id = checkEntryId(roomId, input.id);
  checkForm(input);
  const summary = input.summary == null ? undefined : checkSummary(input.summary);
  const consumingAgents = input.consumingAgents == null ? undefined : checkConsumingAgents(input.consumingAgents);
  const expected = await expectedMinor(store, roomId, id, input.expectedVersion);
  const payload = await checkedPayload(store, roomId, id, input.payload);
  const { payloadMergePatch, payloadJsonPatch } = input;
  const key = keyedInput('updateContext', input.idempotencyKey, {
    id,
    summary,
    consumingAgents,
    payload: input.payload,
    payloadMergePatch,
    payloadJsonPatch,
    expected,
    onlyIfChanged: input.onlyIfChanged ?? false,
  });
  const update = {
    roomId,
    id,
    expected,
    input,
    fixed: { entryId: id, author, summary, consumingAgents, payload, ...key },
  };
  if (payloadMergePatch !== undefined || payloadJsonPatch !== undefined || input.onlyIfChanged)
    return updateFromCurrent(store, update);
  return updateBlindly(store, update);
}

/** An update that does not depend on what the entry holds: it is written without being read first. */
async function updateBlindly(store: Store, { roomId, id, expected, fixed }: CheckedUpdate): Promise<WriteResult> {
  const outcome = await store.log.append(roomId, { action: 'update', ...fixed, expectedMinor: expected });
  return settle(roomId, id, outcome, (current) => versionConflict(store, roomId, id, expected!, current));
}

/** A new payload is valid or not whatever the entry holds: its type, all that counts, never changes. */
async function checkedPayload(store: Store, roomId: string, id: string, payload: Json | undefined) {
  if (payload === undefined) return undefined;
  const type = await store.types.of(roomId, id);
  if (type === undefined) throw entryNotFound(roomId, id);
  return checkPayload(type as ContextType, payload);
}

const PAYLOAD_FORMS = ['payload', 'payloadMergePatch', 'payloadJsonPatch'] as const;
const CHANGES = ['summary', 'consumingAgents', ...PAYLOAD_FORMS] as const;

/** Refuses nulls, more than one form of the payload, and an update that names nothing to change. */
function checkForm(input: UpdateContextInput): void {
  const given = CHANGES.filter((name) => input[name] !== undefined);
  const empty = given.find((name) => input[name] === null);
  if (empty !== undefined)
    throw refuse(
      [empty],
      `${empty} is null. Leave it out to keep what the entry has, or give the new value.`,
      'a value',
      'null',
    );
  const forms = PAYLOAD_FORMS.filter((name) => input[name] !== undefined);
  const alternatives = 'at most one of payload, payloadMergePatch and payloadJsonPatch';
  if (forms.length > 1)
    throw refuse(
      [forms[1]!],
      `${forms.join(' and ')} are given together. Give ${alternatives}.`,
      alternatives,
      `${forms.length}`,
    );
  if (given.length === 0)
    throw refuse(
      ['input'],
      `The update names nothing to change. Give at least one of ${CHANGES.join(', ')}.`,
      'a change',
      'none',
    );
  checkDepth(input.payloadMergePatch);
  checkDepth(input.payloadJsonPatch);
}

const refuse = (path: string[], message: string, expected: string, received: string): ContextError =>
  new ContextError('BAD_USER_INPUT', message, singleIssue(path, message, expected, received));
