-- The rest of the domain: documents, reminders, session records, settings, approvals; and a
-- history that can be taken back.

-- A project's slug may change and be given up: its history hangs on an id.
ALTER TABLE projects ADD COLUMN id TEXT NOT NULL DEFAULT '';
UPDATE projects SET id = lower(hex(randomblob(6)));      -- twelve digits that are also an id's
ALTER TABLE projects ADD COLUMN deleted_at TEXT;         -- then the slug is '~' and the id, which is no slug
CREATE UNIQUE INDEX projects_by_id ON projects(id);

-- Earlier slugs of a project, which still lead to it.
CREATE TABLE project_aliases (
  alias        TEXT PRIMARY KEY,
  project_slug TEXT NOT NULL REFERENCES projects(slug) ON UPDATE CASCADE ON DELETE CASCADE
) WITHOUT ROWID;
CREATE INDEX project_aliases_by_project ON project_aliases(project_slug);

-- What was added and finished in the last days, for the chart.
CREATE INDEX threads_by_end ON threads(completed_at) WHERE deleted_at IS NULL AND completed_at IS NOT NULL;

-- When a lease or a snooze ends: what a clock changes is found without a look at every thread.
CREATE INDEX threads_by_lease ON threads(lease_expires_at) WHERE deleted_at IS NULL AND lease_expires_at IS NOT NULL;
CREATE INDEX threads_by_snooze ON threads(snoozed_until) WHERE deleted_at IS NULL AND snoozed_until IS NOT NULL;

-- What was left with a step to pick it up by, the longest quiet first.
CREATE INDEX threads_to_resume ON threads(last_activity_at, id) WHERE deleted_at IS NULL AND status = 'open' AND resume_step IS NOT NULL;

-- An event names its item twice: as the URI it had then, and so that it is found under any
-- later name. What a change did to other items beside the first are its parts.
ALTER TABLE events ADD COLUMN item TEXT NOT NULL DEFAULT '';
UPDATE events SET item = CASE
  WHEN subject LIKE 'hub://threads/%' THEN 'thread/' || substr(subject, length('hub://threads/') + 1)
  ELSE 'project/' || coalesce((SELECT id FROM projects WHERE slug = substr(subject, length('hub://projects/') + 1)), '')
END;

DROP INDEX events_by_subject;
CREATE INDEX events_by_item ON events(item, id);
CREATE INDEX events_by_kind ON events(kind, id, actor, source_tool, at); -- all that the history is filtered by
CREATE INDEX events_by_undo ON events(undo_of) WHERE undo_of IS NOT NULL;
CREATE TABLE event_parts (
  event_id TEXT NOT NULL REFERENCES events(id),
  item     TEXT NOT NULL,
  subject  TEXT NOT NULL,
  before   TEXT,
  after    TEXT,
  PRIMARY KEY (event_id, item)
) WITHOUT ROWID;
CREATE INDEX event_parts_by_item ON event_parts(item, event_id);

-- The texts of documents, each version whole. item is that of the events.
CREATE TABLE revisions (
  item        TEXT NOT NULL,
  rev         INTEGER NOT NULL,
  markdown    TEXT NOT NULL,
  created_at  TEXT NOT NULL,
  actor       TEXT NOT NULL CHECK (actor IN ('owner', 'agent')),
  source_tool TEXT,
  PRIMARY KEY (item, rev)
);

