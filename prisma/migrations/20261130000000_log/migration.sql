-- One log a room. Every key starts with the room, so that the tables can be distributed by it unchanged.
-- Keys are compared byte by byte, whatever the language of the database: faster, and no index depends on the rules
-- of a language, which change with the libraries of the machine.

-- A room: its head. The row lock on it is what orders the writes of the room.
CREATE TABLE rooms (
  room_id          text COLLATE "C" NOT NULL,
  created_at       timestamptz(3) NOT NULL,
  last_activity_at timestamptz(3) NOT NULL,
  position         bigint         NOT NULL,
  head_request_id  uuid           NOT NULL,
  entry_count      integer        NOT NULL,
  CONSTRAINT rooms_pkey PRIMARY KEY (room_id)
) WITH (fillfactor = 50);

-- The log: one row a position, never rewritten. An entry's history, the events, diffs and inboxes are read from it.
CREATE TABLE versions (
  room_id          text COLLATE "C" NOT NULL,
  position         bigint         NOT NULL,
  entry_id         text COLLATE "C" NOT NULL,
  type             text           NOT NULL,
  minor            integer        NOT NULL,
  action           text           NOT NULL,
  author           text           NOT NULL,
  written_at       timestamptz(3) NOT NULL,
  summary          text           NOT NULL,
  consuming_agents text[]         NOT NULL,
  recipients       text[]         NOT NULL,
  payload          json           NOT NULL,
  payload_bytes    integer        NOT NULL,
  request_id       uuid           NOT NULL,
  CONSTRAINT versions_pkey PRIMARY KEY (room_id, position),
  CONSTRAINT versions_action_check CHECK (action IN ('write', 'update', 'delete', 'restore'))
);
CREATE UNIQUE INDEX versions_room_id_entry_id_minor_key ON versions (room_id, entry_id, minor);
CREATE UNIQUE INDEX versions_room_id_request_id_key ON versions (room_id, request_id);

-- The head of each entry: where its current version stands in the log, and what lists filter by.
CREATE TABLE entries (
  room_id          text COLLATE "C" NOT NULL,
  entry_id         text COLLATE "C" NOT NULL,
  type             text           NOT NULL,
  created_position bigint         NOT NULL,
  position         bigint         NOT NULL,
  minor            integer        NOT NULL,
  deleted          boolean        NOT NULL,
  author           text           NOT NULL,
  updated_at       timestamptz(3) NOT NULL,
  consuming_agents text[]         NOT NULL,
  CONSTRAINT entries_pkey PRIMARY KEY (room_id, entry_id)
) WITH (fillfactor = 80);
CREATE INDEX entries_room_id_created_position_idx ON entries (room_id, created_position);
CREATE INDEX entries_room_id_position_idx ON entries (room_id, position);

-- Which positions are addressed to which agent: an inbox is one range of this key.
CREATE TABLE deliveries (
  room_id  text COLLATE "C" NOT NULL,
  agent_id text COLLATE "C" NOT NULL,
  position bigint NOT NULL,
  CONSTRAINT deliveries_pkey PRIMARY KEY (room_id, agent_id, position)
);

-- How far each agent has acknowledged, and when it was last seen.
CREATE TABLE agents (
  room_id      text COLLATE "C" NOT NULL,
  agent_id     text COLLATE "C" NOT NULL,
  acknowledged bigint         NOT NULL,
  last_seen_at timestamptz(3) NOT NULL,
  CONSTRAINT agents_pkey PRIMARY KEY (room_id, agent_id)
) WITH (fillfactor = 70);

-- The first answer to each idempotency key: the position it was given, or the one it left unchanged.
CREATE TABLE idempotency_keys (
  room_id    text COLLATE "C" NOT NULL,
  author     text COLLATE "C" NOT NULL,
  key        text COLLATE "C" NOT NULL,
  input_hash text           NOT NULL,
  position   bigint         NOT NULL,
  changed    boolean        NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (room_id, author, key)
);
CREATE INDEX idempotency_keys_room_id_created_at_idx ON idempotency_keys (room_id, created_at);

