package store

import (
	"context"
	"database/sql"
	"errors"
)

// SavedSession is what became of one record of a batch.
type SavedSession struct {
	ID      string // of the record; empty when it was refused
	Outcome string // "created", "updated", "unchanged"; empty when it was refused
	Refused []FieldError
}

// damagedRecord is why a record can't take the place of the one it was sent for before.
const damagedRecord = "names a record whose row in the database is damaged: restore a backup from before"

// SaveSessions takes over what an indexer found, in one change: each record in the place of
// the one it sent before under the same tool and session_ref. One that breaks a rule is
// refused by itself. Records never touch threads, and one that says nothing new writes
// nothing. EventID is that of the last record that changed.
func (s *Store) SaveSessions(ctx context.Context, by By, batch []SessionInput) (Written[[]SavedSession], error) {
	return answer(ctx, s, "save session records", by, func(tx *tx) (out Written[[]SavedSession], err error) {
		projects, err := txCollect(tx, scanProject, projectQuery+`WHERE p.deleted_at IS NULL`)
		if err != nil {
			return out, err
		}
		out.Item = make([]SavedSession, len(batch))
		for i, in := range batch {
			saved, event, err := tx.saveSession(in, projects)
			if refused := new(InvalidError); errors.As(err, &refused) {
				saved, err = SavedSession{Refused: refused.Fields}, nil
			}
			if err != nil && s.leaveOut(err) {
				saved, err = SavedSession{Refused: []FieldError{{"session_ref", damagedRecord}}}, nil
			}
			if err != nil {
				return out, err
			}
			out.Item[i] = saved
			if event != "" {
				out.EventID = event
			}
		}
		return out, nil
	})
}

func (tx *tx) saveSession(in SessionInput, projects []Project) (saved SavedSession, event string, err error) {
	var fresh SessionRecord
	v := in.apply(&fresh) // for the key as it is stored
	if err := v.err(); err != nil {
		return saved, "", err
	}
	r, err := scanSession(tx.Row(`SELECT `+sessionColumns+` FROM session_records WHERE tool = ? AND session_ref = ?`, fresh.Tool, fresh.SessionRef))
	if errors.Is(err, sql.ErrNoRows) {
		return tx.createSession(fresh, in, projects)
	}
	if err != nil {
		return saved, "", err
	}
	before, err := fieldsOf(r)
	if err != nil {
		return saved, "", err
	}
	old := r.doc()
	in.apply(&r)
	if err := tx.fileSession(&r, in, projects); err != nil {
		return saved, "", err
	}
	after, err := fieldsOf(r)
	if err != nil {
		return saved, "", err
	}
	difference(before, after)
	if len(after) == 0 {
		return SavedSession{ID: r.ID, Outcome: "unchanged"}, "", nil
	}
	if err := tx.putSession(&r, &old); err != nil {
		return saved, "", err
	}
	event, err = tx.record("session.updated", part{r.subject(), withoutTexts(before), withoutTexts(after)})
	return SavedSession{ID: r.ID, Outcome: "updated"}, event, err
}

func (tx *tx) createSession(r SessionRecord, in SessionInput, projects []Project) (saved SavedSession, event string, err error) {
	r.ID = tx.NewID()
	if r.OpenItems == nil {
		r.OpenItems = []string{}
	}
	if err := tx.fileSession(&r, in, projects); err != nil {
		return saved, "", err
	}
	if err := tx.putSession(&r, nil); err != nil {
		return saved, "", err
	}
	after, err := fieldsOf(r)
	if err != nil {
		return saved, "", err
	}
	event, err = tx.record("session.created", part{r.subject(), nil, withoutTexts(after)})
	return SavedSession{ID: r.ID, Outcome: "created"}, event, err
}

// withoutTexts is what the event of a session record shows. No undo is for it, so the long
// texts stay out: they change with every turn of a session.
func withoutTexts(f fields) fields {
	delete(f, "summary")
	delete(f, "open_items")
	delete(f, "updated_at")
	return f
}
