import type { Role } from './caller.ts';

/** A key as everybody but its holder sees it: without its text and its hash. */
export interface ApiKey {
  /** 20 hex digits; the key's text begins with `roomd_` and this id. */
  id: string;
  role: Role;
  /** Room ids, or beginnings of them followed by `*`. */
  rooms: string[];
  agent: string | null;
  note: string | null;
  createdAt: Date;
  expiresAt: Date | null;
  /** At most a minute behind. */
  lastUsedAt: Date | null;
  /** From when on it does not count; in the future while a rotated key overlaps with its successor. */
  revokedAt: Date | null;
  rotatedTo: string | null;
}

/** The columns of an ApiKey, for a row of api_keys that goes by the name `k`. */
export const KEY_COLUMNS = `k.id, k.role, k.rooms, k.agent, k.note, k.created_at AS "createdAt", k.expires_at AS "expiresAt",
  k.last_used_at AS "lastUsedAt", k.revoked_at AS "revokedAt", k.rotated_to AS "rotatedTo"`;

/** Whether the key `k` counts now, by the clock of the database: the servers' own may differ. */
const KEY_COUNTS = '(k.revoked_at IS NULL OR k.revoked_at > now()) AND (k.expires_at IS NULL OR k.expires_at > now())';

/** hash */
export const FIND_KEY = {
  name: 'key-find',
  text: `SELECT ${KEY_COLUMNS}, ${KEY_COUNTS} AS counts FROM api_keys k WHERE k.hash = $1`,
};
/** ids: those of them that count */
export const KEYS_THAT_COUNT = {
  name: 'key-still',
  text: `SELECT k.id FROM api_keys k WHERE k.id = ANY ($1) AND ${KEY_COUNTS}`,
};
/** ids, and when each was last used, in milliseconds */
export const KEYS_USED = {
  name: 'key-used',
  text: `UPDATE api_keys k SET last_used_at = to_timestamp(u.at / 1000.0)
         FROM unnest($1::text[], $2::float8[]) AS u (id, at) WHERE k.id = u.id`,
};

// Each change of a key and its line in the audit trail are one statement: there is never one without the other.

/** id, hash, role, rooms, agent, note, expires_at, actor */
export const CREATE_KEY = {
  name: 'key-create',
  text: `
    WITH k AS (
      INSERT INTO api_keys (id, hash, role, rooms, agent, note, created_at, expires_at)
      VALUES ($1, $2, $3, $4, $5, $6, now(), $7) RETURNING *
    ), audit AS (
      INSERT INTO audit_events (at, actor, action, subject, details)
      SELECT now(), $8, 'key.created', k.id,
        json_build_object('role', k.role, 'rooms', k.rooms, 'agent', k.agent, 'note', k.note, 'expiresAt', k.expires_at)
      FROM k
    )
    SELECT ${KEY_COLUMNS} FROM k`,
};

/** id, actor. No row where the key does not exist or no longer counts. An overlap under way ends at once. */
export const REVOKE_KEY = {
  name: 'key-revoke',
  text: `
    WITH k AS (
      UPDATE api_keys k SET revoked_at = now() WHERE k.id = $1 AND (k.revoked_at IS NULL OR k.revoked_at > now()) RETURNING *
    ), audit AS (
      INSERT INTO audit_events (at, actor, action, subject, details)
      SELECT now(), $2, 'key.revoked', k.id, json_build_object('role', k.role, 'agent', k.agent) FROM k
    )
    SELECT ${KEY_COLUMNS} FROM k`,
};

/**
 * id, new id, new hash, overlap in seconds, actor. No row where the key does not count, or was rotated before. The new
 * key lives for as long from now on as the old one was to live from its creation.
 */
export const ROTATE_KEY = {
  name: 'key-rotate',
  text: `
    WITH old AS (
      UPDATE api_keys k SET rotated_to = $2, revoked_at = now() + make_interval(secs => $4)
      WHERE k.id = $1 AND k.rotated_to IS NULL AND ${KEY_COUNTS} RETURNING *
    ), k AS (
      INSERT INTO api_keys (id, hash, role, rooms, agent, note, created_at, expires_at)
      SELECT $2, $3, old.role, old.rooms, old.agent, old.note, now(), now() + (old.expires_at - old.created_at) FROM old
      RETURNING *
    ), audit AS (
      INSERT INTO audit_events (at, actor, action, subject, details)
      SELECT now(), $5, 'key.rotated', old.id, json_build_object('rotatedTo', old.rotated_to, 'overlapSeconds', $4::float8)
      FROM old
    )
    SELECT ${KEY_COLUMNS} FROM k`,
};
