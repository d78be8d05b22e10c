-- The write, for servers that commit several rooms as one transaction. The function of this name without p_wait stays for
-- servers of the version before.

-- Appends operations to one room's log, in the order given, each with its own outcome. The caller gets a row an operation:
--   done      a new version                      unchanged  an update that changes nothing, its key recorded
--   replayed  the first answer to this key, or to this request (p_retry)
--   key_reused, not_found, deleted (a tombstone), live (nothing to restore), conflict (minor and author are the current ones)
-- or, in all, one row `busy`: without p_wait no lock is waited for, and a room that somebody else writes to, or that does not
-- exist and is not made here, is left as it is.
-- An operation's null summary, agents or payload keeps what the entry has; the payload comes back only where the caller
-- has not sent it. The room's row lock is taken first: what is read below it was committed before.
CREATE FUNCTION roomd_append(
  p_room text, p_wait boolean, p_retry boolean,
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
  FOR v_attempt IN 1 .. 2 LOOP
    IF p_wait THEN
      SELECT r.position, r.last_activity_at, r.entry_count, r.head_request_id INTO v_head, v_last, v_count, v_mark
        FROM rooms r WHERE r.room_id = p_room FOR NO KEY UPDATE;
    ELSE
      SELECT r.position, r.last_activity_at, r.entry_count, r.head_request_id INTO v_head, v_last, v_count, v_mark
        FROM rooms r WHERE r.room_id = p_room FOR NO KEY UPDATE SKIP LOCKED;
    END IF;
    EXIT WHEN FOUND OR v_attempt = 2 OR 'write' <> ALL (p_action);
    v_now := date_trunc('milliseconds', clock_timestamp());
    INSERT INTO rooms VALUES (p_room, v_now, v_now, 0, '00000000-0000-0000-0000-000000000000', 0) ON CONFLICT DO NOTHING;
  END LOOP;
  IF v_head IS NULL AND NOT p_wait THEN
    outcome := 'busy';
    RETURN NEXT;
    RETURN;
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
