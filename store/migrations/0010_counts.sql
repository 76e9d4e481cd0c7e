-- Numbers that are asked for all the time, kept by triggers as thread_counts is: no code path
-- can forget them, and no reader has to count what may be a million rows.

-- How many events there are of each kind by each author; an author without a name is ''.
CREATE TABLE event_counts (
  kind        TEXT NOT NULL,
  actor       TEXT NOT NULL,
  source_tool TEXT NOT NULL,
  n           INTEGER NOT NULL,
  PRIMARY KEY (kind, actor, source_tool)
) WITHOUT ROWID;

CREATE TRIGGER events_count_insert AFTER INSERT ON events BEGIN
  INSERT INTO event_counts VALUES (new.kind, new.actor, ifnull(new.source_tool, ''), 1)
    ON CONFLICT DO UPDATE SET n = n + 1;
END;
CREATE TRIGGER events_count_delete AFTER DELETE ON events BEGIN
  UPDATE event_counts SET n = n - 1 WHERE kind = old.kind AND actor = old.actor AND source_tool = ifnull(old.source_tool, '');
END;
CREATE TRIGGER events_count_update AFTER UPDATE OF kind, actor, source_tool ON events BEGIN
  UPDATE event_counts SET n = n - 1 WHERE kind = old.kind AND actor = old.actor AND source_tool = ifnull(old.source_tool, '');
  INSERT INTO event_counts VALUES (new.kind, new.actor, ifnull(new.source_tool, ''), 1)
    ON CONFLICT DO UPDATE SET n = n + 1;
END;

-- The history of each of them in its order. What is asked for is a few of them, as
-- event_counts says, and the newest of each.
DROP INDEX events_by_kind;
CREATE INDEX events_by_author ON events(kind, actor, source_tool, id, at);

INSERT INTO event_counts SELECT kind, actor, ifnull(source_tool, ''), count(*) FROM events GROUP BY 1, 2, 3;

-- Live threads by the quarter of an hour in which they were added and finished: the days of
-- every time zone are made of those. '2026-05-04T10:3' begins at 10:45.
CREATE TABLE thread_quarters (
  quarter  TEXT PRIMARY KEY,
  added    INTEGER NOT NULL,
  finished INTEGER NOT NULL
) WITHOUT ROWID;

-- Active threads of each project by the hour of the last work on them: most stale ones are
-- told from the others by that.
CREATE TABLE thread_hours (
  project_slug TEXT NOT NULL REFERENCES projects(slug) ON UPDATE CASCADE ON DELETE CASCADE,
  hour         TEXT NOT NULL,                     -- '2026-05-04T10'
  n            INTEGER NOT NULL,
  PRIMARY KEY (project_slug, hour)
) WITHOUT ROWID;

DROP TRIGGER threads_count_insert;
CREATE TRIGGER threads_count_insert AFTER INSERT ON threads WHEN new.deleted_at IS NULL BEGIN
  INSERT INTO thread_counts VALUES (new.project_slug, new.status, 1)
    ON CONFLICT DO UPDATE SET n = n + 1;
  INSERT INTO thread_hours SELECT new.project_slug, substr(new.last_activity_at, 1, 13), 1 WHERE new.status IN ('open', 'blocked')
    ON CONFLICT DO UPDATE SET n = n + 1;
  INSERT INTO thread_quarters VALUES (substr(new.created_at, 1, 14) || (substr(new.created_at, 15, 2) / 15), 1, 0)
    ON CONFLICT DO UPDATE SET added = added + 1;
  INSERT INTO thread_quarters SELECT substr(new.completed_at, 1, 14) || (substr(new.completed_at, 15, 2) / 15), 0, 1 WHERE new.completed_at IS NOT NULL
    ON CONFLICT DO UPDATE SET finished = finished + 1;
END;

