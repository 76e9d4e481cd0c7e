package sqlite

import (
	"context"
	"database/sql"
	"time"
)

// Tx is one change under way. Its statements do not heed the caller's context: a client
// that goes away must not take the batch down with it.
type Tx struct {
	writer  *writer
	now     time.Time
	earlier []*Tx // those in front of it that share its commit
	notes   []note
}

// Now is the time of the change.
func (t *Tx) Now() time.Time { return t.now }

// NewID gives an id that is greater than all that were given before.
func (t *Tx) NewID() string { return t.writer.ids.next(t.now) }

// Exec runs a statement.
func (t *Tx) Exec(query string, args ...any) error { return t.writer.exec(query, args...) }

// Row reads one row as this change sees it.
func (t *Tx) Row(query string, args ...any) *sql.Row {
	stmt, err := t.writer.stmts.get(context.Background(), query)
	if err != nil {
		// The row of a query that cannot be prepared carries that error to Scan.
		return t.writer.conn.QueryRowContext(context.Background(), query, args...)
	}
	return stmt.QueryRow(args...)
}

// Query reads rows as this change sees them.
func (t *Tx) Query(query string, args ...any) (*Rows, error) {
	stmt, err := t.writer.stmts.get(context.Background(), query)
	if err != nil {
		return nil, err
	}
	rows, err := stmt.Query(args...)
	return &Rows{rows, t.writer.db}, err
}
