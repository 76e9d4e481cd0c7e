-- Whether a reminder makes itself heard in quiet hours too.
ALTER TABLE reminders ADD COLUMN urgent INTEGER NOT NULL DEFAULT 0;
