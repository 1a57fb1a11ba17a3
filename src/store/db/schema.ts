// The schema as migrations: entry n leads from version n to n + 1. A released entry is never changed, only added to.
export const migrations: readonly string[] = [
  `
  CREATE TABLE events (
    id INTEGER PRIMARY KEY,
    uid TEXT NOT NULL UNIQUE,
    at INTEGER NOT NULL,
    event TEXT NOT NULL,
    session_id TEXT NOT NULL,
    agent_id TEXT,
    repository TEXT NOT NULL,
    project TEXT NOT NULL,
    tool TEXT,
    tool_use_id TEXT,
    decision TEXT NOT NULL,
    ms REAL NOT NULL,
    label TEXT,
    -- everything else that was recorded, as JSON
    detail TEXT NOT NULL
  );
  CREATE INDEX events_at ON events (at);
  CREATE INDEX events_session ON events (session_id, at);
  CREATE INDEX events_event ON events (event, at);
  CREATE INDEX events_tool_use ON events (tool_use_id) WHERE tool_use_id IS NOT NULL;
  CREATE INDEX events_refused ON events (at) WHERE decision IN ('ask', 'deny', 'block');

  -- How far each spool file has been taken in.
  CREATE TABLE spool (
    name TEXT PRIMARY KEY,
    taken INTEGER NOT NULL
  );

  -- The own memory of each policy.
  CREATE TABLE state (
    policy TEXT NOT NULL,
    scope TEXT NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    updated_at INTEGER NOT NULL,
    PRIMARY KEY (policy, scope, key)
  ) WITHOUT ROWID;
  CREATE INDEX state_updated ON state (updated_at);
  `,
  `
  -- Who works, who waits: follows from the events, see domain/sessions/session.ts. The columns are for finding, detail is the session.
  CREATE TABLE sessions (
    session_id TEXT PRIMARY KEY,
    state TEXT NOT NULL,
    alias TEXT,
    role TEXT,
    conversation TEXT NOT NULL,
    project TEXT NOT NULL,
    pane TEXT,
    started_at INTEGER NOT NULL,
    last_seen_at INTEGER NOT NULL,
    detail TEXT NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX sessions_open ON sessions (state, last_seen_at);
  CREATE INDEX sessions_conversation ON sessions (conversation, last_seen_at);

  -- Pieces of work that somebody waits for.
  CREATE TABLE workers (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    state TEXT NOT NULL,
    conversation TEXT NOT NULL,
    session_id TEXT,
    title TEXT NOT NULL,
    summary TEXT,
    urgent INTEGER NOT NULL DEFAULT 0,
    started_at INTEGER NOT NULL,
    ended_at INTEGER,
    -- the message that told of its end
    message TEXT
  ) WITHOUT ROWID;
  CREATE INDEX workers_conversation ON workers (conversation, state);

  -- From one session or person to another; delivered once, with a record of how.
  CREATE TABLE messages (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    to_kind TEXT NOT NULL,
    to_name TEXT NOT NULL,
    sender TEXT,
    text TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    claimed_at INTEGER,
    claimed_by TEXT,
    delivered_at INTEGER,
    delivered_to TEXT,
    delivered_by TEXT
  ) WITHOUT ROWID;
  CREATE INDEX messages_waiting ON messages (to_kind, to_name) WHERE delivered_at IS NULL;

  CREATE TABLE missions (
    id TEXT PRIMARY KEY,
    goal TEXT NOT NULL,
    state TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    ended_at INTEGER,
    summary TEXT
  ) WITHOUT ROWID;
  `,
  `
  -- Tasks of sessions, from the client's own task tools and from ours.
  CREATE TABLE tasks (
    id INTEGER PRIMARY KEY,
    repository TEXT NOT NULL,
    project TEXT NOT NULL,
    -- empty: the project's, until a session takes it up
    session_id TEXT NOT NULL,
    agent_id TEXT NOT NULL DEFAULT '',
    -- todo (TodoWrite), task (TaskCreate and its kin), own (pawl task)
    source TEXT NOT NULL,
    -- the client's id of it, or its place in the list
    ref TEXT NOT NULL,
    content TEXT NOT NULL,
    active_form TEXT NOT NULL,
    status TEXT NOT NULL,
    owner TEXT,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    UNIQUE (session_id, agent_id, source, ref)
  );
  CREATE INDEX tasks_repository ON tasks (repository, updated_at);
  CREATE INDEX tasks_updated ON tasks (updated_at);

  -- The tree as it was when a session came to it.
  CREATE TABLE snapshots (
    session_id TEXT NOT NULL,
    root TEXT NOT NULL,
    at INTEGER NOT NULL,
    detail TEXT NOT NULL,
    PRIMARY KEY (session_id, root)
  ) WITHOUT ROWID;
  CREATE INDEX snapshots_at ON snapshots (at);

  -- Checks that were run, and the tree they ran on.
  CREATE TABLE evidence (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    session_id TEXT NOT NULL,
    root TEXT NOT NULL,
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    command TEXT NOT NULL,
    source TEXT NOT NULL,
    ok INTEGER NOT NULL,
    exit INTEGER,
    ms REAL NOT NULL,
    tree TEXT NOT NULL,
    tail TEXT NOT NULL,
    stale TEXT
  );
  CREATE INDEX evidence_root ON evidence (root, at);
  CREATE INDEX evidence_session ON evidence (session_id);

  -- Checkpoints, each for one session and one state of the tree.
  CREATE TABLE checkpoints (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    session_id TEXT NOT NULL,
    root TEXT NOT NULL,
    hash TEXT NOT NULL,
    content TEXT NOT NULL,
    body TEXT NOT NULL,
    UNIQUE (root, hash)
  );
  CREATE INDEX checkpoints_at ON checkpoints (at);

  -- Lessons.
  CREATE TABLE memories (
    id INTEGER PRIMARY KEY,
    uid TEXT NOT NULL UNIQUE,
    repository TEXT NOT NULL,
    session_id TEXT NOT NULL,
    at INTEGER NOT NULL,
    -- lesson, or assertion (one per topic, the newest counts)
    kind TEXT NOT NULL,
    topic TEXT,
    category TEXT NOT NULL,
    problem TEXT,
    content TEXT NOT NULL,
    entities TEXT NOT NULL,
    source TEXT NOT NULL,
    hash TEXT NOT NULL,
    injected INTEGER NOT NULL DEFAULT 0,
    cited INTEGER NOT NULL DEFAULT 0
  );
  CREATE INDEX memories_repository ON memories (repository, at);
  CREATE INDEX memories_hash ON memories (repository, hash);
  CREATE INDEX memories_at ON memories (at);
  CREATE TABLE memory_entities (
    entity TEXT NOT NULL,
    repository TEXT NOT NULL,
    memory INTEGER NOT NULL REFERENCES memories (id),
    PRIMARY KEY (repository, entity, memory)
  ) WITHOUT ROWID;
  CREATE INDEX memory_entities_memory ON memory_entities (memory);
  CREATE VIRTUAL TABLE memory_text USING fts5 (content, entities, tokenize = 'porter unicode61');
  -- Which session was given or has cited which memory.
  CREATE TABLE memory_uses (
    memory INTEGER NOT NULL,
    session_id TEXT NOT NULL,
    at INTEGER NOT NULL,
    cited INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (memory, session_id)
  ) WITHOUT ROWID;
  `,
  `
  -- Daily sums, see domain/metrics.ts; they outlive the events they were counted from.
  CREATE TABLE metrics (
    kind TEXT NOT NULL,
    day TEXT NOT NULL,
    name TEXT NOT NULL,
    figure TEXT NOT NULL,
    n INTEGER NOT NULL,
    PRIMARY KEY (kind, day, name, figure)
  ) WITHOUT ROWID;
  -- The last event that was counted.
  CREATE TABLE metrics_upto (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    row INTEGER NOT NULL
  );
  -- \`pawl verify\` runs tests outside any event.
  CREATE TRIGGER evidence_counted AFTER INSERT ON evidence WHEN new.source = 'verify' AND new.kind = 'test' BEGIN
    INSERT INTO metrics (kind, day, name, figure, n)
    SELECT kind, date(new.at / 1000, 'unixepoch', 'localtime'), name, iif(new.ok, 'tests_passed', 'tests_failed'), 1
    FROM (SELECT 'day' AS kind, 'all' AS name UNION SELECT 'project', new.root UNION SELECT 'session', new.session_id)
    WHERE name != ''
    ON CONFLICT DO UPDATE SET n = n + excluded.n;
  END;
  -- The decision feed.
  CREATE INDEX events_decided ON events (at) WHERE decision != 'pass';
  `,
  `
  -- Memories are found by the full-text index alone.
  DROP TABLE memory_entities;
  `,
  `
  -- How far each signal of \`pawl export otlp\` was delivered, and since when it fails.
  CREATE TABLE exports (
    signal TEXT PRIMARY KEY,
    -- the last event that the collector took
    row INTEGER NOT NULL DEFAULT 0,
    sent_at INTEGER,
    failing_since INTEGER,
    problem TEXT
  ) WITHOUT ROWID;
  -- Under which name this store sends, and since when its counters count; neither ever changes.
  CREATE TABLE export_source (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    instance TEXT NOT NULL,
    counting_since INTEGER NOT NULL
  );
  -- Sums of the days that have expired, because an exported counter must never go down. Without sessions and projects.
  CREATE TABLE metrics_expired (
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    figure TEXT NOT NULL,
    n INTEGER NOT NULL,
    PRIMARY KEY (kind, name, figure)
  ) WITHOUT ROWID;
  `,
  `
  -- Memories of a team: the id of each in the team store (null if it is not there), and who wrote it on which machine
  -- (null if it was written here).
  ALTER TABLE memories ADD COLUMN team_uid TEXT;
  ALTER TABLE memories ADD COLUMN author TEXT;
  ALTER TABLE memories ADD COLUMN machine TEXT;
  CREATE INDEX memories_team ON memories (team_uid) WHERE team_uid IS NOT NULL;
  -- Memories that a person forgot here. The team store is told, and they do not come back from it.
  CREATE TABLE team_forgotten (
    uid TEXT PRIMARY KEY,
    at INTEGER NOT NULL,
    told INTEGER NOT NULL DEFAULT 0
  ) WITHOUT ROWID;
  -- What the team store has of this machine's sessions and days, as a short mark of the content.
  CREATE TABLE team_sent (
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    mark TEXT NOT NULL,
    PRIMARY KEY (kind, key)
  ) WITHOUT ROWID;
  -- How far the memories of each repository were pulled.
  CREATE TABLE team_pulled (
    repository TEXT PRIMARY KEY,
    xid TEXT NOT NULL,
    uid TEXT NOT NULL
  ) WITHOUT ROWID;
  -- The names of repositories, which are the same on every machine. They outlive the folders.
  CREATE TABLE team_names (
    path TEXT PRIMARY KEY,
    name TEXT NOT NULL
  ) WITHOUT ROWID;
  `,
  `
  -- What each memory is about, as the sentence encoder sees it. Made when a prompt is compared with it.
  CREATE TABLE memory_vectors (
    memory INTEGER PRIMARY KEY,
    -- vectors of different models can't be compared
    model TEXT NOT NULL,
    vector BLOB NOT NULL
  );
  CREATE TRIGGER memory_gone AFTER DELETE ON memories BEGIN
    DELETE FROM memory_vectors WHERE memory = old.id;
  END;
  `,
  `
  -- What each piece of its words means. The last column, because only the best memories' are read: 15 kB each.
  ALTER TABLE memory_vectors ADD COLUMN pieces BLOB;
  `,
];
