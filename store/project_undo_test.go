package store

import (
	"slices"
	"strings"
	"testing"
)

// What another project has in the way of an undo is named together with what helps.
func TestAnUndoInWhoseWayAnotherProjectIs(t *testing.T) {
	t.Parallel()
	deleted := func(t *testing.T, s *Store) string {
		return changeProject(t)(s.DeleteProject(t.Context(), owner, "shop", Guard{})).EventID
	}
	withoutFolder := func(t *testing.T, s *Store) string {
		return changeProject(t)(s.UpdateProject(t.Context(), owner, "shop", ProjectInput{WorkspacePaths: Some([]string{})})).EventID
	}
	const folder = `the folder /srv/shop belongs to the project "other": take the folder out of that project's workspace_paths first`
	for _, tc := range []struct {
		name   string
		change func(t *testing.T, s *Store) string // whose event is undone
		other  ProjectInput
		says   string
		helps  ProjectInput // a change of the other project
	}{
		{"a deletion, and its folder", deleted, ProjectInput{Slug: Some("other"), WorkspacePaths: Some([]string{"/srv/shop"})}, folder, ProjectInput{WorkspacePaths: Some([]string{})}},
		{"a deletion, and its slug", deleted, ProjectInput{Slug: Some("shop")}, "exists already: rename or delete that first", ProjectInput{Slug: Some("other")}},
		{"a folder taken away", withoutFolder, ProjectInput{Slug: Some("other"), WorkspacePaths: Some([]string{"/srv/shop"})}, folder, ProjectInput{WorkspacePaths: Some([]string{})}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s, _ := newStore(t)
			createProject(t, s, ProjectInput{Slug: Some("shop"), WorkspacePaths: Some([]string{"/srv/shop"})})
			event := tc.change(t, s)
			other := createProject(t, s, tc.other)
			if _, err := s.Undo(t.Context(), owner, event, Guard{}); !isConflict(err) || !strings.Contains(err.Error(), tc.says) {
				t.Fatalf("%v, want %s", err, tc.says)
			}
			changeProject(t)(s.UpdateProject(t.Context(), owner, other.Slug, tc.helps))
			undo(t, s, event)
			p, err := s.Project(t.Context(), "shop")
			if err != nil || !slices.Equal(p.WorkspacePaths, []string{"/srv/shop"}) {
				t.Errorf("back: %+v, %v", p, err)
			}
		})
	}
}
