-- The git remote of a session's folder. It files the record under a project when the folder
-- does not, also under one that is registered later.

-- Without user name and password; null: none, or not known.
ALTER TABLE session_records ADD COLUMN repo_url TEXT;
