package store

import "testing"

// renameInbox calls the inbox "unsorted" from now on.
func renameInbox(t *testing.T, s *Store) (event string) {
	t.Helper()
	return changeProject(t)(s.UpdateProject(t.Context(), owner, InboxSlug, ProjectInput{Slug: Some("unsorted")})).EventID
}

// The inbox is a project like any other, and there is one for whatever names none.
func TestTheInboxGoesOnTaking(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name   string
		change func(t *testing.T, s *Store) (event string)
		slug   string // of the next thread without a project
		back   bool   // whether the change can be undone then
	}{
		{"renamed", func(t *testing.T, s *Store) string {
			return renameInbox(t, s)
		}, "unsorted", true},
		{"archived", func(t *testing.T, s *Store) string {
			return changeProject(t)(s.UpdateProject(t.Context(), owner, InboxSlug, ProjectInput{Archived: Some(true)})).EventID
		}, InboxSlug, true},
		{"deleted", func(t *testing.T, s *Store) string {
			return changeProject(t)(s.DeleteProject(t.Context(), owner, InboxSlug, Guard{})).EventID
		}, InboxSlug, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s, _ := newStore(t)
			create(t, s, "before")
			event := tc.change(t, s)
			if got := create(t, s, "after").ProjectSlug; got != tc.slug {
				t.Errorf("filed under %s, want %s", got, tc.slug)
			}
			if _, err := s.Undo(t.Context(), owner, event, Guard{}); (err == nil) != tc.back || err != nil && !isConflict(err) {
				t.Errorf("undone: %v", err)
			}
		})
	}
}
