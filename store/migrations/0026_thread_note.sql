-- What was said when a thread was finished last, for search: it stood in the event alone. It stays
-- when the thread is opened again.
ALTER TABLE threads ADD COLUMN note TEXT;

UPDATE threads SET note = coalesce(
    (SELECT CASE WHEN json_valid(e.after) THEN e.after ->> '$.note' END FROM events e
      WHERE e.item = 'thread/' || threads.id AND e.kind IN ('thread.done', 'thread.dismissed')
        AND (threads.status IN ('done', 'dismissed') OR NOT EXISTS (SELECT 1 FROM events u WHERE u.undo_of = e.id))
      ORDER BY e.id DESC LIMIT 1),
    (SELECT n.value ->> '$.text' FROM compacted_events c, json_each(CASE WHEN json_valid(c.notes) THEN c.notes ELSE '[]' END) n
      WHERE c.item = 'thread/' || threads.id AND n.value ->> '$.kind' IN ('thread.done', 'thread.dismissed')
      ORDER BY c.id DESC, n.key DESC LIMIT 1))
  WHERE id IN (SELECT substr(item, length('thread/') + 1) FROM events WHERE kind IN ('thread.done', 'thread.dismissed')
    UNION SELECT substr(item, length('thread/') + 1) FROM compacted_events WHERE item LIKE 'thread/%' AND notes IS NOT NULL);

-- Whoever takes such an event back takes the note with it.
UPDATE events SET before = json_insert(before, '$.note', NULL)
  WHERE kind IN ('thread.done', 'thread.dismissed')
    AND CASE WHEN json_valid(before) AND json_valid(after) THEN after ->> '$.note' IS NOT NULL END;

-- The threads whose full text lacks the note as yet. It is added in the background.
CREATE TABLE spell_due (
  thread_id TEXT PRIMARY KEY
) WITHOUT ROWID;
INSERT INTO spell_due SELECT id FROM threads WHERE note IS NOT NULL AND deleted_at IS NULL;
