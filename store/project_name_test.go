package store

import (
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
