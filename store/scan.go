package store

import (
	"math"

	"github.com/progresshub/progresshub/store/sqlite"
)

// reads runs a query on what was committed, or within a change on what that sees.
type reads func(query string, args ...any) (*sqlite.Rows, error)

// rowScanner is a *sql.Row or *sql.Rows.
type rowScanner interface{ Scan(dest ...any) error }

func scanString(r rowScanner) (s string, err error) {
	err = r.Scan(&s)
	return s, err
}

func scanAll[T any](rows *sqlite.Rows, scan func(rowScanner) (T, error)) ([]T, error) {
	return scanSome(rows, scan, func(error) bool { return false })
}

// scanSome reads rows; an error of one ends that, unless leaveOut says that it may go on
// without that row.
func scanSome[T any](rows *sqlite.Rows, scan func(rowScanner) (T, error), leaveOut func(error) bool) ([]T, error) {
	return scanFirst(math.MaxInt, rows, scan, leaveOut)
}

// scanFirst is scanSome that stops after n rows.
func scanFirst[T any](n int, rows *sqlite.Rows, scan func(rowScanner) (T, error), leaveOut func(error) bool) ([]T, error) {
	defer rows.Close()
	var list []T
	for len(list) < n && rows.Next() {
		item, err := scan(rows)
		if err != nil && leaveOut(err) {
			continue
		}
		if err != nil {
			return nil, err
		}
		list = append(list, item)
	}
	return list, rows.Err()
}

// all reads all rows of a query. Rows are never handed out: open ones would hold their
// connection.
func all[T any](read reads, scan func(rowScanner) (T, error), query string, args ...any) ([]T, error) {
	rows, err := read(query, args...)
	if err != nil {
		return nil, err
	}
	return scanAll(rows, scan)
}
