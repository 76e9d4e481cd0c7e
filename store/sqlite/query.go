package sqlite

import (
	"context"
	"database/sql"
)

// Rows are the rows of a query. Damage that comes to light while they are read is noticed.
type Rows struct {
	*sql.Rows
	db *DB
}

// Err is what ended the rows, if it was not their end.
func (r *Rows) Err() error {
	err := r.Rows.Err()
	r.db.noteDamage(err)
	return err
}

// Row reads one row of what was committed, through a kept statement.
func (db *DB) Row(ctx context.Context, query string, args ...any) *sql.Row {
	stmt, err := db.stmts.get(ctx, query)
	if err != nil {
		// The row of a query that cannot be prepared carries that error to Scan.
		db.noteDamage(err)
		return db.readers.QueryRowContext(ctx, query, args...)
	}
	row := stmt.QueryRowContext(ctx, args...)
	db.noteDamage(row.Err())
	return row
}

// Query reads rows of what was committed, through a kept statement.
func (db *DB) Query(ctx context.Context, query string, args ...any) (*Rows, error) {
	stmt, err := db.stmts.get(ctx, query)
	if err != nil {
		db.noteDamage(err)
		return nil, err
	}
	rows, err := stmt.QueryContext(ctx, args...)
	if err != nil {
		db.noteDamage(err)
		return nil, err
	}
	return &Rows{rows, db}, nil
}

// Statements are the texts of what was read and written so far, to ask SQLite how it would go
// about them.
func (db *DB) Statements() (reading, writing []string) {
	if db.writer != nil {
		writing = db.writer.stmts.texts()
	}
	return db.stmts.texts(), writing
}
