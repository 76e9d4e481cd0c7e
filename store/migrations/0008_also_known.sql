-- What else a thread is called: the wordings it was found by, and the titles of threads that
-- were merged into it.

ALTER TABLE threads ADD COLUMN also_known TEXT NOT NULL DEFAULT '[]'; -- JSON array of strings, the oldest first
