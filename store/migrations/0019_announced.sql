-- What the owner has been told of, so that each is said once. What is there already counts as told.
ALTER TABLE approvals ADD COLUMN announced INTEGER NOT NULL DEFAULT 0;
ALTER TABLE forge_conflicts ADD COLUMN announced INTEGER NOT NULL DEFAULT 0;
UPDATE approvals SET announced = 1;
UPDATE forge_conflicts SET announced = 1;
CREATE INDEX approvals_unannounced ON approvals(id) WHERE state = 'pending' AND NOT announced;
