package store

import (
	"context"
	"database/sql"
	"errors"

	"github.com/progresshub/progresshub/store/sqlite"
)

// tx is one change of the domain under way.
type tx struct {
	*sqlite.Tx
	store *Store
	by    By
	now   Time

	undoOf *string // the event that is being taken back
}

// write makes a change; see [sqlite.DB.Write].
func (s *Store) write(ctx context.Context, op string, by By, fn func(*tx) error) error {
	return wrap(op, s.db.Write(ctx, op, s.change(by, fn)))
}

// change is a change made by somebody.
func (s *Store) change(by By, fn func(*tx) error) func(*sqlite.Tx) error {
	by = by.clean()
	return func(t *sqlite.Tx) error { return fn(&tx{Tx: t, store: s, by: by, now: At(t.Now())}) }
}

// texts reads the first column of all rows of a query.
func (tx *tx) texts(query string, args ...any) ([]string, error) {
	return txCollect(tx, scanString, query, args...)
}

// txCollect reads all rows of a query as this change sees them. A damaged one is left out:
// it must not keep the others from being changed.
func txCollect[T any](tx *tx, scan func(rowScanner) (T, error), query string, args ...any) ([]T, error) {
	rows, err := tx.Query(query, args...)
	if err != nil {
		return nil, err
	}
	return scanSome(rows, scan, tx.store.leaveOut)
}

// found turns a missing row into a NotFoundError.
func found(err error, kind, id string) error {
	if errors.Is(err, sql.ErrNoRows) {
		return &NotFoundError{Kind: kind, ID: id}
	}
	return err
}

// touch says that something a reader can see has changed, without an event.
func (tx *tx) touch() { tx.store.news.Note(tx.Tx, nil) }
