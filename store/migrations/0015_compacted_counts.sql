-- On how many compacted days something happened that the history is filtered by, so that a
-- filtered page need not look at every day to say how many there are, or that there are none.
CREATE TABLE compacted_counts (
  kind        TEXT NOT NULL,                    -- 'thread.done', 'thread' for each kind of an item, '' for all
  actor       TEXT NOT NULL,                    -- '' for both
  source_tool TEXT NOT NULL,                    -- '' for all, and for none
  n           INTEGER NOT NULL,
  PRIMARY KEY (kind, actor, source_tool)
) WITHOUT ROWID;

INSERT INTO compacted_counts
SELECT k.value, a.value, t.value, count(DISTINCT c.id)
FROM compacted_events c
  JOIN json_each(CASE WHEN json_valid(c.authors) THEN c.authors ELSE '[]' END) e
  JOIN json_each(e.value, '$.kinds') kinds
  JOIN json_each(json_array('', substr(c.item, 1, instr(c.item, '/') - 1), substr(c.item, 1, instr(c.item, '/') - 1) || '.' || kinds.key)) k
  JOIN json_each(json_array('', CASE WHEN e.value ->> '$.owner' THEN 'owner' ELSE 'agent' END)) a
  JOIN json_each(json_array('', ifnull(e.value ->> '$.tool', ''))) t
GROUP BY 1, 2, 3;
