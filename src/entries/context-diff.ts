import { allowRead, type Caller } from '../access/caller.ts';
import { checkRoomId, parseVersionLabel } from '../contract/arguments.ts';
import { ContextError } from '../contract/errors.ts';
import { singleIssue } from '../contract/issues.ts';
import { diff } from '../json/diff.ts';
import { toVersion, type VersionRow, versionColumns } from '../log/rows.ts';
import { versionLabel } from '../log/version.ts';
import { currentVersion } from './current-version.ts';
import { checkEntryId } from './entry-id.ts';
import type { ContextDiffInput } from './inputs.ts';
import { versionNotFound } from './refusals.ts';
import type { ContextDiff } from './results.ts';
import type { Store } from './store.ts';

const STATEMENT = {
  name: 'diff-versions',
  text: `SELECT ${versionColumns('v', true)} FROM versions v WHERE v.room_id = $1 AND v.entry_id = $2 AND v.minor = ANY ($3)`,
};

/**
 * What changed from one version of an entry to a later one; by default from the one before the current one to that.
 * @throws ContextError NOT_FOUND, VERSION_NOT_FOUND (also where there is no earlier version), BAD_USER_INPUT where the
 * older side is the newer one.
 */
export async function contextDiff(store: Store, caller: Caller, input: ContextDiffInput): Promise<ContextDiff> {
  const roomId = checkRoomId(input.roomId);
  allowRead(caller, roomId);
  const id = checkEntryId(roomId, input.id);
  const { minor: current } = await currentVersion(store, roomId, id, { payload: false });
  const newer = input.version == null ? current : existingMinor('version', input.version, id, current);
  const older =
    input.againstVersion == null ? newer - 1 : existingMinor('againstVersion', input.againstVersion, id, current);
  if (older < 0) throw noEarlierVersion(id, newer, current);
  if (older > newer) throw wrongWayRound(older, newer);

  const rows = await store.database.query<VersionRow>(STATEMENT, [roomId, id, [older, newer]]);
  const side = (minor: number) => toVersion(roomId, rows.find((row) => row.minor === minor)!);
  const from = side(older);
  const to = side(newer);
  return {
    id,
    from,
    to,
    summary: from.summary === to.summary ? null : { before: from.summary, after: to.summary },
    consumingAgentsAdded: to.consumingAgents.filter((agent) => !from.consumingAgents.includes(agent)),
    consumingAgentsRemoved: from.consumingAgents.filter((agent) => !to.consumingAgents.includes(agent)),
    ...diff(JSON.parse(from.payload!), JSON.parse(to.payload!)),
  };
}

function existingMinor(name: string, label: string, id: string, current: number): number {
  const { major, minor } = parseVersionLabel(name, label);
  if (major !== 1 || minor > current) throw versionNotFound(name, label, id, current);
  return minor;
}

const noEarlierVersion = (id: string, newer: number, current: number): ContextError =>
  new ContextError(
    'VERSION_NOT_FOUND',
    `The entry "${id}" has no earlier version than ${versionLabel(newer)} to compare with${newer === current ? ': it has not been updated yet' : ''}.`,
    { currentVersion: versionLabel(current) },
  );

const wrongWayRound = (older: number, newer: number): ContextError =>
  new ContextError(
    'BAD_USER_INPUT',
    `againstVersion ${versionLabel(older)} is newer than version ${versionLabel(newer)}. Swap the two: againstVersion is the older side.`,
    singleIssue(
      ['againstVersion'],
      `newer than ${versionLabel(newer)}`,
      `at most ${versionLabel(newer)}`,
      versionLabel(older),
    ),
  );
