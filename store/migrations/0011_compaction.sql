-- Events that are too old to be taken back are compacted: into one a day and item, which says
-- how many there were, of which kinds, by whom and when.

CREATE TABLE compacted_events (
  id       TEXT PRIMARY KEY,                    -- of the first event that it stands for
  item     TEXT NOT NULL,                       -- as in events
  subject  TEXT,                                -- the item's hub:// URI then; null: that of its id
  first_at TEXT NOT NULL,
  last_at  TEXT NOT NULL,
  authors  TEXT NOT NULL,                       -- JSON array: who made how many changes of which kinds, the last one last
  notes    TEXT                                 -- JSON array: what was said about the changes; null: nothing
) WITHOUT ROWID;
CREATE INDEX compacted_events_by_item ON compacted_events(item, id);

-- How far that has come. One row.
CREATE TABLE compaction (
  id      INTEGER PRIMARY KEY CHECK (id = 1),
  through TEXT NOT NULL DEFAULT '',             -- the last event that was looked at: none up to it can be taken back
  days    INTEGER NOT NULL DEFAULT 0,           -- how far undo was to reach back then
  events  INTEGER NOT NULL DEFAULT 0,           -- how many were compacted
  lines   INTEGER NOT NULL DEFAULT 0            -- into how many
);
INSERT INTO compaction(id) VALUES (1);
