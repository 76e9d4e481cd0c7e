-- What the hub says of its own accord, and what of it is done.

CREATE TABLE deliveries (
  id               TEXT PRIMARY KEY,
  kind             TEXT NOT NULL CHECK (kind IN ('digest', 'reminder', 'test')),
  slot             TEXT NOT NULL UNIQUE,          -- what must not be said twice
  text             TEXT NOT NULL,                 -- what it says
  threads          TEXT NOT NULL DEFAULT '[]',    -- JSON array: the ids of those a digest names
  payload          TEXT,                          -- JSON, the body as it was sent last
  state            TEXT NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sent', 'failed')),
  attempts         INTEGER NOT NULL DEFAULT 0,
  attempting       INTEGER NOT NULL DEFAULT 0,    -- an attempt has begun and its outcome is not known
  answers          INTEGER NOT NULL DEFAULT 0,    -- attempts that reached the receiver
  first_answer_at  TEXT,
  next_attempt_at  TEXT,                          -- of a queued one
  last_error       TEXT,
  sent_at          TEXT,
  created_at       TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX deliveries_queued ON deliveries(next_attempt_at, id) WHERE state = 'queued';

-- The last slot of each scheduled job that was dealt with, under which schedule.
CREATE TABLE slots (
  job      TEXT PRIMARY KEY,
  schedule TEXT NOT NULL,
  at       TEXT NOT NULL
) WITHOUT ROWID;

-- When the owner was last told of a quiet thread.
CREATE TABLE nudges (
  thread_id TEXT PRIMARY KEY REFERENCES threads(id),
  at        TEXT NOT NULL
) WITHOUT ROWID;

ALTER TABLE reminders ADD COLUMN fires_at TEXT;   -- when it makes itself heard next
ALTER TABLE reminders ADD COLUMN fired_for TEXT;  -- the next_at that it has been heard for
UPDATE reminders SET fires_at = next_at WHERE kind IN ('once', 'daily', 'weekly', 'rrule');
-- What has been due for long is known by now: it would come as a flood.
UPDATE reminders SET fires_at = NULL, fired_for = next_at WHERE kind = 'once' AND next_at <= strftime('%Y-%m-%dT%H:%M:%fZ', 'now');
CREATE INDEX reminders_by_firing ON reminders(fires_at) WHERE deleted_at IS NULL AND done_at IS NULL;