CREATE TABLE progress_files (
  project_slug TEXT PRIMARY KEY REFERENCES projects(slug) ON UPDATE CASCADE ON DELETE CASCADE,
  id           TEXT NOT NULL UNIQUE,
  title        TEXT NOT NULL,                   -- the first level-one heading, or empty
  rev          INTEGER NOT NULL,
  percent      INTEGER,                         -- ticked of all task items; null without any
  updated_at   TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE wiki_pages (
  id         TEXT PRIMARY KEY,
  path       TEXT NOT NULL,
  title      TEXT NOT NULL,                     -- the first level-one heading, else the path's end
  rev        INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  deleted_at TEXT
) WITHOUT ROWID;
CREATE UNIQUE INDEX wiki_pages_by_path ON wiki_pages(path) WHERE deleted_at IS NULL;

-- The last revision that a document had when it left its address: the next one there counts
-- on, so that nobody overwrites it with the tag of the one before.
CREATE TABLE left_revisions (
  address TEXT PRIMARY KEY,                     -- a hub:// URI
  rev     INTEGER NOT NULL
) WITHOUT ROWID;

-- The [[links]] of documents that are not deleted, to pages that may not exist.
CREATE TABLE links (
  from_item TEXT NOT NULL,
  to_path   TEXT NOT NULL,
  PRIMARY KEY (from_item, to_path)
) WITHOUT ROWID;
CREATE INDEX links_by_target ON links(to_path, from_item);

CREATE TABLE reminders (
  id            TEXT PRIMARY KEY,
  text          TEXT NOT NULL,
  kind          TEXT NOT NULL CHECK (kind IN ('once', 'daily', 'weekly', 'rrule', 'session', 'random')),
  due_at        TEXT,
  rrule         TEXT,
  thread_id     TEXT REFERENCES threads(id),
  project_slug  TEXT REFERENCES projects(slug) ON UPDATE CASCADE,
  next_at       TEXT,                           -- when it is due next; of session and random: not shown before
  last_fired_at TEXT,
  done_at       TEXT,
  anchor        TEXT,                           -- due_at of a recurring one as the owner's clock shows it
  occurrence_at TEXT,                           -- what next_at stands for, which a snooze moves
  occurrence    TEXT,                           -- the same as the owner's clock shows it
  placed        TEXT NOT NULL,                  -- an id given when next_at changed last: who moves under a reader stays off his later pages
  created_at    TEXT NOT NULL,
  updated_at    TEXT NOT NULL,
  deleted_at    TEXT
) WITHOUT ROWID;
CREATE INDEX reminders_by_time ON reminders(ifnull(next_at, '~'), id) WHERE deleted_at IS NULL AND done_at IS NULL;
CREATE INDEX reminders_all_by_time ON reminders(ifnull(next_at, '~'), id) WHERE deleted_at IS NULL;
CREATE INDEX reminders_by_kind ON reminders(kind, id) WHERE deleted_at IS NULL AND done_at IS NULL;
CREATE INDEX reminders_by_placing ON reminders(placed);
CREATE INDEX reminders_by_thread ON reminders(thread_id, ifnull(next_at, '~'), id) WHERE deleted_at IS NULL;
CREATE INDEX reminders_by_project ON reminders(project_slug, ifnull(next_at, '~'), id) WHERE deleted_at IS NULL;

CREATE TABLE session_records (
  id             TEXT PRIMARY KEY,
  tool           TEXT NOT NULL,
  session_ref    TEXT NOT NULL,
  workspace_path TEXT,
  project_slug   TEXT REFERENCES projects(slug) ON UPDATE CASCADE,
  title          TEXT NOT NULL,
  summary        TEXT,
  open_items     TEXT NOT NULL DEFAULT '[]',    -- JSON array
  started_at     TEXT,
  ended_at       TEXT,
  messages       INTEGER NOT NULL DEFAULT 0,
  updated_at     TEXT NOT NULL,
  UNIQUE (tool, session_ref)
);
CREATE INDEX session_records_by_project ON session_records(project_slug, id);
CREATE INDEX session_records_by_tool ON session_records(tool, id);

-- What an agent may only ask for.
CREATE TABLE approvals (
  id           TEXT PRIMARY KEY,
  kind         TEXT NOT NULL,
  payload      TEXT NOT NULL,                   -- JSON object, canonical: equal requests are one
  reason       TEXT,
  source_tool  TEXT,
  state        TEXT NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'approved', 'rejected')),
  effect       TEXT,                            -- what was decided on, in words
  created_at   TEXT NOT NULL,
  decided_at   TEXT,
  event_id     TEXT                             -- of the change an approval made
) WITHOUT ROWID;
CREATE UNIQUE INDEX approvals_pending ON approvals(kind, payload) WHERE state = 'pending';

CREATE TABLE settings (
  name       TEXT PRIMARY KEY,                  -- 'preferences', 'now'
  value      TEXT NOT NULL,                     -- JSON
  updated_at TEXT NOT NULL
) WITHOUT ROWID;

-- Full text of what is long: documents and session records. The other kinds stay in
-- search_index, so that a question to the texts does not wade through all threads. Both
-- hold words as store/match spells them, which makes any script searchable.
CREATE VIRTUAL TABLE text_index USING fts5(
  title, body, content = '', contentless_delete = 1,
  tokenize = "unicode61 remove_diacritics 0"
);

-- Which kind of item a row of either index is of; one without an entry is a thread.
CREATE TABLE search_kinds (
  row  INTEGER PRIMARY KEY,
  kind TEXT NOT NULL
);
