package store

import (
	"maps"
	"strings"
	"testing"
)

func readEvent(t *testing.T, s *Store, id string) EventDetail {
	t.Helper()
	e, err := s.Event(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func TestAnEventSaysWhatElseItTouched(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	a, b := create(t, s, "the short one"), create(t, s, "the long one")
	m := remind(t, s, ReminderInput{Text: Some("look again"), Kind: Some("session"), ThreadID: Some(a.ID)})
	merged := done(t)(s.MergeThread(t.Context(), owner, a.ID, b.ID, Guard{}))
	e := readEvent(t, s, merged.EventID)
	if e.Kind != "thread.merged" || e.Also != 2 || len(e.Parts) != 2 || e.Title == nil || *e.Title != "the short one" {
		t.Fatalf("event %+v", e)
	}
	for i, want := range []struct{ subject, title, after string }{
		{"hub://reminders/" + m.ID, "look again", `"thread_id":"` + b.ID + `"`},
		{ThreadURI(b.ID), "the long one", "last_activity_at"},
	} {
		p := e.Parts[i]
		if p.Subject != want.subject || p.Title == nil || *p.Title != want.title || i == 0 && !strings.Contains(string(p.After), want.after) {
			t.Errorf("part %d: %+v", i, p)
		}
	}
	news, err := s.EventsAfter(t.Context(), "")
	if err != nil || news[len(news)-1].ID != merged.EventID || news[len(news)-1].Also != 2 || news[0].Also != 0 {
		t.Errorf("as news: %+v, %v", news, err)
	}
	for _, id := range []string{"000000000000", "nothing"} {
		if _, err := s.Event(t.Context(), id); !isMissing(err) {
			t.Errorf("%s: %v", id, err)
		}
	}
	for _, query := range readStatements(s) {
		wantIndexed(t, s, query)
	}
}

func TestEventsSayWhatTheirItemIsCalledNow(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	th := create(t, s, "first name", inProject("shop"))
	done(t)(s.UpdateThread(t.Context(), owner, th.ID, Guard{}, ThreadInput{Summary: Some("second name")}, true))
	done(t)(s.DeleteThread(t.Context(), owner, th.ID, Guard{}))
	changeProject(t)(s.UpdateProject(t.Context(), owner, "shop", ProjectInput{Title: Some("The shop")}))
	want := map[string]string{"thread": "second name", "project": "The shop"}
	page, err := s.Events(t.Context(), EventFilter{})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range page.Events {
		kind, _, _ := strings.Cut(e.Kind, ".")
		if e.Title == nil || *e.Title != want[kind] {
			t.Errorf("%s: %v, want %q", e.Kind, e.Title, want[kind])
		}
	}
}

// Nobody knows a thread by its id: events say what those are called that they name.
func TestEventsNameTheThreadsTheyTellOf(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	a, b := create(t, s, "the short one"), create(t, s, "the long one")
	m := remind(t, s, ReminderInput{Text: Some("look again"), Kind: Some("session"), ThreadID: Some(a.ID)})
	waits := create(t, s, "the one that waits", func(in *ThreadInput) { in.DependsOn = Some([]string{a.ID, b.ID}) })
	merged := done(t)(s.MergeThread(t.Context(), owner, a.ID, b.ID, Guard{})).EventID
	done(t)(s.UpdateThread(t.Context(), owner, b.ID, Guard{}, ThreadInput{Summary: Some("the new name")}, true))
	both := map[string]string{a.ID: "the short one", b.ID: "the new name"}
	of := func(subject, kind string) map[string]string {
		page, err := s.Events(t.Context(), EventFilter{Subject: subject, Kind: kind})
		if err != nil || len(page.Events) == 0 {
			t.Fatalf("%s of %s: %+v, %v", kind, subject, page, err)
		}
		return page.Events[0].Threads
	}
	for _, c := range []struct {
		name string
		got  map[string]string
		want map[string]string
	}{
		{"what a thread became part of", of(ThreadURI(a.ID), "thread.merged"), map[string]string{b.ID: "the new name"}},
		{"the same, one event alone", readEvent(t, s, merged).Threads, map[string]string{b.ID: "the new name"}},
		{"what else it touched", readEvent(t, s, merged).Parts[0].Threads, both},
		{"what a thread waits for", of(ThreadURI(waits.ID), "thread.created"), both},
		{"what a reminder is about", of(ReminderURI(m.ID), "reminder.created"), map[string]string{a.ID: "the short one"}},
		{"what names none", of(ThreadURI(b.ID), "thread.updated"), nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			if !maps.Equal(c.got, c.want) {
				t.Errorf("%v, want %v", c.got, c.want)
			}
		})
	}
}

func TestEventsSayWhetherTheyWereTakenBack(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	th := create(t, s, "s")
	first := done(t)(s.UpdateThread(t.Context(), agent, th.ID, Guard{}, ThreadInput{Goal: Some("one")}, true)).EventID
	var chain []string
	for last := first; len(chain) < 3; {
		last = undo(t, s, last).EventID
		chain = append(chain, last)
		page, err := s.Events(t.Context(), EventFilter{Subject: ThreadURI(th.ID)})
		if err != nil {
			t.Fatal(err)
		}
		// Every second event of the chain is in effect, counted from its end.
		order := append([]string{first}, chain...)
		for i, id := range order {
			want := (len(order)-1-i)%2 == 1
			for _, e := range page.Events {
				if e.ID == id && e.Undone != want {
					t.Errorf("after %d undos, event %d undone: %v", len(chain), i, e.Undone)
				}
			}
			if got := readEvent(t, s, id).Undone; got != want {
				t.Errorf("after %d undos, event %d read alone undone: %v", len(chain), i, got)
			}
		}
	}
}
