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

// What an undo brought back with a project goes with it again, and comes back once more.
func TestAProjectThatCameBackGoesAgain(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		since func(t *testing.T, s *Store, thread string)
		stays bool
	}{
		"as it was": {func(*testing.T, *Store, string) {}, false},
		"without its thread": {func(t *testing.T, s *Store, thread string) {
			done(t)(s.DeleteThread(t.Context(), owner, thread, Guard{}))
		}, true}, // that deletion comes first
		"with another thread": {func(t *testing.T, s *Store, _ string) {
			create(t, s, "order soil", inProject("garden"))
		}, true},
		"with more progress": {func(t *testing.T, s *Store, _ string) { putProgress(t, s, "garden", "# Garden\n\nSown.\n") }, true},
	} {
		t.Run(name, func(t *testing.T) {
			s, _ := newStore(t)
			createProject(t, s, ProjectInput{Slug: Some("garden")})
			one := create(t, s, "water the plants", inProject("garden"))
			for _, in := range []ReminderInput{
				{Text: Some("water"), Kind: Some(remindSession), ThreadID: Some(one.ID)},
				{Text: Some("weed"), Kind: Some(remindSession), ProjectSlug: Some("garden")},
			} {
				_, err := s.CreateReminder(t.Context(), owner, in, Policy{})
				works(t, err)
			}
			putProgress(t, s, "garden", "# Garden\n")
			full := shownContents(t, s)
			gone := changeProject(t)(s.DeleteProject(t.Context(), owner, "garden", Guard{})).EventID
			empty := shownContents(t, s)
			for range 2 {
				back := undo(t, s, gone).EventID
				if got := shownContents(t, s); got != full {
					t.Fatalf("back:\n%s\nwant\n%s", got, full)
				}
				tc.since(t, s, one.ID)
				w, err := s.Undo(t.Context(), owner, back, Guard{})
				if tc.stays {
					if !isConflict(err) {
						t.Errorf("gone again: %v", err)
					}
					return
				}
				works(t, err)
				if got := shownContents(t, s); got != empty {
					t.Fatalf("gone:\n%s\nwant\n%s", got, empty)
				}
				gone = w.EventID
				if e, err := s.Event(t.Context(), gone); err != nil || e.Kind != "project.deleted" || e.Subject != ProjectURI("garden") || e.Also != 3 {
					t.Errorf("recorded: %+v, %v", e, err)
				}
			}
		})
	}
}
