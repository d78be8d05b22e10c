import type { Caller } from '../access/caller.ts';
import type { Store } from '../entries/store.ts';
import type { ErrorSink } from './errors.ts';

/** What every resolver is handed: where the log is, who is calling, and where faults of the server are told. */
export interface Ctx extends ErrorSink {
  store: Store;
  caller: Caller;
}