DROP TRIGGER threads_count_delete;
CREATE TRIGGER threads_count_delete AFTER DELETE ON threads WHEN old.deleted_at IS NULL BEGIN
  UPDATE thread_counts SET n = n - 1 WHERE project_slug = old.project_slug AND status = old.status;
  UPDATE thread_hours SET n = n - 1
    WHERE old.status IN ('open', 'blocked') AND project_slug = old.project_slug AND hour = substr(old.last_activity_at, 1, 13);
  UPDATE thread_quarters SET added = added - 1 WHERE quarter = substr(old.created_at, 1, 14) || (substr(old.created_at, 15, 2) / 15);
  UPDATE thread_quarters SET finished = finished - 1 WHERE quarter = substr(old.completed_at, 1, 14) || (substr(old.completed_at, 15, 2) / 15);
END;

-- Of a renamed project the rows follow by their cascade, as those of thread_counts do.
CREATE TRIGGER threads_hour_update AFTER UPDATE OF project_slug, status, deleted_at, last_activity_at ON threads
WHEN (old.project_slug, substr(old.last_activity_at, 1, 13), old.deleted_at IS NULL AND old.status IN ('open', 'blocked'))
  IS NOT (new.project_slug, substr(new.last_activity_at, 1, 13), new.deleted_at IS NULL AND new.status IN ('open', 'blocked'))
  AND EXISTS (SELECT 1 FROM projects WHERE slug = old.project_slug)
BEGIN
  UPDATE thread_hours SET n = n - 1
    WHERE old.deleted_at IS NULL AND old.status IN ('open', 'blocked') AND project_slug = old.project_slug AND hour = substr(old.last_activity_at, 1, 13);
  DELETE FROM thread_hours WHERE project_slug = old.project_slug AND hour = substr(old.last_activity_at, 1, 13) AND n = 0;
  INSERT INTO thread_hours SELECT new.project_slug, substr(new.last_activity_at, 1, 13), 1 WHERE new.deleted_at IS NULL AND new.status IN ('open', 'blocked')
    ON CONFLICT DO UPDATE SET n = n + 1;
END;
CREATE TRIGGER threads_quarter_update AFTER UPDATE OF deleted_at, created_at, completed_at ON threads
WHEN (old.deleted_at IS NULL, old.created_at, old.completed_at) IS NOT (new.deleted_at IS NULL, new.created_at, new.completed_at)
BEGIN
  UPDATE thread_quarters SET added = added - 1
    WHERE old.deleted_at IS NULL AND quarter = substr(old.created_at, 1, 14) || (substr(old.created_at, 15, 2) / 15);
  UPDATE thread_quarters SET finished = finished - 1
    WHERE old.deleted_at IS NULL AND quarter = substr(old.completed_at, 1, 14) || (substr(old.completed_at, 15, 2) / 15);
  INSERT INTO thread_quarters SELECT substr(new.created_at, 1, 14) || (substr(new.created_at, 15, 2) / 15), 1, 0 WHERE new.deleted_at IS NULL
    ON CONFLICT DO UPDATE SET added = added + 1;
  INSERT INTO thread_quarters SELECT substr(new.completed_at, 1, 14) || (substr(new.completed_at, 15, 2) / 15), 0, 1 WHERE new.deleted_at IS NULL AND new.completed_at IS NOT NULL
    ON CONFLICT DO UPDATE SET finished = finished + 1;
END;

DROP INDEX threads_by_end;                        -- only the chart asked it

INSERT INTO thread_hours SELECT project_slug, substr(last_activity_at, 1, 13), count(*) FROM threads
  WHERE deleted_at IS NULL AND status IN ('open', 'blocked') GROUP BY 1, 2;
INSERT INTO thread_quarters SELECT substr(created_at, 1, 14) || (substr(created_at, 15, 2) / 15), count(*), 0 FROM threads
  WHERE deleted_at IS NULL GROUP BY 1;
INSERT INTO thread_quarters SELECT substr(completed_at, 1, 14) || (substr(completed_at, 15, 2) / 15), 0, count(*) FROM threads
  WHERE deleted_at IS NULL AND completed_at IS NOT NULL GROUP BY 1
  ON CONFLICT DO UPDATE SET finished = excluded.finished;
