import type { Database } from '../database/database.ts';

/** One action of an administrator. */
export interface AuditEvent {
  id: number;
  at: Date;
  /** A key's id, `open` on a server without keys, or what the command line calls itself. */
  actor: string;
  /** `key.created`, `key.revoked` or `key.rotated`. */
  action: string;
  /** The key it was done to. */
  subject: string;
  /** JSON text, never with a key's text or hash. */
  details: string;
}

const LIST = {
  name: 'audit-list',
  text: 'SELECT id, at, actor, action, subject, details FROM audit_events WHERE id < $1 ORDER BY id DESC LIMIT $2',
};

/** The audit trail, newest first: at most `limit` of what was recorded before the event `before`. */
export const listAuditEvents = (
  database: Database,
  { limit = 1_000, before = Number.MAX_SAFE_INTEGER }: { limit?: number; before?: number } = {},
): Promise<AuditEvent[]> => database.query<AuditEvent>(LIST, [before, limit]);
