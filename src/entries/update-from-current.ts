import { ContextError } from '../contract/errors.ts';
import { deepEqual } from '../json/equal.ts';
import type { Json } from '../json/json.ts';
import type { Outcome } from '../log/append-statement.ts';
import type { Version } from '../log/version.ts';
import type { ContextType } from '../payloads/types.ts';
import { checkPayload } from '../payloads/validate.ts';
import { liveVersion } from './current-version.ts';
import { versionConflict } from './expected-version.ts';
import { patchedPayload } from './patched-payload.ts';
import { settle } from './refusals.ts';
import type { WriteResult } from './results.ts';
import type { Store } from './store.ts';
import type { CheckedUpdate } from './update-context.ts';

/** How long an update is tried anew against versions that others keep writing under it. */
const PATIENCE_MS = 8_000;

/** The updates of one entry that read before they write go one by one on this server: they would only refuse each other. */
const turns = new Map<string, Promise<unknown>>();

/**
 * An update that depends on what the entry holds: a patch, or one that is written only if it changes something. It is
 * worked out on the version read and written only if that is still current, and tried again otherwise, so that two
 * patches at once both take effect.
 */
export async function updateFromCurrent(store: Store, update: CheckedUpdate): Promise<WriteResult> {
  const entry = `${update.roomId}\n${update.id}`;
  const turn = (turns.get(entry) ?? Promise.resolve()).then(() => attempts(store, update));
  const ended = turn.catch(() => undefined);
  turns.set(entry, ended);
  try {
    return await turn;
  } finally {
    if (turns.get(entry) === ended) turns.delete(entry);
  }
}

async function attempts(store: Store, update: CheckedUpdate): Promise<WriteResult> {
  const { roomId, id, expected, fixed } = update;
  const onConflict = (current: { minor: number; author: string }) =>
    versionConflict(store, roomId, id, expected!, current);
  if (fixed.key !== undefined) {
    const first = await firstAnswer(store, update);
    if (first) return settle(roomId, id, first);
  }
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const current = await liveVersion(store, roomId, id, { payload: true });
    if (expected !== undefined && expected !== current.minor) throw await onConflict(current);
    const outcome = await attempt(store, update, current);
    if (outcome.outcome !== 'conflict') return settle(roomId, id, outcome);
    if (expected !== undefined) throw await onConflict(outcome);
    if (performance.now() > deadline) throw contended(id);
  }
}

function attempt(store: Store, { roomId, input, fixed }: CheckedUpdate, current: Version): Promise<Outcome> {
  const before: Json = JSON.parse(current.payload!);
  const after = patchedPayload(input, before);
  const expectedMinor = current.minor;
  // What came from the database is valid as it is; a payload that is equal to it need not be checked.
  const changed = after !== before && !deepEqual(before, after);
  if (input.onlyIfChanged && !changed && !headChanges(fixed, current)) {
    if (fixed.key === undefined) return Promise.resolve({ outcome: 'unchanged', version: current });
    return store.log.append(roomId, {
      action: 'none',
      entryId: fixed.entryId,
      author: fixed.author,
      expectedMinor,
      key: fixed.key,
      inputHash: fixed.inputHash,
    });
  }
  const payload = after === before ? undefined : (fixed.payload ?? checkPayload(current.type as ContextType, after));
  return store.log.append(roomId, { action: 'update', ...fixed, payload, expectedMinor });
}

/** The first answer to the update's key, if it has been used: a patch that took effect need not apply a second time. */
async function firstAnswer(store: Store, { roomId, fixed }: CheckedUpdate): Promise<Outcome | undefined> {
  const [known] = await store.database.query(KEY, [roomId, fixed.author, fixed.key]);
  if (!known) return undefined;
  return store.log.append(roomId, {
    action: 'none',
    entryId: fixed.entryId,
    author: fixed.author,
    key: fixed.key,
    inputHash: fixed.inputHash,
  });
}

const KEY = { name: 'key', text: 'SELECT 1 FROM idempotency_keys WHERE room_id = $1 AND author = $2 AND key = $3' };

/** Consuming agents are a set here, as they are in a diff. */
function headChanges({ summary, consumingAgents }: CheckedUpdate['fixed'], current: Version): boolean {
  if (summary !== undefined && summary !== current.summary) return true;
  if (consumingAgents === undefined) return false;
  return (
    consumingAgents.length !== current.consumingAgents.length ||
    consumingAgents.some((agent) => !current.consumingAgents.includes(agent))
  );
}

const contended = (id: string): ContextError =>
  new ContextError(
    'OVERLOADED',
    `Other servers keep writing the entry "${id}". Nothing was written: try again in a second.`,
  );
