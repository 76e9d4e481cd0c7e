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

	touched bool // something a reader can see has changed
	events  []Event
	saved   []Thread    // as they are once this is committed
	put     []match.Doc // what the match index learns once this is committed
	removed []string
	written any // the result, for the receipt
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

// texts reads the first column of all rows of a query. Rows are never handed out: open
// ones would hold the writer's only connection.
func (t *tx) texts(query string, args ...any) ([]string, error) {
	stmt, err := t.writer.stmts.get(context.Background(), query)
	if err != nil {
		return nil, err
	}
	rows, err := stmt.Query(args...)
	if err != nil {
		return nil, err
	}
	return scanAll(rows, scanString)
}

// index lets search and overlap know of an item. Its full-text row is only written when
// the text differs from the one known before; a new item has none.
func (t *tx) index(doc match.Doc, before *match.Doc) error {
	t.put = append(t.put, doc)
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
	return nil
}

// found turns a missing row into a NotFoundError.
func found(err error, kind, id string) error {
	if errors.Is(err, sql.ErrNoRows) {
		return &NotFoundError{Kind: kind, ID: id}
	}
	return err
}
