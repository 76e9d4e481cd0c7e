-- The filters of the thread list by a piece of text, by tool and by energy: which threads may
-- match, so that a rare piece is found without a look at every thread. Its words are pieces
-- of three characters, and marks of tool, energy and project, as store/grams.go writes them. It is written
-- behind the changes, many threads at once, which costs a fraction of what it would within
-- each of them.
CREATE VIRTUAL TABLE thread_grams USING fts5(
  grams, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii'
);

-- The last thread that was written there: later ones are not in it yet.
CREATE TABLE gram_end (
  id        INTEGER PRIMARY KEY CHECK (id = 1),
  thread_id TEXT NOT NULL
);
INSERT INTO gram_end VALUES (1, '');

-- Those up to there that have changed since.
CREATE TABLE gram_due (
  thread_id TEXT PRIMARY KEY
) WITHOUT ROWID;

CREATE TRIGGER threads_gram_insert AFTER INSERT ON threads WHEN new.id <= (SELECT thread_id FROM gram_end) BEGIN
  INSERT OR IGNORE INTO gram_due VALUES (new.id);
END;
-- A project that is renamed stays the same one.
CREATE TRIGGER threads_gram_update AFTER UPDATE OF folded, source_tool, energy, project_slug ON threads
WHEN ((old.folded, old.source_tool, old.energy) IS NOT (new.folded, new.source_tool, new.energy)
    OR old.project_slug <> new.project_slug AND EXISTS (SELECT 1 FROM projects WHERE slug = old.project_slug))
  AND new.id <= (SELECT thread_id FROM gram_end)
BEGIN
  INSERT OR IGNORE INTO gram_due VALUES (new.id);
END;
