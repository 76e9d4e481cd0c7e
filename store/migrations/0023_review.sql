-- What was finished in a span of time: the review asks. Only a thread's end writes here.
CREATE INDEX threads_finished ON threads(completed_at, id) WHERE deleted_at IS NULL AND status = 'done';

-- One more kind of message. What waits keeps its row and its id.
CREATE TABLE deliveries_with_review (
  id               TEXT PRIMARY KEY,
  kind             TEXT NOT NULL CHECK (kind IN ('digest', 'review', 'reminder', 'ready', 'approval', 'conflict', 'alarm', 'test')),
  slot             TEXT NOT NULL,                 -- what must not be said twice in one way
  channel          TEXT NOT NULL CHECK (channel IN ('gateway', 'push', 'ntfy', 'mail', 'webhook')),
  device           TEXT NOT NULL DEFAULT '',      -- of push: which
  text             TEXT NOT NULL,                 -- what it says, for an agent gateway
  notice           TEXT,                          -- JSON: the same for people; null: older than this column
  threads          TEXT NOT NULL DEFAULT '[]',    -- JSON array: the ids of those it names
  payload          TEXT,                          -- JSON, the body as it was sent last
  state            TEXT NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sent', 'failed')),
  attempts         INTEGER NOT NULL DEFAULT 0,
  attempting       INTEGER NOT NULL DEFAULT 0,    -- an attempt has begun and its outcome is not known
  answers          INTEGER NOT NULL DEFAULT 0,    -- attempts that reached the receiver
  first_answer_at  TEXT,
  next_attempt_at  TEXT,                          -- of a queued one
  last_error       TEXT,
  sent_at          TEXT,
  created_at       TEXT NOT NULL,
  due_at           TEXT NOT NULL,                 -- from when on it may be sent: later than created_at in quiet hours
  UNIQUE (slot, channel, device)
) WITHOUT ROWID;

INSERT INTO deliveries_with_review(id, kind, slot, channel, device, text, notice, threads, payload, state, attempts, attempting, answers, first_answer_at, next_attempt_at, last_error, sent_at, created_at, due_at)
  SELECT id, kind, slot, channel, device, text, notice, threads, payload, state, attempts, attempting, answers, first_answer_at, next_attempt_at, last_error, sent_at, created_at, due_at FROM deliveries;
DROP TABLE deliveries;
ALTER TABLE deliveries_with_review RENAME TO deliveries;
CREATE INDEX deliveries_queued ON deliveries(channel, next_attempt_at, id) WHERE state = 'queued';
