-- The name of the token that a change came with; null: the owner's session, the access token, or
-- a change from before tokens had names.
ALTER TABLE events ADD COLUMN via TEXT;

CREATE INDEX events_by_via ON events(via, id) WHERE via IS NOT NULL;
