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
		name    string
		after   func(t *testing.T, s *Store) // the move of guides/deploy to ops/deploy
		path    string
		to      string // empty: nothing is said of a move
		deleted bool   // and who did that is said
	}{
		{"moved by itself", nil, "guides/deploy", "ops/deploy", false},
		{"moved again", func(t *testing.T, s *Store) { movePages(t, s, "ops/deploy", "ops/ship") }, "guides/deploy", "ops/ship", false},
		{"moved with its folder", func(t *testing.T, s *Store) { movePages(t, s, "guides", "how-to") }, "guides/second", "how-to/second", false},
		{"deleted since", func(t *testing.T, s *Store) { must[Page](t)(s.DeletePage(t.Context(), owner, "ops/deploy", 0)) }, "guides/deploy", "", true},
		{"another one deleted there since", func(t *testing.T, s *Store) {
			putPage(t, s, "guides/deploy", "# Anew\n")
			must[Page](t)(s.DeletePage(t.Context(), owner, "guides/deploy", 0))
		}, "guides/deploy", "", true},
		{"that came by an import", func(t *testing.T, s *Store) {
			bring(t, s, brought())
			movePages(t, s, "imports/beads/notes", "notes")
		}, "imports/beads/notes", "notes", false},
		{"never there", nil, "guides/depot", "", false},
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
			errs := []error{readErr, editErr}
			for _, rev := range []int{1, AnyRev} {
				_, putErr := s.PutPage(t.Context(), agent, tc.path, rev, "# Deploy\n\nmore\n")
				_, appendErr := s.AppendPage(t.Context(), agent, tc.path, rev, "more")
				_, deleteErr := s.DeletePage(t.Context(), agent, tc.path, rev)
				if tc.to == "" && !tc.deleted {
					if !isOutdated(putErr, 0) || !isOutdated(appendErr, 0) || !isOutdated(deleteErr, 0) {
						t.Errorf("revision %d: %v, %v, %v", rev, putErr, appendErr, deleteErr)
					}
					continue
				}
				errs = append(errs, putErr, appendErr, deleteErr)
			}
			for _, err := range errs {
				if missing := new(NotFoundError); !errors.As(err, &missing) || missing.Moved != want || (missing.Deleted != nil) != tc.deleted || !strings.Contains(err.Error(), want) {
					t.Errorf("%v, want it moved to %q, deleted: %v", err, want, tc.deleted)
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
