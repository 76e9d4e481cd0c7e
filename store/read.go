package store

import (
	"context"
	"errors"

	"go.uber.org/zap"

	"github.com/progresshub/progresshub/store/sqlite"
)

// reads runs queries on what was committed.
func (s *Store) reads(ctx context.Context) reads {
	return func(query string, args ...any) (*sqlite.Rows, error) { return s.db.Query(ctx, query, args...) }
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
	return list, err
}

// leaveOut reports whether a list goes on without the row that err is about, and logs each
// such row once, as far as they are kept by name.
func (s *Store) leaveOut(err error) bool {
	var e *DamagedError
	if !errors.As(err, &e) {
		return false
	}
	s.damaged.leftOut.Store(true)
	switch isNew, room := s.damaged.meet(e, At(s.now())); {
	case isNew && room:
		s.log.Error("a damaged row is left out of lists, search, digests and the outbox", zap.String("kind", e.Kind), zap.String("id", e.ID), zap.String("field", e.Field))
	case isNew:
		s.log.Error("more damaged rows are left out than are named", zap.Int("named", maxDamaged))
	}
	return true
}
