-- Version 1 of the tables. Clients touch none of them: they call the functions of functions.sql, so tables may change
-- under clients of several versions. A released file of this kind is never changed; the next version is another file.

CREATE TABLE pawl.meta (
  one bool PRIMARY KEY DEFAULT true CHECK (one),
  version int NOT NULL,
  -- The oldest client that may still push.
  oldest_client int NOT NULL DEFAULT 1,
  team uuid NOT NULL DEFAULT gen_random_uuid(),
  -- Days to keep events and sessions, and the last day on which expired ones were dropped.
  keep_days int NOT NULL DEFAULT 60,
  kept_on date
);
INSERT INTO pawl.meta (version) VALUES (0);

-- One login role per person. A role without a row here may call nothing.
CREATE TABLE pawl.people (
  name name PRIMARY KEY,
  -- May publish the team's config and retract any memory.
  lead bool NOT NULL DEFAULT false,
  since timestamptz NOT NULL DEFAULT now()
);

-- Whom a person lets read their labels.
CREATE TABLE pawl.readers (
  owner name NOT NULL REFERENCES pawl.people ON DELETE CASCADE,
  reader name NOT NULL REFERENCES pawl.people ON DELETE CASCADE,
  PRIMARY KEY (owner, reader)
);

-- A machine is one Pawl home. upto and last_uid are the cursor: the last row of the machine's own store that is here. It
-- moves in the transaction that stores the rows.
CREATE TABLE pawl.machines (
  no int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  machine uuid NOT NULL UNIQUE,
  owner name NOT NULL,
  name text NOT NULL,
  client int NOT NULL,
  upto bigint NOT NULL DEFAULT 0,
  last_uid text NOT NULL DEFAULT '',
  -- Rows up to this number may be here already, because the machine's store came back from a backup.
  check_upto bigint NOT NULL DEFAULT 0,
  refused bigint NOT NULL DEFAULT 0,
  seen_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE pawl.events (
  at timestamptz NOT NULL,
  machine int NOT NULL,
  uid text NOT NULL,
  event text NOT NULL,
  session_id text NOT NULL,
  agent_id text,
  repository text NOT NULL,
  tool text,
  tool_use_id text,
  decision text NOT NULL,
  ms real NOT NULL,
  ok bool,
  duration_ms int,
  -- The policies that said something.
  policies text[]
) PARTITION BY RANGE (at);
CREATE TABLE pawl.events_other PARTITION OF pawl.events DEFAULT;
CREATE INDEX events_session ON pawl.events (session_id, at);
CREATE INDEX events_decided ON pawl.events (at) WHERE decision <> 'pass';
CREATE INDEX events_at ON pawl.events USING brin (at) WITH (pages_per_range = 32);

-- What a person typed, or a tool was given, and the reasons of a refusal, which quote it.
CREATE TABLE pawl.labels (
  at timestamptz NOT NULL,
  machine int NOT NULL,
  uid text NOT NULL,
  owner name NOT NULL,
  label text,
  reason text,
  content jsonb
) PARTITION BY RANGE (at);
CREATE TABLE pawl.labels_other PARTITION OF pawl.labels DEFAULT;
CREATE INDEX labels_uid ON pawl.labels (machine, uid);

CREATE TABLE pawl.sessions (
  machine int NOT NULL REFERENCES pawl.machines,
  session_id text NOT NULL,
  owner name NOT NULL,
  state text NOT NULL,
  -- 0 needs input, 1 failed, 2 idle, 3 works, 4 ended: the order of the board.
  need smallint NOT NULL,
  repository text NOT NULL,
  role text,
  mode text,
  branch text,
  model text,
  since timestamptz NOT NULL,
  started_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  PRIMARY KEY (machine, session_id)
);
CREATE INDEX sessions_board ON pawl.sessions (need, last_seen_at DESC) WHERE need < 4;
CREATE INDEX sessions_seen ON pawl.sessions (last_seen_at DESC);

-- The texts of a session.
CREATE TABLE pawl.session_labels (
  machine int NOT NULL,
  session_id text NOT NULL,
  owner name NOT NULL,
  why text,
  status_text text,
  last_prompt text,
  last_words text,
  PRIMARY KEY (machine, session_id),
  FOREIGN KEY (machine, session_id) REFERENCES pawl.sessions ON DELETE CASCADE
);

-- Daily sums as each machine has them: the whole sum and not a step, so that sending it twice changes nothing.
CREATE TABLE pawl.metrics (
  kind text NOT NULL,
  day date NOT NULL,
  name text NOT NULL,
  figure text NOT NULL,
  machine int NOT NULL REFERENCES pawl.machines,
  n bigint NOT NULL,
  PRIMARY KEY (kind, day, name, figure, machine)
);

CREATE TABLE pawl.memories (
  uid text PRIMARY KEY,
  owner name NOT NULL,
  machine int NOT NULL,
  repository text NOT NULL,
  at timestamptz NOT NULL,
  kind text NOT NULL,
  topic text,
  category text NOT NULL,
  problem text,
  content text NOT NULL,
  entities text[] NOT NULL,
  gone bool NOT NULL DEFAULT false,
  -- The transaction that wrote it. Pulled in this order and only below the oldest transaction that still runs: a plain
  -- number would miss what commits late.
  xid xid8 NOT NULL DEFAULT pg_current_xact_id()
);
CREATE INDEX memories_pull ON pawl.memories (repository, xid, uid);

-- What leads publish: the team's config and policies. The newest one counts.
CREATE TABLE pawl.published (
  no int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  hash text NOT NULL,
  author name NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  note text,
  -- [{"name": "config.jsonc", "text": "…"}, {"name": "policies/x.ts", "text": "…"}]
  files jsonb NOT NULL
);

-- The functions run as pawl_store, which owns the tables; FORCE makes these rules hold for it too. No function can then
-- return a text that its caller may not read, whatever is wrong with its query.
ALTER TABLE pawl.labels ENABLE ROW LEVEL SECURITY;
ALTER TABLE pawl.labels FORCE ROW LEVEL SECURITY;
CREATE POLICY readable ON pawl.labels FOR SELECT
  USING (owner = session_user OR owner IN (SELECT r.owner FROM pawl.readers r WHERE r.reader = session_user));
CREATE POLICY written ON pawl.labels FOR INSERT WITH CHECK (owner = session_user);
CREATE POLICY expired ON pawl.labels FOR DELETE USING (true);

ALTER TABLE pawl.session_labels ENABLE ROW LEVEL SECURITY;
ALTER TABLE pawl.session_labels FORCE ROW LEVEL SECURITY;
CREATE POLICY readable ON pawl.session_labels FOR SELECT
  USING (owner = session_user OR owner IN (SELECT r.owner FROM pawl.readers r WHERE r.reader = session_user));
CREATE POLICY written ON pawl.session_labels FOR INSERT WITH CHECK (owner = session_user);
CREATE POLICY changed ON pawl.session_labels FOR UPDATE USING (owner = session_user);
CREATE POLICY expired ON pawl.session_labels FOR DELETE USING (true);
