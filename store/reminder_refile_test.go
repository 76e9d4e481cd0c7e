package store

import "testing"

// Reminders go with their thread into its new project: the old one, deleted later, leaves them.
func TestRemindersFollowTheirThread(t *testing.T) {
	t.Parallel()
	for name, move := range map[string]func(t *testing.T, s *Store, id string) (event string){
		"by hand": func(t *testing.T, s *Store, id string) string {
			return done(t)(s.UpdateThread(t.Context(), owner, id, Guard{}, ThreadInput{ProjectSlug: Some("new")}, true)).EventID
		},
		"by a merge": func(t *testing.T, s *Store, id string) string {
			return done(t)(s.MergeThread(t.Context(), owner, id, create(t, s, "another", inProject("new")).ID, Guard{})).EventID
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, _ := newStore(t)
			th := create(t, s, "work", inProject("old"))
			create(t, s, "something else", inProject("apart"))
			in := reminder("session", "", "")
			in.ThreadID = Some(th.ID)
			m := remind(t, s, in)
			in.Text, in.ProjectSlug = Some("elsewhere on purpose"), Some("apart")
			apart := remind(t, s, in)
			project := func(id string) string { return textOf(readReminder(t, s, id).ProjectSlug) }
			if project(m.ID) != "old" || project(apart.ID) != "apart" {
				t.Fatal(project(m.ID), project(apart.ID))
			}
			event := move(t, s, th.ID)
			if project(m.ID) != "new" || project(apart.ID) != "apart" {
				t.Errorf("moved: %s, %s", project(m.ID), project(apart.ID))
			}
			undo(t, s, event)
			if project(m.ID) != "old" {
				t.Errorf("undone: %s", project(m.ID))
			}
			move(t, s, th.ID)
			if _, err := s.DeleteProject(t.Context(), owner, "old", Guard{}); err != nil {
				t.Fatal(err)
			}
			if project(m.ID) != "new" {
				t.Errorf("the old project is deleted: %s", project(m.ID))
			}
		})
	}
}

// A project that is deleted leaves the reminders of threads that are in another one by now.
func TestADeletedProjectLeavesOthersReminders(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	th := create(t, s, "work", inProject("kept"))
	create(t, s, "something else", inProject("gone"))
	in := reminder("session", "", "")
	in.ThreadID, in.ProjectSlug = Some(th.ID), Some("gone")
	m := remind(t, s, in)
	w, err := s.DeleteProject(t.Context(), owner, "gone", Guard{})
	if err != nil {
		t.Fatal(err)
	}
	if got := readReminder(t, s, m.ID); textOf(got.ProjectSlug) != "kept" {
		t.Errorf("%+v", got)
	}
	undo(t, s, w.EventID)
	if got := readReminder(t, s, m.ID); textOf(got.ProjectSlug) != "gone" {
		t.Errorf("undone: %+v", got)
	}
}
