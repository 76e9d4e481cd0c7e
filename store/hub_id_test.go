package store

import (
	"errors"
	"sync"
	"testing"

	"github.com/progresshub/progresshub/store/sqlite"
)

func TestHubID(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	idOf := func(s *Store) string {
		t.Helper()
		id, err := s.HubID(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
	ids := make([]string, 8)
	var all sync.WaitGroup
	for i := range ids {
		all.Go(func() {
			var err error
			if ids[i], err = s.HubID(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	for _, id := range ids {
		if id != ids[0] || len(id) != 12 {
			t.Fatalf("asked at the same time: %q", ids)
		}
	}
	if other, _ := newStore(t); idOf(other) == ids[0] {
		t.Error("two hubs have one id")
	}
	dir := s.Dir()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if again := openStore(t, dir, Options{}); idOf(again) != ids[0] {
		t.Error("opened again, it has another id")
	}
}

// A hub that can't write has no id yet, and says so.
func TestHubIDReadOnly(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	dir := s.Dir()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if id, err := openStore(t, dir, Options{ReadOnly: true}).HubID(t.Context()); id != "" || !errors.Is(err, sqlite.ErrUnavailable) {
		t.Errorf("got %q %v", id, err)
	}
}
