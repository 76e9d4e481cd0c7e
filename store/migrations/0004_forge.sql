-- What the hub knows of the git remote that its projects and pages are synchronised with.

-- One row, once there is something to know.
CREATE TABLE forge (
  id        INTEGER PRIMARY KEY CHECK (id = 1),
  remote    TEXT NOT NULL DEFAULT '',  -- the repository, branch and folder that all below is about
  wanted_at TEXT,                      -- when a sync was asked for that has not ended yet
  last_sync TEXT                       -- JSON: what became of the last one
);

-- The files of the remote that the hub has met: what both sides had in common last.
CREATE TABLE forge_files (
  path  TEXT PRIMARY KEY,              -- inside the repository
  base  TEXT NOT NULL,                 -- the text, with nothing between the hub's markers
  hash  TEXT NOT NULL DEFAULT '',      -- git's name of the file that held it; empty: not known
  block TEXT NOT NULL DEFAULT ''       -- digest of the threads that the hub last wrote into the file
) WITHOUT ROWID;

-- The files that were changed on both sides in the same place. They rest until the owner
-- has decided.
CREATE TABLE forge_conflicts (
  id       TEXT PRIMARY KEY,
  path     TEXT NOT NULL UNIQUE,       -- inside the repository
  item     TEXT NOT NULL,              -- the hub:// address of the document
  base     TEXT NOT NULL,
  ours     TEXT NOT NULL,
  theirs   TEXT NOT NULL,
  found_at TEXT NOT NULL
) WITHOUT ROWID;
