-- How many changes there were: in each quarter of an hour, of which the days of every time zone are
-- made, by the owner and by agents; and in each project, for a small line, in each hour. A trigger
-- counts them, as those of event_counts are. What is compacted stays counted, so nothing is ever taken
-- off. What follows from other changes or from the time is none (see passing), nor is what an indexer
-- tells of sessions.

CREATE TABLE change_quarters (
  quarter TEXT PRIMARY KEY,                       -- as in thread_quarters
  owner   INTEGER NOT NULL,
  agents  INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE project_hours (
  project_slug TEXT NOT NULL REFERENCES projects(slug) ON UPDATE CASCADE ON DELETE CASCADE,
  hour         TEXT NOT NULL,                     -- as in thread_hours
  n            INTEGER NOT NULL,                  -- changes of the project, its threads and its progress file
  PRIMARY KEY (project_slug, hour)
) WITHOUT ROWID;

CREATE TRIGGER events_quarter_insert AFTER INSERT ON events
WHEN new.kind NOT IN ('thread.claimed', 'thread.released', 'reminder.rescheduled', 'reminder.fired') AND new.kind NOT LIKE 'session.%'
BEGIN
  INSERT INTO change_quarters VALUES (substr(new.at, 1, 14) || (substr(new.at, 15, 2) / 15), new.actor = 'owner', new.actor = 'agent')
    ON CONFLICT DO UPDATE SET owner = owner + excluded.owner, agents = agents + excluded.agents;
  INSERT INTO project_hours
    SELECT slug, substr(new.at, 1, 13), 1 FROM (SELECT CASE substr(new.item, 1, instr(new.item, '/') - 1)
      WHEN 'thread' THEN (SELECT project_slug FROM threads WHERE id = substr(new.item, 8))
      WHEN 'progress' THEN (SELECT project_slug FROM progress_files WHERE id = substr(new.item, 10))
      WHEN 'project' THEN (SELECT slug FROM projects WHERE id = substr(new.item, 9)) END AS slug) WHERE slug IS NOT NULL
    ON CONFLICT DO UPDATE SET n = n + 1;
END;

INSERT INTO change_quarters SELECT substr(at, 1, 14) || (substr(at, 15, 2) / 15), sum(actor = 'owner'), sum(actor = 'agent') FROM events
  WHERE kind NOT IN ('thread.claimed', 'thread.released', 'reminder.rescheduled', 'reminder.fired') AND kind NOT LIKE 'session.%' GROUP BY 1;

-- Of a compacted day the last moment is known: it is of the same day of the owner's as the others.
INSERT INTO change_quarters
  SELECT substr(c.last_at, 1, 14) || (substr(c.last_at, 15, 2) / 15), sum(k.value * (a.value ->> '$.owner' IS 1)), sum(k.value * (a.value ->> '$.owner' IS NOT 1))
  FROM compacted_events c
    JOIN json_each(CASE WHEN json_valid(c.authors) THEN c.authors ELSE '[]' END) a
    JOIN json_each(a.value, '$.kinds') k
  WHERE substr(c.item, 1, instr(c.item, '/')) || k.key NOT IN ('thread/claimed', 'thread/released', 'reminder/rescheduled', 'reminder/fired') AND c.item NOT LIKE 'session/%'
  GROUP BY 1
  ON CONFLICT DO UPDATE SET owner = owner + excluded.owner, agents = agents + excluded.agents;

-- Of the projects the last weeks are shown.
INSERT INTO project_hours
  SELECT slug, hour, count(*) FROM (
    SELECT substr(e.at, 1, 13) AS hour, CASE substr(e.item, 1, instr(e.item, '/') - 1)
      WHEN 'thread' THEN (SELECT project_slug FROM threads WHERE id = substr(e.item, 8))
      WHEN 'progress' THEN (SELECT project_slug FROM progress_files WHERE id = substr(e.item, 10))
      WHEN 'project' THEN (SELECT slug FROM projects WHERE id = substr(e.item, 9)) END AS slug
    FROM events e WHERE e.kind NOT IN ('thread.claimed', 'thread.released', 'reminder.rescheduled', 'reminder.fired') AND e.kind NOT LIKE 'session.%')
  WHERE slug IS NOT NULL GROUP BY 1, 2;
