package store

import (
	"cmp"
	"slices"
	"testing"
)

// A deleted project comes back under all its names, but for those that lead to another by now.
func TestADeletedProjectComesBackWithItsEarlierNames(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		meanwhile func(t *testing.T, s *Store)
		aliases   []string
	}{
		"nothing meanwhile": {func(*testing.T, *Store) {}, []string{"o", "p"}},
		"another was called so, and is gone": {func(t *testing.T, s *Store) {
			mustUndo(t, s, changeProject(t)(s.CreateProject(t.Context(), owner, ProjectInput{Slug: Some("p")})).EventID)
		}, []string{"o", "p"}},
		"another is called so": {func(t *testing.T, s *Store) {
			createProject(t, s, ProjectInput{Slug: Some("p")})
		}, []string{"o"}},
		"another was renamed so": {func(t *testing.T, s *Store) {
			createProject(t, s, ProjectInput{Slug: Some("r")})
			changeProject(t)(s.UpdateProject(t.Context(), owner, "r", ProjectInput{Slug: Some("p")}))
		}, []string{"o"}},
		"another was called so before": {func(t *testing.T, s *Store) {
			createProject(t, s, ProjectInput{Slug: Some("p")})
			changeProject(t)(s.UpdateProject(t.Context(), owner, "p", ProjectInput{Slug: Some("r")}))
		}, []string{"o"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, _ := newStore(t)
			createProject(t, s, ProjectInput{Slug: Some("o")})
			for _, next := range []string{"p", "q"} {
				changeProject(t)(s.UpdateProject(t.Context(), owner, "o", ProjectInput{Slug: Some(next)}))
			}
			gone := changeProject(t)(s.DeleteProject(t.Context(), owner, "q", Guard{}))
			tc.meanwhile(t, s)
			other, _ := s.Project(t.Context(), "p")
			mustUndo(t, s, gone.EventID)
			q, err := s.Project(t.Context(), "q")
			if err != nil || !slices.Equal(q.Aliases, tc.aliases) {
				t.Errorf("%q, %v; want %q", q.Aliases, err, tc.aliases)
			}
			now, err := s.Project(t.Context(), "p")
			if want := other.Slug; err != nil || want != "" && now.Slug != want || want == "" && now.Slug != "q" {
				t.Errorf("p leads to %q, %v", now.Slug, err)
			}
		})
	}
}

// The undo of a rename keeps the name that it gives up, and takes none that leads to another project.
func TestTheUndoOfARenameAndEarlierNames(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		meanwhile func(t *testing.T, s *Store) // while the project is deleted
		o         string                       // the other project that this name leads to then
	}{
		"nothing meanwhile":    {func(*testing.T, *Store) {}, ""},
		"another is called so": {func(t *testing.T, s *Store) { createProject(t, s, ProjectInput{Slug: Some("o")}) }, "o"},
		"another was called so before": {func(t *testing.T, s *Store) {
			createProject(t, s, ProjectInput{Slug: Some("o")})
			changeProject(t)(s.UpdateProject(t.Context(), owner, "o", ProjectInput{Slug: Some("r")}))
		}, "r"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, _ := newStore(t)
			createProject(t, s, ProjectInput{Slug: Some("o")})
			changeProject(t)(s.UpdateProject(t.Context(), owner, "o", ProjectInput{Slug: Some("p")}))
			event := changeProject(t)(s.UpdateProject(t.Context(), owner, "p", ProjectInput{Slug: Some("q")})).EventID
			gone := changeProject(t)(s.DeleteProject(t.Context(), owner, "q", Guard{})).EventID
			tc.meanwhile(t, s)
			mustUndo(t, s, gone)
			for _, now := range []string{"p", "q", "p"} { // and that undo undone, and so on
				event = mustUndo(t, s, event)
				for name, want := range map[string]string{"o": cmp.Or(tc.o, now), "p": now, "q": now} {
					if p, err := s.Project(t.Context(), name); err != nil || p.Slug != want {
						t.Errorf("%s leads to %q, want %q: %v", name, p.Slug, want, err)
					}
				}
			}
		})
	}
}

// What was moved out of a project while that had another name comes back to it.
func TestAMoveOutOfARenamedProjectIsTakenBack(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	createProject(t, s, ProjectInput{Slug: Some("shop")})
	one := create(t, s, "count the till", inProject("shop"))
	renamed := changeProject(t)(s.UpdateProject(t.Context(), owner, "shop", ProjectInput{Slug: Some("store")}))
	moved := done(t)(s.UpdateThread(t.Context(), owner, one.ID, Guard{}, ThreadInput{ProjectSlug: Some(InboxSlug)}, false))
	mustUndo(t, s, renamed.EventID)
	mustUndo(t, s, moved.EventID)
	if got := read(t, s, one.ID).ProjectSlug; got != "shop" {
		t.Errorf("it is in %q", got)
	}
}
