import { parseVersionLabel } from '../contract/arguments.ts';
import { ContextError } from '../contract/errors.ts';
import { singleIssue } from '../contract/issues.ts';
import { diff } from '../json/diff.ts';
import type { Json } from '../json/json.ts';
import { versionLabel } from '../log/version.ts';
import { entryNotFound, versionNotFound } from './refusals.ts';
import type { Store } from './store.ts';

/** A conflict's patch longer than this is left out: the caller reads the entry instead. */
const PATCH_BYTES = 8 * 1024;

const PAYLOADS = {
  name: 'payloads',
  text: 'SELECT minor, payload FROM versions WHERE room_id = $1 AND entry_id = $2 AND minor = ANY ($3)',
};

const CURRENT = { name: 'current-minor', text: 'SELECT minor FROM entries WHERE room_id = $1 AND entry_id = $2' };

/**
 * The minor number of `expectedVersion`.
 * @throws ContextError BAD_USER_INPUT for what is no version, VERSION_NOT_FOUND for one that cannot have existed.
 */
export async function expectedMinor(
  store: Store,
  roomId: string,
  id: string,
  label: string | null | undefined,
): Promise<number | undefined> {
  if (label == null) return undefined;
  const { major, minor } = parseVersionLabel('expectedVersion', label);
  if (major === 1 && minor <= 2 ** 31 - 1) return minor;
  const [current] = await store.database.query<{ minor: number }>(CURRENT, [roomId, id]);
  throw current ? versionNotFound('expectedVersion', label, id, current.minor) : entryNotFound(roomId, id);
}

/** The error of an update whose expected version is not current: what is, by whom, and what has changed since. */
export async function versionConflict(
  store: Store,
  roomId: string,
  id: string,
  expected: number,
  current: { minor: number; author: string },
): Promise<ContextError> {
  if (expected > current.minor) return versionNotFound('expectedVersion', versionLabel(expected), id, current.minor);
  const rows = await store.database.query<{ minor: number; payload: string }>(PAYLOADS, [
    roomId,
    id,
    [expected, current.minor],
  ]);
  const payloadOf = (minor: number): Json => JSON.parse(rows.find((row) => row.minor === minor)!.payload);
  const { jsonPatch } = diff(payloadOf(expected), payloadOf(current.minor));
  const small = Buffer.byteLength(JSON.stringify(jsonPatch)) <= PATCH_BYTES;
  const label = versionLabel(current.minor);
  return new ContextError(
    'VERSION_CONFLICT',
    `The entry "${id}" is at version ${label}, written by "${current.author}", and no longer at ${versionLabel(expected)}. Nothing was written. Look at what changed since (${small ? 'jsonPatch' : `contextDiff(againstVersion: "${versionLabel(expected)}")`}), merge, and send your change with expectedVersion "${label}".`,
    {
      currentVersion: label,
      currentAuthor: current.author,
      ...(small ? { jsonPatch } : { jsonPatchOmitted: true }),
      ...singleIssue(['expectedVersion'], `the current version is ${label}`, label, versionLabel(expected)),
    },
  );
}
