import type { Access } from '../access/access.ts';
import { OPEN_CALLER } from '../access/caller.ts';
import { originRules } from '../access/origin.ts';

/** Decides who comes in, and how much. It is asked before anything of a request is read. */
export type Door = Pick<Access, 'refusalOf' | 'corsOf' | 'callerOf' | 'watch' | 'count'>;

/** A server without keys: everybody may do everything, but no page of another origin may use a browser for it. */
export const OPEN_DOOR: Door = {
  ...originRules('', { allowedOrigins: [], allowedHosts: [] }),
  callerOf: () => OPEN_CALLER,
  watch: () => () => undefined,
  count: () => undefined,
};
