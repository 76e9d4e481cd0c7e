package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"strings"
)

// Sum is what is compared of a table to see whether two databases hold the same.
type Sum struct {
	Rows int64
	Hash uint64 // of all values in all rows, in any order
}

// Sums are those of the tables of a database, by their names. Those that SQLite keeps for itself
// and for full text are left out: they follow from the others, or from how a file was made.
type Sums map[string]Sum

// View is the database as it was at one moment, for as long as it is not closed. It keeps the log
// from being moved, so that should not be long.
type View struct {
	conn *sql.Conn
	tx   *sql.Tx
}

// View begins to look at what is committed now.
func (db *DB) View(ctx context.Context) (*View, error) {
	conn, err := db.readers.Conn(ctx)
	if err != nil {
		return nil, Wrap("look at the database", err)
	}
	tx, err := conn.BeginTx(context.WithoutCancel(ctx), &sql.TxOptions{ReadOnly: true})
	if err != nil {
		_ = conn.Close()
		return nil, Wrap("look at the database", err)
	}
	// A transaction sees what was committed when it reads first.
	var n int
	if err := tx.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_schema").Scan(&n); err != nil {
		_ = tx.Rollback()
		_ = conn.Close()
		return nil, Wrap("look at the database", err)
	}
	return &View{conn, tx}, nil
}

// Close ends the look.
func (v *View) Close() error { return errors.Join(v.tx.Rollback(), v.conn.Close()) }

// Sums adds up the tables.
func (v *View) Sums(ctx context.Context) (Sums, error) { return SumsOf(ctx, v.tx) }

// SumsOf adds up the tables of a database.
func SumsOf(ctx context.Context, db Querier) (Sums, error) {
	names, err := tables(ctx, db)
	if err != nil {
		return nil, Wrap("list the tables", err)
	}
	sums := Sums{}
	for _, name := range names {
		if sums[name], err = sumOf(ctx, db, name); err != nil {
			return nil, Wrap("add up "+name, err)
		}
	}
	return sums, nil
}

// tables are those whose rows are the hub's own.
func tables(ctx context.Context, db Querier) ([]string, error) {
	rows, err := db.QueryContext(ctx, `SELECT name FROM pragma_table_list
		WHERE schema = 'main' AND type = 'table' AND name NOT GLOB 'sqlite_*' AND name NOT GLOB '_litestream_*' ORDER BY name`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var names []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return nil, err
		}
		names = append(names, name)
	}
	return names, rows.Err()
}

// sumOf adds up a table. The hashes of its rows are added, so that their order does not count.
func sumOf(ctx context.Context, db Querier, table string) (s Sum, err error) {
	rows, err := db.QueryContext(ctx, `SELECT * FROM "`+strings.ReplaceAll(table, `"`, `""`)+`"`)
	if err != nil {
		return s, err
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return s, err
	}
	values := make([]any, len(columns))
	to := make([]any, len(columns))
	for i := range values {
		to[i] = &values[i]
	}
	for rows.Next() {
		if err := rows.Scan(to...); err != nil {
			return s, err
		}
		h := fnv.New64a()
		for _, v := range values {
			switch v := v.(type) {
			case string:
				_, _ = fmt.Fprintf(h, "s%d:", len(v))
				_, _ = io.WriteString(h, v)
			case []byte:
				_, _ = fmt.Fprintf(h, "b%d:", len(v))
				_, _ = h.Write(v)
			default:
				_, _ = fmt.Fprintf(h, "%T%v;", v, v)
			}
		}
		s.Rows++
		s.Hash += h.Sum64()
	}
	return s, rows.Err()
}
