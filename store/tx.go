package store

import (
	"context"
	"database/sql"
	"errors"

	"github.com/progresshub/progresshub/store/match"
)

// tx is one change under way. Its statements do not heed the caller's context: a client
// that goes away must not take the batch down with it.
type tx struct {
	writer *writer
	by     By
	now    Time

	undoOf  *string // the event that is being taken back
	touched bool    // something a reader can see has changed
	events  []Event
	saved   []Thread     // as they are once this is committed
	docs    []match.Doc  // what the match index learns once this is committed; of a gone item only the id
	spelled []spelling   // what full text learns at the end of the batch
	moved   bool         // so many threads have changed that none is worth naming
	prefs   *Preferences // as they are once this is committed
	written any          // the result, for the receipt
}

func (t *tx) newID() string { return t.writer.ids.next(t.now.Time) }

func (t *tx) exec(query string, args ...any) error { return t.writer.exec(query, args...) }

func (t *tx) row(query string, args ...any) *sql.Row {
	stmt, err := t.writer.stmts.get(context.Background(), query)
	if err != nil {
		// The row of a query that cannot be prepared carries that error to Scan.
		return t.writer.conn.QueryRowContext(context.Background(), query, args...)
	}
	return stmt.QueryRow(args...)
}

// texts reads the first column of all rows of a query.
func (t *tx) texts(query string, args ...any) ([]string, error) {
	return txCollect(t, scanString, query, args...)
}

// reads runs queries as this change sees the database.
func (t *tx) reads(query string, args ...any) (*sql.Rows, error) {
	stmt, err := t.writer.stmts.get(context.Background(), query)
	if err != nil {
		return nil, err
	}
	return stmt.Query(args...)
}

// txCollect reads all rows of a query as this change sees them. A damaged one is left out:
// it must not keep the others from being changed.
func txCollect[T any](t *tx, scan func(rowScanner) (T, error), query string, args ...any) ([]T, error) {
	rows, err := t.reads(query, args...)
	if err != nil {
		return nil, err
	}
	return scanSome(rows, scan, t.writer.store.leaveOut)
}

// found turns a missing row into a NotFoundError.
func found(err error, kind, id string) error {
	if errors.Is(err, sql.ErrNoRows) {
		return &NotFoundError{Kind: kind, ID: id}
	}
	return err
}