-- Full-text search is a reader of the log like any other: it has its own position in each room and catches up
-- when the room is quiet or when somebody searches, so that no write pays for it.
CREATE TABLE search_progress (
  room_id  text COLLATE "C" NOT NULL,
  position bigint NOT NULL,
  CONSTRAINT search_progress_pkey PRIMARY KEY (room_id)
);
CREATE TABLE search_documents (
  room_id  text COLLATE "C" NOT NULL,
  entry_id text COLLATE "C" NOT NULL,
  words    tsvector NOT NULL,
  CONSTRAINT search_documents_pkey PRIMARY KEY (room_id, entry_id)
);
CREATE INDEX search_documents_words_idx ON search_documents USING gin (words);

-- The words of an entry: the JSON text without its escapes, split at the punctuation that joins words in paths and names.
CREATE FUNCTION roomd_split(p_text text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT translate(p_text, '/_.-:@#{}[]",\', '               ')
$$;

CREATE FUNCTION roomd_words(p_room text, p_summary text, p_payload json) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT to_tsvector('simple'::regconfig, roomd_split(p_summary || ' ' || regexp_replace(p_payload::text, '\\(u[0-9a-fA-F]{4}|.)', ' ', 'g')))
      || array_to_tsvector(ARRAY['room:' || md5(p_room)])
$$;

-- The index is shared by all rooms; the room's own lexeme keeps a search within its room.
CREATE FUNCTION roomd_query(p_room text, p_search text) RETURNS tsquery LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN numnode(q) = 0 THEN q ELSE q && ('''room:' || md5(p_room) || '''')::tsquery END
  FROM (SELECT plainto_tsquery('simple'::regconfig, roomd_split(p_search)) AS q) AS parsed
$$;

-- Brings the search documents of a room up to at most p_limit log positions further. Returns how many positions are left.
CREATE FUNCTION roomd_index(p_room text, p_limit integer) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  v_head bigint;
  v_from bigint;
  v_to   bigint;
BEGIN
  SELECT r.position INTO v_head FROM rooms r WHERE r.room_id = p_room;
  IF NOT FOUND THEN RETURN 0; END IF;
  INSERT INTO search_progress VALUES (p_room, 0) ON CONFLICT DO NOTHING;
  SELECT s.position INTO v_from FROM search_progress s WHERE s.room_id = p_room FOR UPDATE;
  v_to := least(v_head, v_from + p_limit);
  IF v_to <= v_from THEN RETURN 0; END IF;
  INSERT INTO search_documents (room_id, entry_id, words)
    SELECT p_room, e.entry_id, roomd_words(p_room, v.summary, v.payload)
    FROM entries e JOIN versions v ON v.room_id = e.room_id AND v.position = e.position
    WHERE e.room_id = p_room AND e.position > v_from AND e.position <= v_to
    ON CONFLICT (room_id, entry_id) DO UPDATE SET words = EXCLUDED.words;
  UPDATE search_progress s SET position = v_to WHERE s.room_id = p_room;
  RETURN v_head - v_to;
END
$$;

-- Appends operations to one room's log, in the order given, each with its own outcome. The caller gets a row an operation:
--   done      a new version                      unchanged  an update that changes nothing, its key recorded
--   replayed  the first answer to this key, or to this request (p_retry)
--   key_reused, not_found, deleted (a tombstone), live (nothing to restore), conflict (minor and author are the current ones)
-- An operation's null summary, agents or payload keeps what the entry has; the payload comes back only where the caller
-- has not sent it. The room's row lock is taken first: what is read below it was committed before.
CREATE FUNCTION roomd_append(
  p_room text, p_retry boolean,
  p_request uuid[], p_action text[], p_entry text[], p_type text[], p_author text[],
  p_summary text[], p_agents text[], p_payload text[], p_payload_bytes integer[],
  p_expected integer[], p_key text[], p_hash text[]
) RETURNS TABLE (
  outcome text, "position" bigint, entry_id text, type text, minor integer, action text, author text, written_at timestamptz,
  summary text, consuming_agents text[], recipients text[], payload text, payload_bytes integer, request_id uuid
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_head     bigint;
  v_start    bigint;
  v_last     timestamptz;
  v_now      timestamptz;
  v_count    integer;
  v_mark     uuid;
  v_entry    entries%ROWTYPE;
  v_old      versions%ROWTYPE;
  v_new      versions%ROWTYPE;
  v_key      idempotency_keys%ROWTYPE;
  v_outcome  text;
  v_changed  boolean;
BEGIN
  SELECT r.position, r.last_activity_at, r.entry_count, r.head_request_id INTO v_head, v_last, v_count, v_mark
    FROM rooms r WHERE r.room_id = p_room FOR NO KEY UPDATE;
  IF NOT FOUND AND 'write' = ANY (p_action) THEN
    v_now := date_trunc('milliseconds', clock_timestamp());
    INSERT INTO rooms VALUES (p_room, v_now, v_now, 0, '00000000-0000-0000-0000-000000000000', 0) ON CONFLICT DO NOTHING;
    SELECT r.position, r.last_activity_at, r.entry_count, r.head_request_id INTO v_head, v_last, v_count, v_mark
      FROM rooms r WHERE r.room_id = p_room FOR NO KEY UPDATE;
  END IF;
  v_head := coalesce(v_head, 0);
  v_start := v_head;
  -- Times never run backwards within a room, whatever the clock does.
  v_now := greatest(date_trunc('milliseconds', clock_timestamp()), v_last);

  FOR i IN 1 .. cardinality(p_request) LOOP
    v_outcome := NULL;
    v_changed := true;
    v_new := NULL;
    v_old := NULL;
    v_entry := NULL;

    IF p_retry THEN
      SELECT v.* INTO v_new FROM versions v WHERE v.room_id = p_room AND v.request_id = p_request[i];
      IF FOUND THEN v_outcome := 'replayed'; END IF;
    END IF;
    IF v_outcome IS NULL AND p_key[i] IS NOT NULL THEN
      SELECT k.* INTO v_key FROM idempotency_keys k
        WHERE k.room_id = p_room AND k.author = p_author[i] AND k.key = p_key[i];
      IF FOUND THEN
        IF v_key.input_hash = p_hash[i] THEN
          v_outcome := CASE WHEN v_key.changed THEN 'replayed' ELSE 'unchanged' END;
          SELECT v.* INTO v_new FROM versions v WHERE v.room_id = p_room AND v.position = v_key.position;
        ELSE
          v_outcome := 'key_reused';
        END IF;
      END IF;
    END IF;
    IF v_outcome IS NULL AND p_action[i] <> 'write' THEN
      SELECT e.* INTO v_entry FROM entries e WHERE e.room_id = p_room AND e.entry_id = p_entry[i];
      IF NOT FOUND THEN v_outcome := 'not_found';
      ELSIF v_entry.deleted AND p_action[i] <> 'restore' THEN v_outcome := 'deleted';
      ELSIF NOT v_entry.deleted AND p_action[i] = 'restore' THEN v_outcome := 'live';
      ELSIF p_expected[i] IS NOT NULL AND p_expected[i] <> v_entry.minor THEN v_outcome := 'conflict';
      ELSE SELECT v.* INTO v_old FROM versions v WHERE v.room_id = p_room AND v.position = v_entry.position;
      END IF;
      IF v_outcome IS NOT NULL THEN
        v_new.minor := v_entry.minor;
        v_new.author := v_entry.author;
        v_new.type := v_entry.type;
      END IF;
    END IF;

    IF v_outcome IS NULL THEN
      IF p_action[i] = 'none' THEN
        v_outcome := 'unchanged';
        v_changed := false;
        v_new := v_old;
      ELSE
        v_outcome := 'done';
        v_head := v_head + 1;
        v_new.room_id := p_room;
        v_new.position := v_head;
        v_new.entry_id := p_entry[i];
        v_new.type := coalesce(v_old.type, p_type[i]);
        v_new.minor := coalesce(v_old.minor + 1, 0);
        v_new.action := p_action[i];
        v_new.author := p_author[i];
        v_new.written_at := v_now;
        v_new.summary := coalesce(p_summary[i], v_old.summary);
        v_new.consuming_agents := coalesce(ARRAY(SELECT json_array_elements_text(p_agents[i]::json)), '{}');
        IF p_agents[i] IS NULL THEN v_new.consuming_agents := v_old.consuming_agents; END IF;
        v_new.recipients := v_new.consuming_agents;
        IF p_action[i] = 'update' AND p_agents[i] IS NOT NULL THEN
          v_new.recipients := v_new.recipients
            || ARRAY(SELECT a FROM unnest(v_old.consuming_agents) AS a WHERE a <> ALL (v_new.consuming_agents));
        END IF;
        v_new.payload := coalesce(p_payload[i]::json, v_old.payload);
        v_new.payload_bytes := coalesce(p_payload_bytes[i], v_old.payload_bytes);
        v_new.request_id := p_request[i];
        INSERT INTO versions VALUES (v_new.*);
        IF p_action[i] = 'write' THEN
          INSERT INTO entries VALUES (p_room, v_new.entry_id, v_new.type, v_head, v_head, 0, false, v_new.author, v_now, v_new.consuming_agents);
        ELSE
          UPDATE entries e SET position = v_head, minor = v_new.minor, deleted = (v_new.action = 'delete'), author = v_new.author,
            updated_at = v_now, consuming_agents = v_new.consuming_agents
            WHERE e.room_id = p_room AND e.entry_id = v_new.entry_id;
        END IF;
        IF v_new.recipients <> '{}' THEN
          INSERT INTO deliveries SELECT p_room, a, v_head FROM unnest(v_new.recipients) AS a;
        END IF;
        v_mark := p_request[i];
        v_count := v_count + CASE p_action[i] WHEN 'write' THEN 1 WHEN 'restore' THEN 1 WHEN 'delete' THEN -1 ELSE 0 END;
      END IF;
      IF p_key[i] IS NOT NULL THEN
        INSERT INTO idempotency_keys VALUES (p_room, p_author[i], p_key[i], p_hash[i], v_new.position, v_changed, clock_timestamp());
        -- Each new key sweeps away a few that are older than two days, so that the table needs no other keeper.
        DELETE FROM idempotency_keys k WHERE (k.room_id, k.author, k.key) IN (
          SELECT o.room_id, o.author, o.key FROM idempotency_keys o
          WHERE o.room_id = p_room AND o.created_at < now() - interval '48 hours' ORDER BY o.created_at LIMIT 4);
      END IF;
    END IF;

    outcome := v_outcome;
    "position" := v_new.position; entry_id := v_new.entry_id; type := v_new.type; minor := v_new.minor;
    action := v_new.action; author := v_new.author; written_at := v_new.written_at; summary := v_new.summary;
    consuming_agents := v_new.consuming_agents; recipients := v_new.recipients;
    payload := CASE WHEN v_outcome = 'done' AND p_payload[i] IS NOT NULL THEN NULL ELSE v_new.payload::text END;
    payload_bytes := v_new.payload_bytes; request_id := v_new.request_id;
    RETURN NEXT;
  END LOOP;

  IF v_head > v_start THEN
    UPDATE rooms r SET position = v_head, head_request_id = v_mark, entry_count = v_count, last_activity_at = v_now
      WHERE r.room_id = p_room;
  END IF;
END
$$;
