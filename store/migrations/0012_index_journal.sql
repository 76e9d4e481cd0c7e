-- Which items have changed since the overlap index was written down, in the transaction of each
-- change. The last row is kept, so that numbers only grow.
CREATE TABLE index_journal (
  seq  INTEGER PRIMARY KEY,
  run  INTEGER NOT NULL, -- of the process that wrote it
  item TEXT NOT NULL     -- its id
);
