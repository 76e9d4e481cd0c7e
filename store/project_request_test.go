package store

import (
	"errors"
	"strings"
	"testing"
)

// A request about a project means the one that had the slug when it was made.
func TestARequestFollowsItsProject(t *testing.T) {
	t.Parallel()
	rename := func(t *testing.T, s *Store, from, to string) {
		must[Project](t)(s.UpdateProject(t.Context(), owner, from, ProjectInput{Slug: Some(to)}))
	}
	remove := func(t *testing.T, s *Store, slug string) string {
		return must[Project](t)(s.DeleteProject(t.Context(), owner, slug, Guard{})).EventID
	}
	for _, tc := range []struct {
		name    string
		after   func(t *testing.T, s *Store) // the request
		slug    string                       // what the request calls it; empty: it is outdated
		deleted string                       // the projects there after an approved deletion
		renamed string                       // and after an approved renaming to omega
	}{
		{"as it was", func(*testing.T, *Store) {}, "alpha", "", "omega"},
		{"renamed", func(t *testing.T, s *Store) { rename(t, s, "alpha", "beta") }, "beta", "", "omega"},
		{"deleted", func(t *testing.T, s *Store) { remove(t, s, "alpha") }, "", "", ""},
		{"deleted, and a new one of its slug", func(t *testing.T, s *Store) {
			remove(t, s, "alpha")
			create(t, s, "another's work", inProject("alpha"))
		}, "", "alpha", "alpha"},
		{"deleted and brought back", func(t *testing.T, s *Store) {
			_, err := s.Undo(t.Context(), owner, remove(t, s, "alpha"), Guard{})
			works(t, err)
		}, "alpha", "", "omega"},
	} {
		for kind, asks := range map[string]struct{ payload, left string }{
			"delete_project": {`{"slug":"alpha"}`, tc.deleted},
			"rename_project": {`{"slug":"alpha","new_slug":"omega"}`, tc.renamed},
		} {
			t.Run(tc.name+"/"+kind, func(t *testing.T) {
				s, _ := newStore(t)
				create(t, s, "work", inProject("alpha"))
				asked := ask(t, s, kind, asks.payload).Item
				tc.after(t, s)
				got := approvals(t, s, ApprovalPending)[0]
				if got.Outdated != (tc.slug == "") || !got.Outdated && (got.Payload["slug"] != tc.slug || !strings.Contains(got.Effect, "the project "+tc.slug+" ")) {
					t.Errorf("asks %v, outdated %t: %s", got.Payload, got.Outdated, got.Effect)
				}
				_, err := s.Approve(t.Context(), owner, asked.ID)
				if conflict := new(ConflictError); tc.slug != "" && err != nil ||
					tc.slug == "" && (!errors.As(err, &conflict) || !strings.Contains(err.Error(), "it is gone since this was asked for")) {
					t.Errorf("approved: %v", err)
				}
				list, err := s.Projects(t.Context())
				works(t, err)
				var left []string
				for _, p := range list {
					left = append(left, p.Slug)
				}
				if strings.Join(left, " ") != asks.left {
					t.Errorf("left %v, want %s", left, asks.left)
				}
			})
		}
	}
}

// What was asked for before the hub noted the project itself goes by the slug.
func TestARequestOfOldGoesByTheSlug(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	create(t, s, "work", inProject("alpha"))
	asked := ask(t, s, "delete_project", `{"slug":"alpha"}`).Item
	s.spoil(t, "approvals", "payload", `{"slug":"alpha"}`, "id", asked.ID)
	must[Project](t)(s.UpdateProject(t.Context(), owner, "alpha", ProjectInput{Slug: Some("beta")}))
	must[Approval](t)(s.Approve(t.Context(), owner, asked.ID))
	if _, err := s.Project(t.Context(), "beta"); !isMissing(err) {
		t.Errorf("still there: %v", err)
	}
}
