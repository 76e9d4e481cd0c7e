package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

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

// txCollect reads all rows of a query as this change sees them.
func txCollect[T any](t *tx, scan func(rowScanner) (T, error), query string, args ...any) ([]T, error) {
	return all(t.reads, scan, query, args...)
}

// index lets search and overlap know of an item. Its full-text row is only written when
// the text differs from the one known before; a new item has none.
func (t *tx) index(doc match.Doc, before *match.Doc) error {
	t.docs = append(t.docs, doc)
	if before != nil && before.Title == doc.Title && before.Body == doc.Body {
		return nil
	}
	row, err := decodeID(doc.ID)
	if err != nil {
		return err
	}
	if err := t.exec("INSERT OR REPLACE INTO search_index(rowid, title, body) VALUES (?, ?, ?)", int64(row), doc.Title, doc.Body); err != nil {
		return fmt.Errorf("index: %w", err)
	}
	if doc.Kind == kindThread {
		return nil
	}
	if err := t.exec("INSERT OR REPLACE INTO search_kinds(row, kind) VALUES (?, ?)", int64(row), doc.Kind); err != nil {
		return fmt.Errorf("index: %w", err)
	}
	return nil
}

// unindex makes search and overlap forget an item.
func (t *tx) unindex(id string) error {
	t.docs = append(t.docs, match.Doc{ID: id})
	row, err := decodeID(id)
	if err != nil {
		return err
	}
	for _, table := range []string{"search_index WHERE rowid", "search_kinds WHERE row"} {
		if err := t.exec("DELETE FROM "+table+" = ?", int64(row)); err != nil {
			return fmt.Errorf("unindex: %w", err)
		}
	}
	return nil
}

// found turns a missing row into a NotFoundError.
func found(err error, kind, id string) error {
	if errors.Is(err, sql.ErrNoRows) {
		return &NotFoundError{Kind: kind, ID: id}
	}
	return err
}
