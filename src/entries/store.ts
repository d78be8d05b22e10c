import type { Database } from '../database/database.ts';
import type { Log } from '../log/log.ts';
import { EntryTypes } from './entry-types.ts';

/** What the operations work on. */
export interface Store {
  database: Database;
  log: Log;
  types: EntryTypes;
}

export const openStore = (database: Database, log: Log): Store => ({ database, log, types: new EntryTypes(database) });
