-- The owner is told in more ways than one: each message has a row for every channel, and of push
-- for every device. What waits keeps its row and its id.

CREATE TABLE deliveries_of_channels (
  id               TEXT PRIMARY KEY,
  kind             TEXT NOT NULL CHECK (kind IN ('digest', 'reminder', 'approval', 'conflict', 'alarm', 'test')),
  slot             TEXT NOT NULL,                 -- what must not be said twice in one way
  channel          TEXT NOT NULL CHECK (channel IN ('gateway', 'push', 'ntfy', 'mail', 'webhook')),
  device           TEXT NOT NULL DEFAULT '',      -- of push: which
  text             TEXT NOT NULL,                 -- what it says, for an agent gateway
  notice           TEXT,                          -- JSON: the same for people; null: older than this column
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
  created_at       TEXT NOT NULL,
  due_at           TEXT NOT NULL,                 -- from when on it may be sent: later than created_at in quiet hours
  UNIQUE (slot, channel, device)
) WITHOUT ROWID;

INSERT INTO deliveries_of_channels(id, kind, slot, channel, text, threads, payload, state, attempts, attempting, answers, first_answer_at, next_attempt_at, last_error, sent_at, created_at, due_at)
  SELECT id, kind, slot, 'gateway', text, threads, payload, state, attempts, attempting, answers, first_answer_at, next_attempt_at, last_error, sent_at, created_at, created_at FROM deliveries;
DROP TABLE deliveries;
ALTER TABLE deliveries_of_channels RENAME TO deliveries;
CREATE INDEX deliveries_queued ON deliveries(channel, next_attempt_at, id) WHERE state = 'queued';

-- Each channel has a digest of its own, so what one of them has told counts for it alone.
CREATE TABLE nudges_of_channels (
  thread_id TEXT NOT NULL REFERENCES threads(id),
  channel   TEXT NOT NULL,
  at        TEXT NOT NULL,
  PRIMARY KEY (thread_id, channel)
) WITHOUT ROWID;
INSERT INTO nudges_of_channels SELECT thread_id, 'gateway', at FROM nudges;
DROP TABLE nudges;
ALTER TABLE nudges_of_channels RENAME TO nudges;
UPDATE slots SET job = 'digest/gateway' WHERE job = 'digest';

-- What one tap on a message does. The token that allows it is in the message alone.
CREATE TABLE actions (
  digest      BLOB PRIMARY KEY,                   -- SHA-256 of the token
  delivery_id TEXT NOT NULL,
  slot        TEXT NOT NULL,                      -- of the delivery: using one ends all others of it
  verb        TEXT NOT NULL,
  subject     TEXT NOT NULL,                      -- hub:// addresses, separated by spaces
  expires_at  TEXT NOT NULL,
  used_at     TEXT
) WITHOUT ROWID;
CREATE INDEX actions_by_slot ON actions(slot);
CREATE INDEX actions_by_end ON actions(expires_at);
