package store

import (
	"context"
	"database/sql"
	"math"
)

// row reads one row from the readers' pool through a kept statement.
func (s *Store) row(ctx context.Context, query string, args ...any) *sql.Row {
	stmt, err := s.stmts.get(ctx, query)
	if err != nil {
		// The row of a query that cannot be prepared carries that error to Scan.
		s.noteDamage(err)
		return s.readers.QueryRowContext(ctx, query, args...)
	}
	row := stmt.QueryRowContext(ctx, args...)
	s.noteDamage(row.Err())
	return row
}

// reads runs a query on what was committed, or within a change on what that sees.
type reads func(query string, args ...any) (*sql.Rows, error)

// reads runs queries on the readers' pool through kept statements.
func (s *Store) reads(ctx context.Context) reads {
	return func(query string, args ...any) (*sql.Rows, error) {
		stmt, err := s.stmts.get(ctx, query)
		if err != nil {
			s.noteDamage(err)
			return nil, err
		}
		rows, err := stmt.QueryContext(ctx, args...)
		s.noteDamage(err)
		return rows, err
	}
}

// collect reads all rows of a query on the readers' pool. A damaged one is left out.
func collect[T any](ctx context.Context, s *Store, scan func(rowScanner) (T, error), query string, args ...any) ([]T, error) {
	list, _, err := collectPage(ctx, s, scan, query, args...)
	return list, err
}

// collectPage is collect for a query with a limit: rows counts those left out as well, so
// that the end of a page is not taken for the end of the list.
func collectPage[T any](ctx context.Context, s *Store, scan func(rowScanner) (T, error), query string, args ...any) (list []T, rows int, err error) {
	found, err := s.reads(ctx)(query, args...)
	if err != nil {
		return nil, 0, err
	}
	list, err = scanSome(found, func(r rowScanner) (T, error) {
		rows++
		return scan(r)
	}, s.leaveOut)
	s.noteDamage(err)
	return list, rows, err
}

// firstOf reads the first n rows of a query that has no limit of its own. A damaged one is
// left out and takes nobody's place.
func firstOf[T any](s *Store, n int, read reads, scan func(rowScanner) (T, error), query string, args ...any) ([]T, error) {
	rows, err := read(query, args...)
	if err != nil {
		return nil, err
	}
	list, err := scanFirst(n, rows, scan, s.leaveOut)
	s.noteDamage(err)
	return list, err
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

func scanAll[T any](rows *sql.Rows, scan func(rowScanner) (T, error)) ([]T, error) {
	return scanSome(rows, scan, func(error) bool { return false })
}

// scanSome reads rows; an error of one ends that, unless leaveOut says that it may go on
// without that row.
func scanSome[T any](rows *sql.Rows, scan func(rowScanner) (T, error), leaveOut func(error) bool) ([]T, error) {
	return scanFirst(math.MaxInt, rows, scan, leaveOut)
}

// scanFirst is scanSome that stops after n rows.
func scanFirst[T any](n int, rows *sql.Rows, scan func(rowScanner) (T, error), leaveOut func(error) bool) ([]T, error) {
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

// rowScanner is a *sql.Row or *sql.Rows.
type rowScanner interface{ Scan(dest ...any) error }
