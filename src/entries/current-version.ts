import type { Version } from '../log/version.ts';
import { entryDeleted, entryNotFound } from './refusals.ts';
import type { Wanted } from './results.ts';
import type { Store } from './store.ts';

/**
 * The current version of an entry, also where that is a tombstone.
 * @throws ContextError NOT_FOUND where there has never been such an entry.
 */
export async function currentVersion(store: Store, roomId: string, id: string, wanted: Wanted): Promise<Version> {
  const version = await (wanted.payload ? store.current.whole : store.current.withoutPayload).read(roomId, id);
  if (!version) throw entryNotFound(roomId, id);
  return version;
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
