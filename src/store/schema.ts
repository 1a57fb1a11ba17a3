// One entry per version; an entry that was released is never changed again.
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
];
