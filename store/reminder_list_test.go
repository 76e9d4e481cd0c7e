package store

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
)

// reminders lists reminders.
func reminders(t testing.TB, s *Store, f ReminderFilter) ReminderPage {
	t.Helper()
	page, err := s.Reminders(t.Context(), f)
	if err != nil {
		t.Fatalf("list reminders: %v", err)
	}
	return page
}

func TestStatesOfReminders(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	p := inBerlin(t)
	th := create(t, s, "work", inProject("shop"))
	if _, err := s.UpdateProject(t.Context(), owner, "shop", ProjectInput{Slug: Some("store")}); err != nil {
		t.Fatal(err)
	}
	names := map[string]string{}
	add := func(name, kind, due string, thread string) Reminder {
		in := reminder(kind, due, "")
		if thread != "" {
			in.ThreadID = Some(thread)
		}
		m := remind(t, s, in)
		names[m.ID] = name
		return m
	}
	add("later", "once", "2026-05-09T08:00", "")
	snoozed := add("session", "session", "", th.ID)
	add("soon", "daily", "2026-05-04T12:00", th.ID)
	add("over", "once", "2026-05-01T08:00", "")
	add("random", "random", "", "")
	for _, kind := range []string{"once", "session"} {
		ended := add(kind+" done", kind, map[string]string{"once": "2026-05-02T08:00"}[kind], "")
		if _, err := s.FinishReminder(t.Context(), agent, ended.ID, p); err != nil {
			t.Fatal(err)
		}
	}
	deleted := add("deleted", "session", "", "")
	if _, err := s.DeleteReminder(t.Context(), agent, deleted.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := s.SnoozeReminder(t.Context(), agent, snoozed.ID, ReminderSnooze{For: "10m"}, p); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		name  string
		f     ReminderFilter
		late  time.Duration
		want  string
		fresh string
	}{
		{"by default those to come", ReminderFilter{}, 0, "over, session, soon, later, random", ""},
		{"pending", ReminderFilter{State: ReminderPending}, 0, "over, session, soon, later, random", ""},
		{"due", ReminderFilter{State: ReminderDue}, 0, "over", "2026-05-04T10:00"},
		{"due in an hour", ReminderFilter{State: ReminderDue}, time.Hour, "over, soon", "2026-05-09T06:00"},
		{"due in a week", ReminderFilter{State: ReminderDue}, 7 * 24 * time.Hour, "over, soon, later", ""},
		{"done", ReminderFilter{State: ReminderDone}, 0, "once done, session done", ""},
		{"all", ReminderFilter{State: ReminderAll}, 0, "over, session, soon, later, random, once done, session done", ""},
		{"of a thread", ReminderFilter{ThreadID: th.ID}, 0, "session, soon", ""},
		{"of no thread", ReminderFilter{ThreadID: "000000000000"}, 0, "", ""},
		{"of a project", ReminderFilter{Project: "store"}, 0, "session, soon", ""},
		{"of a project by its earlier slug, due", ReminderFilter{Project: "shop", State: ReminderDue}, 0, "", "2026-05-04T10:00"},
		{"of no project", ReminderFilter{Project: "stroe"}, 0, "", ""},
	} {
		c.advance(tc.late)
		page := reminders(t, s, tc.f)
		var got []string
		for _, m := range page.Reminders {
			got = append(got, names[m.ID])
		}
		fresh := ""
		if !page.FreshUntil.IsZero() {
			fresh = whenOf(new(At(page.FreshUntil)))
		}
		if strings.Join(got, ", ") != tc.want || page.Total != len(got) || fresh != tc.fresh || page.Reminders == nil {
			t.Errorf("%s: %s of %d, fresh until %s; want %s until %s", tc.name, strings.Join(got, ", "), page.Total, fresh, tc.want, tc.fresh)
		}
		c.advance(-tc.late)
	}
	c.advance(time.Hour)
	if due, err := s.DueReminders(t.Context(), 1); err != nil || due.Total != 2 || len(due.Reminders) != 1 || names[due.Reminders[0].ID] != "over" {
		t.Errorf("due: %+v, %v", due, err)
	}
}

