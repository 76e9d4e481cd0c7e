-- Whether the project has its file at another path still, and is to move it here: it agrees
-- with the remote on the base, and nobody else does.
ALTER TABLE forge_files ADD COLUMN claimed INTEGER NOT NULL DEFAULT 0;
