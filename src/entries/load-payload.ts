import type { Version } from '../log/version.ts';
import type { Store } from './store.ts';

const STATEMENT = { name: 'payload', text: 'SELECT payload FROM versions WHERE room_id = $1 AND position = $2' };

/** The payload of a version that was read without it, as compact JSON text. */
export async function loadPayload(store: Store, version: Version): Promise<string> {
  if (version.payload !== undefined) return version.payload;
  const [row] = await store.database.query<{ payload: string }>(STATEMENT, [version.roomId, version.position]);
  version.payload = row!.payload;
  return version.payload;
}
