import { validate } from 'uuid';
import { entryNotFound } from './refusals.ts';

/**
 * Ids are UUIDs (RFC 9562). What has another form was never given out, and need not be looked for.
 * @throws ContextError NOT_FOUND
 */
export function checkEntryId(roomId: string, id: string): string {
  if (!validate(id)) throw entryNotFound(roomId, id);
  return id;
}
