package sqlite

import (
	"context"
	"database/sql"
	"maps"
	"slices"
	"sync"
)

// statements keeps the prepared statement of each query text. The texts come from the
// code, never from a client, so there are only as many as the code can form.
type statements struct {
	prepare func(ctx context.Context, query string) (*sql.Stmt, error)
	mu      sync.RWMutex
	byQuery map[string]*sql.Stmt
}

func (s *statements) get(ctx context.Context, query string) (*sql.Stmt, error) {
	s.mu.RLock()
	stmt := s.byQuery[query]
	s.mu.RUnlock()
	if stmt != nil {
		return stmt, nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if stmt := s.byQuery[query]; stmt != nil {
		return stmt, nil
	}
	stmt, err := s.prepare(ctx, query)
	if err != nil {
		return nil, err
	}
	if s.byQuery == nil {
		s.byQuery = map[string]*sql.Stmt{}
	}
	s.byQuery[query] = stmt
	return stmt, nil
}

// texts are those of the statements kept.
func (s *statements) texts() []string {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return slices.Sorted(maps.Keys(s.byQuery))
}

func (s *statements) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, stmt := range s.byQuery {
		_ = stmt.Close()
	}
	s.byQuery = nil
}
