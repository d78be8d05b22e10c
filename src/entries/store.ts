import type { Database } from '../database/database.ts';
import type { Log } from '../log/log.ts';
import { CurrentReads } from './current-reads.ts';
import { EntryTypes } from './entry-types.ts';
import { Presence } from './presence.ts';

/** What the operations work on. */
export interface Store {
  database: Database;
  log: Log;
  types: EntryTypes;
  /** Reads of entries as they are now, with and without their payloads. */
  current: { whole: CurrentReads; withoutPayload: CurrentReads };
  presence: Presence;
}

/** What the operations of one server share. Nothing of it has to be closed but the log. */
export const openStore = (database: Database, log: Log): Store => ({
  database,
  log,
  types: new EntryTypes(database),
  current: { whole: new CurrentReads(database, true), withoutPayload: new CurrentReads(database, false) },
  presence: new Presence(database),
});
