-- The id of the token that a change came with, by which one token is told from another of the same
-- name; via is what it was called. Null as via is, and where a change is older than this column:
-- then its name stands for it, which is nobody's id.
ALTER TABLE events ADD COLUMN token_id TEXT;
