import type { Database } from '../database/database.ts';
import type { Log } from '../log/log.ts';
import { EntryTypes } from './entry-types.ts';
import { Presence } from './presence.ts';

/** What the operations work on. */
export interface Store {
  database: Database;
  log: Log;
  types: EntryTypes;
  presence: Presence;
}

export const openStore = (database: Database, log: Log): Store => ({
  database,
  log,
  types: new EntryTypes(database),
  presence: new Presence(database),
});