func TestReminderListRefusesBadQueries(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	id := remind(t, s, reminder("once", "2026-05-09T08:00", "")).ID
	for name, tc := range map[string]struct {
		f   ReminderFilter
		bad string
	}{
		"a state":            {ReminderFilter{State: "snoozed"}, "state"},
		"a limit":            {ReminderFilter{Limit: MaxLimit + 1}, "limit"},
		"a cursor":           {ReminderFilter{Cursor: id}, "cursor"},
		"a bad time":         {ReminderFilter{Cursor: "soon_" + id + "_" + id}, "cursor"},
		"another form of it": {ReminderFilter{Cursor: "2026-05-09_" + id + "_" + id}, "cursor"},
		"a bad id":           {ReminderFilter{Cursor: "~_x_" + id}, "cursor"},
		"a bad mark":         {ReminderFilter{Cursor: "~_" + id + "_'"}, "cursor"},
		"too much":           {ReminderFilter{Cursor: "~_" + id + "_" + id + "_" + id}, "cursor"},
		"a right one":        {ReminderFilter{Cursor: "2026-05-09T06:00:00.000Z_" + id + "_" + id}, ""},
		"one without a time": {ReminderFilter{Cursor: "~_" + id + "_" + id}, ""},
	} {
		if _, err := s.Reminders(t.Context(), tc.f); invalidFields(err) != tc.bad || tc.bad == "" && err != nil {
			t.Errorf("%s: %v, want %q refused", name, err, tc.bad)
		}
	}
}

// Whoever walks the pages sees no reminder twice, and each one that stays in its place,
// whatever happens to the others and to the texts.
func TestPagesOfRemindersAreCompleteUnderChanges(t *testing.T) {
	t.Parallel()
	p := inBerlin(t)
	r := rand.New(rand.NewPCG(3, 4))
	for _, state := range []string{ReminderPending, ReminderAll} {
		s, c := newStore(t)
		var there []string
		moved := map[string]bool{}
		for i := range 60 {
			in := reminder("session", "", "")
			if i%3 > 0 {
				in = reminder("daily", fmt.Sprintf("2026-05-0%dT1%d:00", 5+i%4, i%5), "")
			}
			there = append(there, remind(t, s, in).ID)
		}
		seen := map[string]int{}
		f := ReminderFilter{State: state, Limit: 7}
		for {
			page := reminders(t, s, f)
			for _, m := range page.Reminders {
				seen[m.ID]++
			}
			if f.Cursor = page.Next; f.Cursor == "" {
				break
			}
			for range 8 {
				c.advance(time.Millisecond)
				id := there[r.IntN(len(there))]
				var err error
				switch r.IntN(4) {
				case 0:
					_, err = s.UpdateReminder(t.Context(), agent, id, ReminderInput{Text: Some(fmt.Sprint("text ", r.IntN(1000)))}, p)
				case 1:
					_, err = s.SnoozeReminder(t.Context(), agent, id, ReminderSnooze{For: "tomorrow"}, p)
					moved[id] = true
				case 2:
					_, err = s.FinishReminder(t.Context(), agent, id, p)
					moved[id] = true
				case 3:
					remind(t, s, reminder("daily", "2026-05-09T23:00", ""))
				}
				if err != nil && !isConflict(err) {
					t.Fatal(err)
				}
			}
		}
		for id, n := range seen {
			if n > 1 {
				t.Errorf("%s: %s shows %d times", state, id, n)
			}
		}
		stayed := slices.DeleteFunc(slices.Clone(there), func(id string) bool { return moved[id] })
		for _, id := range stayed {
			if seen[id] != 1 {
				t.Errorf("%s: %s, which stayed in its place, shows %d times", state, id, seen[id])
			}
		}
		if len(stayed) < 5 || len(moved) < 10 {
			t.Fatalf("%d stayed, %d moved: the test tests nothing", len(stayed), len(moved))
		}
	}
}
