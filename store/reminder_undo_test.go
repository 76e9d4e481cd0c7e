package store

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"github.com/progresshub/progresshub/store/storetest/race"
)

// anyChange makes some change of a reminder and returns its event; empty: nothing changed.
func anyChange(t testing.TB, s *Store, r *rand.Rand, id string, p Policy) string {
	t.Helper()
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	due := fmt.Sprintf("2026-0%d-1%dT0%d:30", 4+r.IntN(3), r.IntN(10), r.IntN(10))
	var w Written[Reminder]
	var err error
	switch r.IntN(8) {
	case 0:
		w, err = s.UpdateReminder(t.Context(), agent, id, ReminderInput{Text: Some(pick("one", "two", "three"))}, p)
	case 1:
		w, err = s.UpdateReminder(t.Context(), agent, id, reminder(pick("once", "daily", "weekly"), due, ""), p)
	case 2:
		w, err = s.UpdateReminder(t.Context(), agent, id, reminder("rrule", due, pick("FREQ=MONTHLY", "FREQ=DAILY;INTERVAL=3", "FREQ=WEEKLY;BYDAY=MO,FR")), p)
	case 3:
		w, err = s.UpdateReminder(t.Context(), agent, id, ReminderInput{Kind: Some(pick("session", "random"))}, p)
	case 4:
		w, err = s.UpdateReminder(t.Context(), agent, id, ReminderInput{ProjectSlug: Opt[string]{Set: true, Value: []*string{nil, new("p"), new("q")}[r.IntN(3)]}}, p)
	case 5:
		w, err = s.SnoozeReminder(t.Context(), agent, id, ReminderSnooze{For: pick(SnoozeChoices...)}, p)
		if isConflict(err) { // it is done
			err = nil
		}
	case 6:
		w, err = s.FinishReminder(t.Context(), agent, id, p)
	case 7:
		w, err = s.DeleteReminder(t.Context(), agent, id)
	}
	if err != nil {
		t.Fatal(err)
	}
	return w.EventID
}

// state is all of a reminder but when it was changed last.
func state(t testing.TB, s *Store, id string) Reminder {
	t.Helper()
	m, err := scanReminder(s.db.Row(t.Context(), `SELECT `+reminderColumns+` FROM reminders WHERE id = ?`, id))
	if err != nil {
		t.Fatal(err)
	}
	m.UpdatedAt, m.deletedAt = Time{}, nil
	return m
}

func TestEveryChangeOfAReminderCanBeTakenBack(t *testing.T) {
	race.SkipShort(t)
	t.Parallel()
	p := inBerlin(t)
	r := rand.New(rand.NewPCG(1, 2))
	rounds := 25
	if testing.Short() {
		rounds = 6
	}
	for range rounds {
		s, c := newStore(t)
		createProject(t, s, ProjectInput{Slug: Some("p")})
		createProject(t, s, ProjectInput{Slug: Some("q")})
		id := remind(t, s, reminder("daily", "2026-05-01T08:00", "")).ID
		var events []string
		states := []Reminder{state(t, s, id)}
		for len(events) < 12 {
			c.advance(time.Duration(r.IntN(48)) * time.Hour)
			before := state(t, s, id)
			event := anyChange(t, s, r, id, p)
			if event == "" {
				continue
			}
			// One change, taken back at once and done again by taking that back.
			after := state(t, s, id)
			for _, want := range []Reminder{before, after} {
				undone, err := s.Undo(t.Context(), owner, event, Guard{})
				if err != nil {
					t.Fatalf("undo: %v", err)
				}
				event = undone.EventID
				if got := state(t, s, id); !reflect.DeepEqual(got, want) {
					t.Fatalf("undone to\n%+v, want\n%+v", got, want)
				}
			}
			if _, err := s.Reminder(t.Context(), id); isMissing(err) { // it goes on without the deletion
				if _, err := s.Undo(t.Context(), owner, event, Guard{}); err != nil {
					t.Fatal(err)
				}
				continue
			}
			events, states = append(events, event), append(states, after)
		}
		// And all of them, the newest first.
		for i := len(events) - 1; i >= 0; i-- {
			if _, err := s.Undo(t.Context(), owner, events[i], Guard{}); err != nil {
				t.Fatalf("undo the history: %v", err)
			}
			if got := state(t, s, id); !reflect.DeepEqual(got, states[i]) {
				t.Fatalf("step %d: undone to\n%+v, want\n%+v", i, got, states[i])
			}
		}
	}
}

func TestRemindersComeBackWithTheirThreadAndProject(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	createProject(t, s, ProjectInput{Slug: Some("q")})
	th := create(t, s, "work", inProject("p"))
	of := func(thread, project string) Reminder {
		in := reminder("daily", "2026-05-01T08:00", "")
		in.ThreadID, in.ProjectSlug = Some(thread), Some(project)
		return remind(t, s, in)
	}
	all := []Reminder{of(th.ID, "p"), of(th.ID, "q"), of("", "p")}
	for name, do := range map[string]func() (string, error){
		"project": func() (string, error) {
			w, err := s.DeleteProject(t.Context(), owner, "p", Guard{})
			return w.EventID, err
		},
		"thread": func() (string, error) {
			w, err := s.DeleteThread(t.Context(), owner, th.ID, Guard{})
			return w.EventID, err
		},
	} {
		event, err := do()
		if err != nil {
			t.Fatal(err)
		}
		page, err := s.Reminders(t.Context(), ReminderFilter{})
		left := map[string]int{"project": 0, "thread": 1}[name]
		if err != nil || page.Total != left {
			t.Errorf("without its %s: %d reminders, %v; want %d", name, page.Total, err, left)
		}
		if _, err := s.Undo(t.Context(), owner, event, Guard{}); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for _, m := range all {
			if got := readReminder(t, s, m.ID); !reflect.DeepEqual(got, m) {
				t.Errorf("%s: back as %+v, was %+v", name, got, m)
			}
		}
	}
}
