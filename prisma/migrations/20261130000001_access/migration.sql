-- Who may do what. Unlike the log these tables do not belong to a room: they are reference tables, small, the same on
-- every machine that rooms may be spread over.

-- A key is known by the hash of its text alone; the text was shown once, to whoever made it. Rows are never deleted:
-- a server that has ever been given keys goes on asking for one.
CREATE TABLE api_keys (
  id           text           NOT NULL,
  hash         text           NOT NULL,
  role         text           NOT NULL,
  rooms        text[]         NOT NULL,
  agent        text,
  note         text,
  created_at   timestamptz(3) NOT NULL,
  expires_at   timestamptz(3),
  -- Written at most once a minute.
  last_used_at timestamptz(3),
  -- From when on the key does not count: in the future while a rotated key overlaps with its successor.
  revoked_at   timestamptz(3),
  rotated_to   text,
  CONSTRAINT api_keys_pkey PRIMARY KEY (id),
  CONSTRAINT api_keys_role_check CHECK (role IN ('reader', 'writer', 'admin'))
);
CREATE UNIQUE INDEX api_keys_hash_key ON api_keys (hash);

-- What was done to keys, and by whom. Never holds a key's text or hash.
CREATE TABLE audit_events (
  id      bigserial      NOT NULL,
  at      timestamptz(3) NOT NULL,
  actor   text           NOT NULL,
  action  text           NOT NULL,
  subject text           NOT NULL,
  details json           NOT NULL,
  CONSTRAINT audit_events_pkey PRIMARY KEY (id)
);
