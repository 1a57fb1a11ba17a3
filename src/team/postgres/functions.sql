-- What clients may call, with a version in each name: clients of several versions live side by side, and a function
-- that was released keeps its arguments and its meaning. `pawl team init` replaces them all.
--
-- A login of the team can be used with psql too, so the functions, not the client, enforce the limits: texts that
-- others read are cut to a length, numbers and times are kept within bounds, and no login writes for another person.

-- Everything here runs as pawl_store, for the person of the connection (session_user). Every function calls this, or
-- locks the machine's row, before it touches another table. A migration locks the machines first, too. So a call and a
-- migration wait for each other before either holds another lock, and there is no deadlock.
CREATE OR REPLACE FUNCTION pawl.require_member() RETURNS void
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pawl, pg_temp AS $$
BEGIN
  PERFORM FROM machines WHERE false;
  IF NOT EXISTS (SELECT FROM people WHERE name = session_user) THEN
    RAISE EXCEPTION 'role % is not in this team', session_user USING ERRCODE = '42501';
  END IF;
END $$;

-- A time in milliseconds within bounds. NaN and what is out of range become the latest.
CREATE OR REPLACE FUNCTION pawl.time_of(ms float8, latest timestamptz) RETURNS timestamptz
LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = pawl, pg_temp AS $$
  SELECT least(to_timestamp(least(greatest(ms, 0), 4102444800000) / 1000.0), latest);
$$;

-- An id of this database. It changes if the server was replaced or restored; then clients compare everything again.
CREATE OR REPLACE FUNCTION pawl.generation() RETURNS text
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pawl, pg_temp AS $$
DECLARE g text := (SELECT team::text FROM meta) || '.' || (SELECT oid::text FROM pg_database WHERE datname = current_database());
BEGIN
  RETURN g || '.' || (SELECT system_identifier::text FROM pg_control_system())
    || '.' || (SELECT timeline_id::text FROM pg_control_checkpoint());
EXCEPTION WHEN insufficient_privilege OR undefined_function THEN
  RETURN g;
END $$;

CREATE OR REPLACE FUNCTION pawl.about_v1()
RETURNS TABLE (team uuid, version int, oldest_client int, keep_days int, generation text, person name, member bool, lead bool,
  people int, machines int, at float8)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pawl, pg_temp AS $$
BEGIN
  PERFORM FROM machines WHERE false;
  RETURN QUERY
    SELECT m.team, m.version, m.oldest_client, m.keep_days, generation(), session_user::name,
      EXISTS (SELECT FROM people p WHERE p.name = session_user),
      EXISTS (SELECT FROM people p WHERE p.name = session_user AND p.lead),
      (SELECT count(*)::int FROM people), (SELECT count(*)::int FROM machines),
      extract(epoch FROM clock_timestamp())::float8 * 1000
    FROM meta m;
END $$;

