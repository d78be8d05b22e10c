import { toVersion, type VersionRow, versionColumns } from '../log/rows.ts';
import type { Version } from '../log/version.ts';
import { entryDeleted, entryNotFound } from './refusals.ts';
import type { Wanted } from './results.ts';
import type { Store } from './store.ts';

const statement = (payload: boolean) => ({
  name: `current${payload ? '-payload' : ''}`,
  text: `
    SELECT ${versionColumns('v', payload)}
    FROM entries e JOIN versions v ON v.room_id = e.room_id AND v.position = e.position
    WHERE e.room_id = $1 AND e.entry_id = $2`,
});

const WITH_PAYLOAD = statement(true);
const WITHOUT_PAYLOAD = statement(false);

/**
 * The current version of an entry, also where that is a tombstone.
 * @throws ContextError NOT_FOUND where there has never been such an entry.
 */
export async function currentVersion(store: Store, roomId: string, id: string, wanted: Wanted): Promise<Version> {
  const [row] = await store.database.query<VersionRow>(wanted.payload ? WITH_PAYLOAD : WITHOUT_PAYLOAD, [roomId, id]);
  if (!row) throw entryNotFound(roomId, id);
  return toVersion(roomId, row);
}

/**
 * The current version of an entry that is not deleted.
 * @throws ContextError NOT_FOUND where there is none, or where it is deleted.
 */
export async function liveVersion(store: Store, roomId: string, id: string, wanted: Wanted): Promise<Version> {
  const version = await currentVersion(store, roomId, id, wanted);
  if (version.action === 'delete') throw entryDeleted(id, version.minor, version.author);
  return version;
}
