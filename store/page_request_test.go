package store

import (
	"errors"
	"strings"
	"testing"
)

// A request to delete a page is about the page that was at the path when it was made.
func TestARequestFollowsItsPage(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name    string
		after   func(t *testing.T, s *Store) // the request
		effect  string
		left    string // the pages there after the approval
		refused string // why it can't be approved; empty: it can
	}{
		{"as it was", func(*testing.T, *Store) {}, "page guides/deploy, ", "", ""},
		{"written since", func(t *testing.T, s *Store) { putPage(t, s, "guides/deploy", "# Longer\n") }, "page guides/deploy, “Longer”", "", ""},
		{"moved", func(t *testing.T, s *Store) { movePages(t, s, "guides/deploy", "ops/deploy") }, "page ops/deploy, ", "", ""},
		{"moved, and a new one at its path", func(t *testing.T, s *Store) {
			movePages(t, s, "guides/deploy", "ops/deploy")
			putPage(t, s, "guides/deploy", "# Another\n")
		}, "page ops/deploy, ", "guides/deploy", ""},
		{"deleted, and a new one at its path", func(t *testing.T, s *Store) {
			must[Page](t)(s.DeletePage(t.Context(), owner, "guides/deploy", 0))
			putPage(t, s, "guides/deploy", "# Another\n")
		}, "Nothing any more", "guides/deploy", "it is gone since this was asked for"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s, _ := newStore(t)
			putPage(t, s, "guides/deploy", "# Deploy\n")
			asked := ask(t, s, "delete_page", `{"path":"guides/deploy"}`).Item
			tc.after(t, s)
			if got := approvals(t, s, ApprovalPending)[0]; !strings.Contains(got.Effect, tc.effect) {
				t.Errorf("effect: %s", got.Effect)
			}
			_, err := s.Approve(t.Context(), owner, asked.ID)
			if conflict := new(ConflictError); tc.refused == "" && err != nil ||
				tc.refused != "" && (!errors.As(err, &conflict) || !strings.Contains(err.Error(), tc.refused)) {
				t.Errorf("approved: %v", err)
			}
			list, err := s.Pages(t.Context(), PageFilter{})
			left := make([]string, len(list.Pages))
			for i, p := range list.Pages {
				left[i] = p.Path
			}
			if err != nil || strings.Join(left, " ") != tc.left {
				t.Errorf("left: %v, %v", left, err)
			}
		})
	}
}