-- Announces a machine, and returns its cursor; no row if the machine is another person's.
CREATE OR REPLACE FUNCTION pawl.enrol_v1(p_machine uuid, p_name text, p_client int)
RETURNS TABLE (upto bigint, last_uid text, refused bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pawl, pg_temp SET timezone = 'UTC' SET lock_timeout = '10s' AS $$
BEGIN
  PERFORM require_member();
  RETURN QUERY
    INSERT INTO machines (machine, owner, name, client) VALUES (p_machine, session_user, left(p_name, 200), p_client)
    ON CONFLICT (machine) DO UPDATE SET seen_at = now(), name = excluded.name, client = excluded.client
      WHERE machines.owner = session_user
    RETURNING machines.upto, machines.last_uid, machines.refused;
END $$;

-- Locks the machine's row and returns it.
CREATE OR REPLACE FUNCTION pawl.lock_machine(p_machine uuid) RETURNS pawl.machines
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pawl, pg_temp SET timezone = 'UTC' SET lock_timeout = '10s' AS $$
DECLARE m machines%ROWTYPE;
BEGIN
  PERFORM require_member();
  SELECT * INTO m FROM machines WHERE machines.machine = p_machine AND owner = session_user FOR UPDATE;
  IF NOT FOUND THEN RAISE EXCEPTION 'this machine is not enrolled by %', session_user USING ERRCODE = '28000'; END IF;
  RETURN m;
END $$;

-- Stores rows and moves the cursor to p_upto, unless the cursor is not at p_from. Returns the cursor, and the client
-- goes on from there. So a lost answer, two clients that push at once and a restored server need no special code.
CREATE OR REPLACE FUNCTION pawl.push_v1(p_machine uuid, p_from bigint, p_upto bigint, p_last text, p_refused int, p_rows jsonb)
RETURNS TABLE (upto bigint, last_uid text, moved bool)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pawl, pg_temp SET timezone = 'UTC' SET lock_timeout = '10s' AS $$
DECLARE
  m machines%ROWTYPE := lock_machine(p_machine);
  oldest timestamptz := current_date - (SELECT keep_days FROM meta);
BEGIN
  IF m.upto <> p_from THEN RETURN QUERY SELECT m.upto, m.last_uid, false; RETURN; END IF;
  WITH r AS MATERIALIZED (
    SELECT to_timestamp(least(greatest(x.at, 0), 4102444800000) / 1000.0) AS t, left(x.uid, 200) AS uid,
      left(x.event, 200) AS event, left(x.session_id, 200) AS session_id, left(x.agent_id, 200) AS agent_id,
      left(x.repository, 500) AS repository, left(x.tool, 200) AS tool, left(x.tool_use_id, 200) AS tool_use_id,
      left(x.decision, 200) AS decision, x.ms, x.ok, x.duration_ms,
      CASE WHEN pg_column_size(x.policies) < 50000 THEN x.policies END AS policies,
      left(x.label, 4000) AS label, left(x.reason, 4000) AS reason,
      CASE WHEN pg_column_size(x.content) < 2000000 THEN x.content END AS content
    FROM jsonb_to_recordset(p_rows) AS x(uid text, at float8, event text, session_id text, agent_id text, repository text,
      tool text, tool_use_id text, decision text, ms real, ok bool, duration_ms int, policies text[],
      label text, reason text, content jsonb)
  ), n AS MATERIALIZED (
    SELECT * FROM r WHERE r.t >= oldest AND (p_from >= m.check_upto OR NOT EXISTS (
      SELECT FROM events e WHERE e.session_id = r.session_id AND e.at = r.t AND e.machine = m.no AND e.uid = r.uid))
  ), l AS (
    INSERT INTO labels (at, machine, uid, owner, label, reason, content)
    SELECT n.t, m.no, n.uid, session_user, n.label, n.reason, n.content FROM n
    WHERE n.label IS NOT NULL OR n.reason IS NOT NULL OR n.content IS NOT NULL
  )
  INSERT INTO events (at, machine, uid, event, session_id, agent_id, repository, tool, tool_use_id, decision, ms, ok, duration_ms, policies)
  SELECT n.t, m.no, n.uid, n.event, n.session_id, n.agent_id, n.repository, n.tool, n.tool_use_id, n.decision, n.ms, n.ok,
    n.duration_ms, n.policies
  FROM n;
  UPDATE machines SET upto = p_upto, last_uid = p_last, refused = refused + p_refused, seen_at = now() WHERE no = m.no;
  RETURN QUERY SELECT p_upto, p_last, true;
END $$;

-- Called if the machine's own store is not the one that was pushed: it was restored from a backup, or reuses row
-- numbers. Everything is sent once more, and rows up to p_check_upto are stored only if they are not here yet.
CREATE OR REPLACE FUNCTION pawl.restart_v1(p_machine uuid, p_upto bigint, p_check_upto bigint) RETURNS bool
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pawl, pg_temp SET timezone = 'UTC' SET lock_timeout = '10s' AS $$
DECLARE m machines%ROWTYPE := lock_machine(p_machine);
BEGIN
  IF m.upto <> p_upto THEN RETURN false; END IF;
  UPDATE machines SET upto = 0, last_uid = '', check_upto = p_check_upto WHERE no = m.no;
  RETURN true;
END $$;

CREATE OR REPLACE FUNCTION pawl.push_sessions_v1(p_machine uuid, p_rows jsonb) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pawl, pg_temp SET timezone = 'UTC' SET lock_timeout = '10s' AS $$
DECLARE m machines%ROWTYPE := lock_machine(p_machine); n int; tomorrow timestamptz := now() + interval '1 day';
BEGIN
  INSERT INTO sessions (machine, session_id, owner, state, need, repository, role, mode, branch, model, since, started_at, last_seen_at)
  SELECT m.no, left(x.session_id, 200), session_user, left(x.state, 40), least(greatest(x.need, 0), 4), left(x.repository, 500),
    left(x.role, 200), left(x.mode, 200), left(x.branch, 200), left(x.model, 200),
    time_of(x.since, tomorrow), time_of(x.started_at, tomorrow), time_of(x.last_seen_at, tomorrow)
  FROM jsonb_to_recordset(p_rows) AS x(session_id text, state text, need smallint, repository text, role text, mode text,
    branch text, model text, since float8, started_at float8, last_seen_at float8)
  ORDER BY x.session_id
  ON CONFLICT (machine, session_id) DO UPDATE SET state = excluded.state, need = excluded.need, repository = excluded.repository,
    role = excluded.role, mode = excluded.mode, branch = excluded.branch, model = excluded.model, since = excluded.since,
    started_at = excluded.started_at, last_seen_at = excluded.last_seen_at;
  GET DIAGNOSTICS n = ROW_COUNT;
  INSERT INTO session_labels (machine, session_id, owner, why, status_text, last_prompt, last_words)
  SELECT m.no, left(x.session_id, 200), session_user, left(x.why, 1000), left(x.status_text, 1000), left(x.last_prompt, 1000),
    left(x.last_words, 1000)
  FROM jsonb_to_recordset(p_rows) AS x(session_id text, why text, status_text text, last_prompt text, last_words text)
  ORDER BY x.session_id
  ON CONFLICT (machine, session_id) DO UPDATE SET why = excluded.why, status_text = excluded.status_text,
    last_prompt = excluded.last_prompt, last_words = excluded.last_words;
  UPDATE machines SET seen_at = now() WHERE no = m.no;
  RETURN n;
END $$;

-- Replaces all sums of some days of one machine.
CREATE OR REPLACE FUNCTION pawl.push_metrics_v1(p_machine uuid, p_days date[], p_rows jsonb) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pawl, pg_temp SET timezone = 'UTC' SET lock_timeout = '10s' AS $$
DECLARE m machines%ROWTYPE := lock_machine(p_machine); n int;
BEGIN
  DELETE FROM metrics WHERE machine = m.no AND day = ANY (p_days);
  INSERT INTO metrics (kind, day, name, figure, machine, n)
  SELECT left(x.kind, 40), x.day, left(x.name, 200), left(x.figure, 100), m.no, least(sum(greatest(x.n, 0)), 9007199254740991)
  FROM jsonb_to_recordset(p_rows) AS x(kind text, day date, name text, figure text, n bigint)
  WHERE x.day = ANY (p_days) AND x.day <= current_date + 1 GROUP BY 1, 2, 3, 4;
  GET DIAGNOSTICS n = ROW_COUNT;
  RETURN n;
END $$;

-- A memory belongs to its author: the same id from another person changes nothing, and a retracted one stays retracted.
-- The newest statement about a topic counts everywhere, so none may be from the future.
CREATE OR REPLACE FUNCTION pawl.push_memories_v1(p_machine uuid, p_rows jsonb) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pawl, pg_temp SET timezone = 'UTC' SET lock_timeout = '10s' AS $$
DECLARE m machines%ROWTYPE := lock_machine(p_machine); n int;
BEGIN
  INSERT INTO memories (uid, owner, machine, repository, at, kind, topic, category, problem, content, entities)
  SELECT left(x.uid, 200), session_user, m.no, left(x.repository, 500), time_of(x.at, now()), left(x.kind, 40), left(x.topic, 500),
    left(x.category, 200), left(x.problem, 4000), left(x.content, 4000),
    CASE WHEN pg_column_size(x.entities) < 50000 THEN x.entities ELSE '{}' END
  FROM jsonb_to_recordset(p_rows) AS x(uid text, repository text, at float8, kind text, topic text, category text,
    problem text, content text, entities text[])
  ORDER BY x.uid
  ON CONFLICT (uid) DO NOTHING;
  GET DIAGNOSTICS n = ROW_COUNT;
  RETURN n;
END $$;

-- The author or a lead retracts memories. Their text is deleted; the id stays, so that every machine learns of it.
CREATE OR REPLACE FUNCTION pawl.retract_v1(p_uids text[]) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pawl, pg_temp SET timezone = 'UTC' SET lock_timeout = '10s' AS $$
DECLARE n int;
BEGIN
  PERFORM require_member();
  UPDATE memories SET gone = true, content = '', problem = NULL, topic = NULL, entities = '{}', xid = pg_current_xact_id()
  WHERE uid = ANY (p_uids) AND NOT gone
    AND (owner = session_user OR EXISTS (SELECT FROM people WHERE name = session_user AND lead));
  GET DIAGNOSTICS n = ROW_COUNT;
  RETURN n;
END $$;

-- Memories of one repository after a cursor, up to the oldest transaction that still runs.
CREATE OR REPLACE FUNCTION pawl.pull_memories_v1(p_repository text, p_xid text, p_uid text, p_limit int)
RETURNS TABLE (uid text, xid text, owner name, machine text, at float8, kind text, topic text, category text, problem text,
  content text, entities text[], gone bool)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pawl, pg_temp AS $$
BEGIN
  PERFORM require_member();
  RETURN QUERY
    SELECT m.uid, m.xid::text, m.owner, k.name, extract(epoch FROM m.at)::float8 * 1000, m.kind, m.topic, m.category, m.problem,
      m.content, m.entities, m.gone
    FROM memories m LEFT JOIN machines k ON k.no = m.machine
    WHERE m.repository = p_repository AND (m.xid, m.uid) > (p_xid::xid8, p_uid)
      AND m.xid < pg_snapshot_xmin(pg_current_snapshot())
    ORDER BY m.xid, m.uid LIMIT least(p_limit, 5000);
END $$;

CREATE OR REPLACE FUNCTION pawl.allow_v1(p_reader name, p_on bool) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pawl, pg_temp SET timezone = 'UTC' SET lock_timeout = '10s' AS $$
BEGIN
  PERFORM require_member();
  IF NOT EXISTS (SELECT FROM people WHERE name = p_reader) THEN
    RAISE EXCEPTION 'there is no % in this team', p_reader USING ERRCODE = '22023';
  END IF;
  IF p_on THEN INSERT INTO readers VALUES (session_user, p_reader) ON CONFLICT DO NOTHING;
  ELSE DELETE FROM readers WHERE owner = session_user AND reader = p_reader; END IF;
END $$;

CREATE OR REPLACE FUNCTION pawl.people_v1()
RETURNS TABLE (name name, lead bool, machines int, seen_at float8, reads_mine bool, i_read bool)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pawl, pg_temp AS $$
BEGIN
  PERFORM require_member();
  RETURN QUERY
    SELECT p.name, p.lead, count(m.no)::int, extract(epoch FROM max(m.seen_at))::float8 * 1000,
      EXISTS (SELECT FROM readers r WHERE r.owner = session_user AND r.reader = p.name),
      p.name = session_user OR EXISTS (SELECT FROM readers r WHERE r.owner = p.name AND r.reader = session_user)
    FROM people p LEFT JOIN machines m ON m.owner = p.name GROUP BY p.name, p.lead ORDER BY p.name;
END $$;

-- The fleet board: which sessions work where, and which wait. Row-level security decides which texts are included.
CREATE OR REPLACE FUNCTION pawl.board_v1(p_all bool, p_person text, p_machine text, p_limit int, p_offset int)
RETURNS TABLE (machine text, machine_id uuid, machine_seen_at float8, person name, session_id text, state text, repository text,
  role text, mode text, branch text, model text, since float8, started_at float8, last_seen_at float8,
  why text, status_text text, last_prompt text, last_words text, readable bool)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pawl, pg_temp AS $$
BEGIN
  PERFORM require_member();
  RETURN QUERY
    SELECT m.name, m.machine, extract(epoch FROM m.seen_at)::float8 * 1000, s.owner, s.session_id, s.state, s.repository,
      s.role, s.mode, s.branch, s.model, extract(epoch FROM s.since)::float8 * 1000,
      extract(epoch FROM s.started_at)::float8 * 1000, extract(epoch FROM s.last_seen_at)::float8 * 1000,
      l.why, l.status_text, l.last_prompt, l.last_words, l.session_id IS NOT NULL
    FROM (
      SELECT * FROM sessions o WHERE (p_all OR o.need < 4)
        AND (p_person IS NULL OR o.owner = p_person)
        AND (p_machine IS NULL OR o.machine IN (SELECT k.no FROM machines k WHERE k.name = p_machine OR k.machine::text = p_machine))
      ORDER BY o.need, o.last_seen_at DESC LIMIT least(p_limit, 1000) OFFSET p_offset
    ) s
    JOIN machines m ON m.no = s.machine
    LEFT JOIN session_labels l ON l.machine = s.machine AND l.session_id = s.session_id
    ORDER BY s.need, s.last_seen_at DESC;
END $$;

CREATE OR REPLACE FUNCTION pawl.machines_v1()
RETURNS TABLE (machine text, machine_id uuid, person name, seen_at float8, open int, waiting int)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pawl, pg_temp AS $$
BEGIN
  PERFORM require_member();
  RETURN QUERY
    SELECT m.name, m.machine, m.owner, extract(epoch FROM m.seen_at)::float8 * 1000,
      count(s.session_id)::int, (count(*) FILTER (WHERE s.need = 0))::int
    FROM machines m LEFT JOIN sessions s ON s.machine = m.no AND s.need < 4
    GROUP BY m.no ORDER BY m.owner, m.name;
END $$;

CREATE OR REPLACE FUNCTION pawl.metrics_v1(p_from date, p_to date, p_person text, p_machine text)
RETURNS TABLE (kind text, day text, name text, figure text, n bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pawl, pg_temp AS $$
BEGIN
  PERFORM require_member();
  RETURN QUERY
    SELECT x.kind, CASE WHEN x.kind IN ('day', 'hour') THEN x.day::text END, x.name, x.figure, least(sum(x.n), 9007199254740991)::bigint
    FROM metrics x
    WHERE x.day BETWEEN p_from AND p_to AND (p_person IS NULL AND p_machine IS NULL OR x.machine IN (
      SELECT k.no FROM machines k WHERE (p_person IS NULL OR k.owner = p_person)
        AND (p_machine IS NULL OR k.name = p_machine OR k.machine::text = p_machine)))
    GROUP BY 1, 2, 3, 4;
END $$;

-- The newest refusals and questions of all people. Row-level security decides which labels and reasons are included.
CREATE OR REPLACE FUNCTION pawl.decisions_v1(p_since timestamptz, p_person text, p_machine text, p_limit int)
RETURNS TABLE (at float8, machine text, person name, session_id text, repository text, event text, tool text,
  tool_use_id text, decision text, policies text[], label text, reason text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pawl, pg_temp AS $$
BEGIN
  PERFORM require_member();
  RETURN QUERY
    SELECT extract(epoch FROM e.at)::float8 * 1000, m.name, m.owner, e.session_id, e.repository, e.event, e.tool,
      e.tool_use_id, e.decision, e.policies, l.label, l.reason
    FROM (
      SELECT * FROM events o WHERE o.decision <> 'pass' AND o.at >= p_since
        AND (p_person IS NULL AND p_machine IS NULL OR o.machine IN (
          SELECT k.no FROM machines k WHERE (p_person IS NULL OR k.owner = p_person)
            AND (p_machine IS NULL OR k.name = p_machine OR k.machine::text = p_machine)))
      ORDER BY o.at DESC LIMIT least(p_limit, 1000)
    ) e
    JOIN machines m ON m.no = e.machine
    LEFT JOIN labels l ON l.machine = e.machine AND l.uid = e.uid AND l.at = e.at
    ORDER BY e.at DESC;
END $$;

CREATE OR REPLACE FUNCTION pawl.publish_v1(p_hash text, p_note text, p_files jsonb) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pawl, pg_temp SET timezone = 'UTC' SET lock_timeout = '10s' AS $$
DECLARE made int;
BEGIN
  PERFORM require_member();
  IF NOT EXISTS (SELECT FROM people WHERE name = session_user AND lead) THEN
    RAISE EXCEPTION 'only a lead of the team may publish' USING ERRCODE = '42501';
  END IF;
  IF pg_column_size(p_files) > 4000000 THEN
    RAISE EXCEPTION 'the config and the policies of a team are at most 4 MB' USING ERRCODE = '54000';
  END IF;
  INSERT INTO published (hash, author, note, files) VALUES (left(p_hash, 200), session_user, left(p_note, 1000), p_files) RETURNING no INTO made;
  RETURN made;
END $$;

-- The newest published config, without its files if the client has it already.
CREATE OR REPLACE FUNCTION pawl.published_v1(p_have text)
RETURNS TABLE (no int, hash text, author name, at float8, note text, files jsonb)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pawl, pg_temp AS $$
BEGIN
  PERFORM require_member();
  RETURN QUERY
    SELECT p.no, p.hash, p.author, extract(epoch FROM p.at)::float8 * 1000, p.note,
      CASE WHEN p.hash IS DISTINCT FROM p_have THEN p.files END
    FROM published p ORDER BY p.no DESC LIMIT 1;
END $$;

-- Creates the partitions of the next days and drops expired ones. The first client that connects on a day runs it. It
-- locks the row of meta instead of an advisory lock, which every login could hold.
CREATE OR REPLACE FUNCTION pawl.keep(days int DEFAULT NULL, ahead int DEFAULT 7) RETURNS text[]
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pawl, pg_temp SET timezone = 'UTC' SET lock_timeout = '10s' AS $$
DECLARE d date; t text; part text; r record; done text[] := '{}'; kept int;
BEGIN
  PERFORM require_member();
  SELECT coalesce(days, keep_days) INTO kept FROM meta;
  IF kept NOT BETWEEN 1 AND 3650 THEN RAISE EXCEPTION 'keep() takes 1 to 3650 days' USING ERRCODE = '22023'; END IF;
  ahead := least(greatest(coalesce(ahead, 7), 1), 60);
  IF days IS NOT NULL AND NOT EXISTS (SELECT FROM people WHERE name = session_user AND lead) THEN
    RAISE EXCEPTION 'only a lead of the team may change how long things are kept' USING ERRCODE = '42501';
  END IF;
  IF days IS NULL AND (SELECT kept_on = current_date FROM meta)
    AND NOT EXISTS (SELECT FROM events_other WHERE at >= current_date - kept AND at < current_date + 1) THEN RETURN done; END IF;
  -- Of the clients that connect at the same time one does the work. A change by a lead waits for it.
  IF days IS NULL THEN
    PERFORM FROM meta FOR UPDATE SKIP LOCKED;
    IF NOT FOUND THEN RETURN done; END IF;
  ELSE
    PERFORM FROM meta FOR UPDATE;
  END IF;
  -- Every other call then waits before it holds anything; a read would otherwise lock partitions in another order.
  LOCK TABLE machines IN ACCESS EXCLUSIVE MODE;
  FOREACH t IN ARRAY ARRAY['events', 'labels'] LOOP
    -- Days without events need no table; those of a machine that was offline are in the default partition.
    FOR d IN EXECUTE format('SELECT x::date FROM generate_series(current_date - 1, current_date + %s, interval ''1 day'') x
      UNION SELECT at::date FROM %I WHERE at >= current_date - %s AND at < current_date + %s', ahead, t || '_other', kept, ahead) LOOP
      part := t || to_char(d, '_YYYYMMDD');
      CONTINUE WHEN to_regclass(format('pawl.%I', part)) IS NOT NULL;
      -- Rows of this day that came before its partition (a clock that is ahead) move into it.
      EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS)', part, t);
      EXECUTE format('WITH m AS (DELETE FROM %I WHERE at >= %L AND at < %L RETURNING *) INSERT INTO %I SELECT * FROM m',
        t || '_other', d, d + 1, part);
      EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', t, part, d, d + 1);
      done := done || ('+' || part);
    END LOOP;
    FOR r IN SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = to_regclass('pawl.' || t) AND c.relname ~ '_\d{8}$' AND to_date(right(c.relname, 8), 'YYYYMMDD') < current_date - kept
    LOOP
      EXECUTE format('DROP TABLE %I', r.relname);
      done := done || ('-' || r.relname);
    END LOOP;
    EXECUTE format('DELETE FROM %I WHERE at < %L', t || '_other', current_date - kept);
  END LOOP;
  DELETE FROM sessions WHERE last_seen_at < current_date - kept;
  DELETE FROM metrics WHERE day < current_date - greatest(kept, 400);
  UPDATE meta SET kept_on = current_date, keep_days = kept;
  RETURN done;
END $$;

REVOKE ALL ON ALL TABLES IN SCHEMA pawl FROM PUBLIC;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA pawl FROM PUBLIC;
GRANT USAGE ON SCHEMA pawl TO pawl_member;
GRANT EXECUTE ON FUNCTION
  pawl.about_v1(), pawl.enrol_v1(uuid, text, int), pawl.push_v1(uuid, bigint, bigint, text, int, jsonb),
  pawl.restart_v1(uuid, bigint, bigint), pawl.push_sessions_v1(uuid, jsonb), pawl.push_metrics_v1(uuid, date[], jsonb),
  pawl.push_memories_v1(uuid, jsonb), pawl.retract_v1(text[]), pawl.pull_memories_v1(text, text, text, int),
  pawl.allow_v1(name, bool), pawl.people_v1(), pawl.board_v1(bool, text, text, int, int), pawl.machines_v1(),
  pawl.metrics_v1(date, date, text, text), pawl.decisions_v1(timestamptz, text, text, int),
  pawl.publish_v1(text, text, jsonb), pawl.published_v1(text), pawl.keep(int, int)
TO pawl_member;
