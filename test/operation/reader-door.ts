import { OPEN_CALLER } from '../../src/access/caller.ts';
import { type Door, OPEN_DOOR } from '../../src/server/door.ts';

/** Everybody is a reader, but who says `Bearer admin`. */
export const READER_DOOR: Door = {
  ...OPEN_DOOR,
  callerOf: (authorization) => ({ ...OPEN_CALLER, role: authorization === 'Bearer admin' ? 'admin' : 'reader' }),
};
