-- Projects, threads, their history, and what keeps a retried request from acting twice.
-- Times are RFC 3339 UTC text with milliseconds: they sort as text. Ids: see store/id.go.

CREATE TABLE projects (
  slug            TEXT PRIMARY KEY,
  title           TEXT NOT NULL,
  description     TEXT,
  repo_url        TEXT,
  workspace_paths TEXT NOT NULL DEFAULT '[]',   -- JSON array of absolute folders
  forge_path      TEXT,                         -- null: projects/<slug>/PROGRESS.md
  pinned          INTEGER NOT NULL DEFAULT 0,
  archived_at     TEXT,
  created_at      TEXT NOT NULL,
  updated_at      TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE threads (
  id               TEXT PRIMARY KEY,
  project_slug     TEXT NOT NULL REFERENCES projects(slug) ON UPDATE CASCADE,
  summary          TEXT NOT NULL,
  source_tool      TEXT,                        -- the tool that created it
  status           TEXT NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'blocked', 'done', 'dismissed')),
  energy           TEXT NOT NULL DEFAULT 'unknown' CHECK (energy IN ('low', 'medium', 'high', 'unknown')),
  goal             TEXT,
  focus            TEXT,
  next_steps       TEXT NOT NULL DEFAULT '[]',  -- JSON array of at most three
  blocked_reason   TEXT,
  resume_step      TEXT,                        -- the pickup action left by a pause
  tried            TEXT NOT NULL DEFAULT '[]',  -- JSON array of {what, why_not}
  workspace_path   TEXT,
  transcript_ref   TEXT,
  origin           TEXT NOT NULL CHECK (origin IN ('owner', 'agent')),
  version          INTEGER NOT NULL DEFAULT 1,  -- rises with every change but those of the lease
  created_at       TEXT NOT NULL,
  updated_at       TEXT NOT NULL,               -- moves on edits
  last_activity_at TEXT NOT NULL,               -- moves on work; decides what is stale
  paused_at        TEXT,
  completed_at     TEXT,                        -- when it was done or dismissed; an edit never moves it
  snoozed_until    TEXT,
  merged_into      TEXT REFERENCES threads(id),
  lease_id         TEXT,                        -- known to its holder only
  lease_holder     TEXT,
  lease_expires_at TEXT,
  lease_minutes    INTEGER,                     -- the length a renewal grants again
  deleted_at       TEXT,
  folded           TEXT NOT NULL                -- case-folded text for the filter q
);

-- The lists, each in the order it is read. The conditions must stand in the query word
-- for word for SQLite to use a partial index.
CREATE INDEX threads_active ON threads(id) WHERE deleted_at IS NULL AND status IN ('open', 'blocked');
CREATE INDEX threads_active_by_project ON threads(project_slug, id) WHERE deleted_at IS NULL AND status IN ('open', 'blocked');
CREATE INDEX threads_active_by_age ON threads(last_activity_at, id, snoozed_until) WHERE deleted_at IS NULL AND status IN ('open', 'blocked');
CREATE INDEX threads_active_by_project_age ON threads(project_slug, last_activity_at, id, snoozed_until) WHERE deleted_at IS NULL AND status IN ('open', 'blocked');
CREATE INDEX threads_by_status ON threads(status, id) WHERE deleted_at IS NULL;
CREATE INDEX threads_by_project ON threads(project_slug, status, id) WHERE deleted_at IS NULL;

-- How many live threads each project has in each status. Kept by triggers, so that no
-- code path can forget it and no list has to count.
CREATE TABLE thread_counts (
  project_slug TEXT NOT NULL REFERENCES projects(slug) ON UPDATE CASCADE ON DELETE CASCADE,
  status       TEXT NOT NULL,
  n            INTEGER NOT NULL,
  PRIMARY KEY (project_slug, status)
) WITHOUT ROWID;

CREATE TRIGGER threads_count_insert AFTER INSERT ON threads WHEN new.deleted_at IS NULL BEGIN
  INSERT INTO thread_counts VALUES (new.project_slug, new.status, 1)
    ON CONFLICT DO UPDATE SET n = n + 1;
END;
CREATE TRIGGER threads_count_delete AFTER DELETE ON threads WHEN old.deleted_at IS NULL BEGIN
  UPDATE thread_counts SET n = n - 1 WHERE project_slug = old.project_slug AND status = old.status;
END;
-- A renamed project carries its counts along by its own cascade: by then the rows of
-- thread_counts have the new slug or the old one, so only a move between projects counts.
CREATE TRIGGER threads_count_update AFTER UPDATE OF project_slug, status, deleted_at ON threads
WHEN (old.project_slug, old.status, old.deleted_at IS NULL) IS NOT (new.project_slug, new.status, new.deleted_at IS NULL)
  AND EXISTS (SELECT 1 FROM projects WHERE slug = old.project_slug)
BEGIN
  UPDATE thread_counts SET n = n - 1
    WHERE old.deleted_at IS NULL AND project_slug = old.project_slug AND status = old.status;
  INSERT INTO thread_counts SELECT new.project_slug, new.status, 1 WHERE new.deleted_at IS NULL
    ON CONFLICT DO UPDATE SET n = n + 1;
END;

-- What happened: append-only, one row a change, written in the change's transaction.
CREATE TABLE events (
  id          TEXT PRIMARY KEY,
  at          TEXT NOT NULL,
  actor       TEXT NOT NULL CHECK (actor IN ('owner', 'agent')),
  source_tool TEXT,
  kind        TEXT NOT NULL,                    -- "thread.created", ...
  subject     TEXT NOT NULL,                    -- the item's hub:// URI
  before      TEXT,                             -- JSON object of the fields that changed
  after       TEXT,
  undo_of     TEXT
);
CREATE INDEX events_by_subject ON events(subject, id);

-- Answers already given, by Idempotency-Key, kept for a day.
CREATE TABLE receipts (
  scope      TEXT NOT NULL,                     -- method and path
  key        TEXT NOT NULL,
  request    BLOB NOT NULL,                     -- digest of the request's body
  answer     BLOB NOT NULL,
  created_at TEXT NOT NULL,
  PRIMARY KEY (scope, key)
) WITHOUT ROWID;
CREATE INDEX receipts_by_age ON receipts(created_at);

-- Full text. The row id is the number behind the item's id. The text itself is not kept
-- a second time (content=''); its own table has it.
CREATE VIRTUAL TABLE search_index USING fts5(
  title, body, content = '', contentless_delete = 1,
  tokenize = "unicode61 remove_diacritics 2"
);
