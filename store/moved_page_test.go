package store

import (
	"errors"
	"strings"
	"testing"
)

// A page that moved away is found from its old path, and not begun anew there by an addition.
func TestAMovedPageIsFoundFromItsOldPath(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name  string
		after func(t *testing.T, s *Store) // the move of guides/deploy to ops/deploy
		path  string
		to    string // empty: nothing is said of a move
	}{
		{"moved by itself", nil, "guides/deploy", "ops/deploy"},
		{"moved again", func(t *testing.T, s *Store) { movePages(t, s, "ops/deploy", "ops/ship") }, "guides/deploy", "ops/ship"},
		{"moved with its folder", func(t *testing.T, s *Store) { movePages(t, s, "guides", "how-to") }, "guides/second", "how-to/second"},
		{"deleted since", func(t *testing.T, s *Store) { must[Page](t)(s.DeletePage(t.Context(), owner, "ops/deploy", 0)) }, "guides/deploy", ""},
		{"never there", nil, "guides/depot", ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s, _ := newStore(t)
			putPage(t, s, "guides/deploy", "# Deploy\n")
			putPage(t, s, "guides/first", "# First\n")
			putPage(t, s, "guides/second", "# Second\n")
			movePages(t, s, "guides/deploy", "ops/deploy")
			if tc.after != nil {
				tc.after(t, s)
			}
			want := ""
			if tc.to != "" {
				want = PageURI(tc.to)
			}
			_, readErr := s.Page(t.Context(), tc.path)
			_, editErr := s.EditPage(t.Context(), agent, tc.path, 0, Edit{"a", "b"})
			for _, err := range []error{readErr, editErr} {
				if missing := new(NotFoundError); !errors.As(err, &missing) || missing.Moved != want || !strings.Contains(err.Error(), want) {
					t.Errorf("%v, want it moved to %q", err, want)
				}
			}
			w, err := s.AppendPage(t.Context(), agent, tc.path, 0, "more")
			if tc.to == "" {
				if err != nil || !w.Created {
					t.Errorf("appended: %+v, %v", w, err)
				}
				return
			}
			if conflict := new(ConflictError); !errors.As(err, &conflict) || !strings.Contains(err.Error(), "moved to "+want) {
				t.Errorf("appended: %+v, %v", w, err)
			}
			if w := must[Page](t)(s.PutPage(t.Context(), agent, tc.path, 0, "# Anew\n")); !w.Created {
				t.Errorf("written whole: %+v", w)
			}
		})
	}
}
