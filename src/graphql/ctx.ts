import type { Caller } from '../access/caller.ts';
import type { Store } from '../entries/store.ts';
import type { WhenOver } from '../entries/wait-for-context-events.ts';
import type { Version } from '../log/version.ts';
import type { ErrorSink } from './errors.ts';

/** What every resolver is handed: where the log is, who is calling, and where faults of the server are told. */
export interface Ctx extends ErrorSink {
  store: Store;
  caller: Caller;
  /** For what takes long: calls back when nobody waits for the answer any more. */
  whenOver?: WhenOver;
  /** Is told of every event that this subscription gives. */
  delivered?(version: Version): void;
}
