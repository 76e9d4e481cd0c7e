-- Work brought from other tools: each time that some was, and what each item of a source became, so
-- that the same source brings only what is new.
CREATE TABLE imports (
  id         TEXT PRIMARY KEY,
  source     TEXT NOT NULL,                       -- the tool
  projects   INTEGER NOT NULL,                    -- how many of each it made
  threads    INTEGER NOT NULL,
  pages      INTEGER NOT NULL,
  reminders  INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  deleted_at TEXT                                 -- when it was taken back
);
CREATE TABLE origins (
  ref       TEXT PRIMARY KEY,                     -- tool, kind and reference there: 'beads/thread/bd-12'
  item      TEXT NOT NULL,                        -- its key in the history
  import_id TEXT NOT NULL REFERENCES imports(id)
) WITHOUT ROWID;
