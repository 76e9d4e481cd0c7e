package store

import (
	"context"
	"database/sql"
	"errors"
)

// FormerEnd is how a thread ended that is open again: whoever goes on with it must know what came of
// it, and what is still wanted.
type FormerEnd struct {
	Status   Status // done or dismissed
	At       Time
	Note     string // what it was ended with, or what was added then, if anything
	Reopened *Event // when, and by whom; nil: that is beyond undo
	Reason   string // why it was reopened, if that was said
}

// FormerEnd returns the last end of an active thread that was reopened since; nil: there is none. Of
// what is beyond undo only the notes are left: an end without one is not told.
func (s *Store) FormerEnd(ctx context.Context, t Thread) (*FormerEnd, error) {
	if !t.Status.Active() {
		return nil, nil
	}
	end, err := s.formerEnd(ctx, itemKey(kindThread, t.ID))
	if end != nil && t.note != nil { // with what was added to it since
		end.Note = *t.note
	}
	return end, wrap("read how a thread ended before", err)
}

func (s *Store) formerEnd(ctx context.Context, item string) (*FormerEnd, error) {
	var reopened Event
	var end FormerEnd
	note := `coalesce(` + readable("after") + ` ->> '$.note', '')`
	err := s.db.Row(ctx, `SELECT id, at, actor, source_tool, `+note+` FROM events
		WHERE item = ? AND kind = 'thread.reopened' AND `+readable("before")+` ->> '$.status' IN ('done', 'dismissed') ORDER BY id DESC LIMIT 1`,
		item).Scan(&reopened.ID, &reopened.At, &reopened.Actor, &reopened.SourceTool, &end.Reason)
	if errors.Is(err, sql.ErrNoRows) {
		return s.pastEnd(ctx, item)
	}
	if err != nil {
		return nil, err
	}
	end.Reopened = &reopened
	var kind string
	err = s.db.Row(ctx, `SELECT at, kind, `+note+` FROM events
		WHERE item = ? AND kind IN ('thread.done', 'thread.dismissed', 'thread.merged') AND id < ? ORDER BY id DESC LIMIT 1`,
		item, reopened.ID).Scan(&end.At, &kind, &end.Note)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		past, err := s.pastEnd(ctx, item)
		if past != nil {
			past.Reopened, past.Reason = end.Reopened, end.Reason
		}
		return past, err
	case err != nil, kind == "thread.merged": // its end was that of another thread
		return nil, err
	}
	end.Status = endOf(kind)
	return &end, nil
}

// pastEnd is the end that the notes of changes beyond undo tell.
func (s *Store) pastEnd(ctx context.Context, item string) (end *FormerEnd, err error) {
	days, err := collect(ctx, s, scanDay, `SELECT `+dayColumns+` FROM compacted_events c WHERE c.item = ? AND c.notes IS NOT NULL ORDER BY c.id`, item)
	for _, day := range days {
		for _, note := range day.notes {
			switch {
			case note.Kind == "thread.done", note.Kind == "thread.dismissed":
				end = &FormerEnd{Status: endOf(note.Kind), At: note.At, Note: note.Text}
			case note.Kind == "thread.reopened" && end != nil:
				end.Reason = note.Text
			}
		}
	}
	return end, err
}

// endOf is the state that an event of a kind ends a thread with.
func endOf(kind string) Status {
	if kind == "thread.dismissed" {
		return StatusDismissed
	}
	return StatusDone
}
