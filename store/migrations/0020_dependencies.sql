-- What a thread waits for. It can start when all of those are finished.

ALTER TABLE threads ADD COLUMN depends_on TEXT NOT NULL DEFAULT '[]'; -- JSON array of ids of threads
ALTER TABLE threads ADD COLUMN waiting INTEGER NOT NULL DEFAULT 0;    -- how many of those are live and active

-- The same from the other side. Kept by triggers, as waiting is. CROSS JOIN: left to itself, SQLite
-- would read all threads for the few ids of one.
CREATE TABLE dependencies (
  needs_id  TEXT NOT NULL,
  thread_id TEXT NOT NULL,
  PRIMARY KEY (needs_id, thread_id)
) WITHOUT ROWID;

CREATE TRIGGER dependencies_of_new AFTER INSERT ON threads WHEN new.depends_on <> '[]' BEGIN
  INSERT OR IGNORE INTO dependencies SELECT value, new.id FROM json_each(CASE WHEN json_valid(new.depends_on) THEN new.depends_on ELSE '[]' END);
  UPDATE threads SET waiting = (
    SELECT count(*) FROM json_each(CASE WHEN json_valid(new.depends_on) THEN new.depends_on ELSE '[]' END) d CROSS JOIN threads n ON n.id = d.value
    WHERE n.deleted_at IS NULL AND n.status IN ('open', 'blocked')) WHERE id = new.id;
END;
CREATE TRIGGER dependencies_changed AFTER UPDATE OF depends_on ON threads WHEN new.depends_on <> old.depends_on BEGIN
  DELETE FROM dependencies WHERE thread_id = new.id
    AND needs_id IN (SELECT value FROM json_each(CASE WHEN json_valid(old.depends_on) THEN old.depends_on ELSE '[]' END));
  INSERT OR IGNORE INTO dependencies SELECT value, new.id FROM json_each(CASE WHEN json_valid(new.depends_on) THEN new.depends_on ELSE '[]' END);
  UPDATE threads SET waiting = (
    SELECT count(*) FROM json_each(CASE WHEN json_valid(new.depends_on) THEN new.depends_on ELSE '[]' END) d CROSS JOIN threads n ON n.id = d.value
    WHERE n.deleted_at IS NULL AND n.status IN ('open', 'blocked')) WHERE id = new.id;
END;
CREATE TRIGGER dependencies_ended AFTER UPDATE OF status, deleted_at ON threads
WHEN (old.deleted_at IS NULL AND old.status IN ('open', 'blocked')) <> (new.deleted_at IS NULL AND new.status IN ('open', 'blocked'))
BEGIN
  UPDATE threads SET waiting = waiting + iif(new.deleted_at IS NULL AND new.status IN ('open', 'blocked'), 1, -1)
    WHERE id IN (SELECT thread_id FROM dependencies WHERE needs_id = new.id);
END;

-- The list of what can start walks the newest first and skips what waits without reading its row.
DROP INDEX threads_active;
CREATE INDEX threads_active ON threads(id, waiting, status) WHERE deleted_at IS NULL AND status IN ('open', 'blocked');
