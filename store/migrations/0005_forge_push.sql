-- What keeps lines from getting lost between the hub and the git remote: which history was
-- met, what a push was about to do when the hub lost sight of it, and whose each file is.

-- The newest commit of the branch that a sync went on with; empty: none yet.
ALTER TABLE forge ADD COLUMN tip TEXT NOT NULL DEFAULT '';

-- What the owner has decided about two sides that diverged, until a sync has done it:
-- accept or restore.
ALTER TABLE forge ADD COLUMN decision TEXT;

UPDATE forge SET tip = coalesce(json_extract(last_sync, '$.commit'), '')
  WHERE json_valid(last_sync) AND json_extract(last_sync, '$.state') = 'ok';

-- The project whose progress file it is. It follows when the project is renamed, and so
-- tells that the file is to follow too. Null: a page, or not known.
ALTER TABLE forge_files ADD COLUMN project TEXT REFERENCES projects(slug) ON UPDATE CASCADE ON DELETE SET NULL;

-- Whether the remote has let the file go, and the hub keeps its text.
ALTER TABLE forge_files ADD COLUMN gone INTEGER NOT NULL DEFAULT 0;

CREATE INDEX forge_files_by_project ON forge_files(project);

UPDATE forge_files SET project = (
  SELECT slug FROM projects p WHERE p.deleted_at IS NULL AND (p.forge_path = forge_files.path
    OR p.forge_path IS NULL AND (forge_files.path = 'projects/' || p.slug || '/PROGRESS.md' OR forge_files.path GLOB '*/projects/' || p.slug || '/PROGRESS.md'))
  ORDER BY p.forge_path IS NULL LIMIT 1);

-- The same of a conflict about a progress file.
ALTER TABLE forge_conflicts ADD COLUMN project TEXT REFERENCES projects(slug) ON UPDATE CASCADE ON DELETE SET NULL;

CREATE INDEX forge_conflicts_by_project ON forge_conflicts(project);

UPDATE forge_conflicts SET project = (
  SELECT slug FROM projects p WHERE p.deleted_at IS NULL AND forge_conflicts.item = 'hub://projects/' || p.slug || '/progress');

-- The pushes that were begun and whose outcome is not known: what both sides have in common
-- of each file if the remote has the commit.
CREATE TABLE forge_pushes (
  hash     TEXT NOT NULL,              -- of the commit
  path     TEXT NOT NULL,              -- inside the repository
  begun_at TEXT NOT NULL,
  base     TEXT,                       -- as in forge_files; null: the commit deletes the file
  file     TEXT NOT NULL DEFAULT '',   -- forge_files.hash
  block    TEXT NOT NULL DEFAULT '',
  project  TEXT NOT NULL DEFAULT '',   -- its slug then
  PRIMARY KEY (hash, path)
) WITHOUT ROWID;
