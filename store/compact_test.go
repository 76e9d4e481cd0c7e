package store

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/progresshub/progresshub/store/sqlite"
)

var inVienna = Policy{Zone: mustZone("Europe/Vienna")}

func mustZone(name string) *time.Location {
	zone, err := time.LoadLocation(name)
	if err != nil {
		panic(err)
	}
	return zone
}

// compactAll compacts until nothing is left to do, and returns how many steps that took.
func compactAll(t testing.TB, s *Store, days int) (c Compaction, steps int) {
	t.Helper()
	for more := true; more; steps++ {
		var err error
		if c, more, err = s.CompactEvents(t.Context(), inVienna, days); err != nil {
			t.Fatal(err)
		}
	}
	return c, steps
}

// past is the history as its readers see it, the oldest first.
func past(t testing.TB, s *Store, subject string) []Event {
	t.Helper()
	page, err := s.Events(t.Context(), EventFilter{Subject: subject, Limit: MaxLimit})
	if err != nil || page.Next != "" || page.Total != len(page.Events) {
		t.Fatalf("%d of %d events, %v", len(page.Events), page.Total, err)
	}
	slices.Reverse(page.Events)
	return page.Events
}

func focus(t testing.TB, s *Store, by By, id, text string) Written[Thread] {
	t.Helper()
	return done(t)(s.UpdateThread(t.Context(), by, id, Guard{}, ThreadInput{Focus: Some(text)}, false))
}

// told is a day as the tests compare it: how much of which kind by whom.
func told(e Event) string {
	if e.Compacted == nil {
		return strings.TrimPrefix(e.Kind, "thread.")
	}
	var parts []string
	for _, by := range e.Compacted.By {
		who := "owner"
		if by.SourceTool != nil {
			who = *by.SourceTool
		}
		for _, kind := range slices.Sorted(maps.Keys(by.Kinds)) {
			parts = append(parts, fmt.Sprintf("%s %s %d", who, strings.TrimPrefix(kind, "thread."), by.Kinds[kind]))
		}
	}
	return strings.Join(parts, ", ")
}

func TestCompactionMakesOneOfADayAndItem(t *testing.T) {
	t.Parallel()
	s, c := newStore(t) // 4 May, 11:30 in Vienna
	th, other := create(t, s, "one"), create(t, s, "two")
	focus(t, s, agent, th.ID, "a")
	focus(t, s, owner, th.ID, "b")
	last := c.advance(12*time.Hour + 15*time.Minute) // 23:45
	focus(t, s, agent, th.ID, "c")
	c.advance(30 * time.Minute) // the next day there, but not in UTC
	focus(t, s, agent, th.ID, "d")
	c.advance(91 * 24 * time.Hour)
	focus(t, s, agent, other.ID, "now")

	before := past(t, s, "")
	got, _ := compactAll(t, s, 90)
	if got.Events != 6 || got.Lines != 3 || got.Days != 90 {
		t.Errorf("compacted %+v of %d events", got, len(before))
	}
	var days []string
	for _, e := range past(t, s, ThreadURI(th.ID)) {
		days = append(days, told(e))
	}
	want := []string{"owner updated 1, claude-code created 1, claude-code updated 2", "claude-code updated 1"}
	if !slices.Equal(days, want) {
		t.Errorf("the history of the thread is\n%q, want\n%q", days, want)
	}
	first := past(t, s, ThreadURI(th.ID))[0]
	if first.Kind != "thread.compacted" || first.Compacted.Changes != 4 || !first.At.Equal(last.Time) || !first.BeyondUndo || first.Subject != ThreadURI(th.ID) || first.Title == nil || *first.Title != "one" {
		t.Errorf("the first day is %+v", first)
	}
	if now := read(t, s, th.ID); *now.Focus != "d" {
		t.Errorf("the thread is %+v", now)
	}
	if again, steps := compactAll(t, s, 90); again != got || steps != 1 {
		t.Errorf("compacted again: %+v", again)
	}
}

func TestCompactionLeavesAlone(t *testing.T) {
	t.Parallel()
	const day = 24 * time.Hour
	for _, tc := range []struct {
		name string
		days int
		age  time.Duration
		want int // events compacted
	}{
		{"what undo reaches", 90, 90 * day, 0},
		{"the rest of a day that undo still reaches in part", 90, 90*day + 12*time.Hour, 0},
		{"no day that is over by then", 90, 91 * day, 3},
		{"everything, when undo reaches for ever", 0, 4000 * day, 0},
		{"yesterday, when undo reaches one day", 1, day, 0},
		{"not the day before", 1, 2 * day, 3},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			s, c := newStore(t)
			th := create(t, s, "s")
			focus(t, s, agent, th.ID, "a")
			focus(t, s, agent, th.ID, "b")
			due, some, err := s.CompactionDue(t.Context(), inVienna, tc.days)
			if err != nil || some != (tc.days > 0) {
				t.Fatalf("due %v %v %v", due, some, err)
			}
			c.advance(tc.age)
			focus(t, s, agent, th.ID, "now")
			if got, _ := compactAll(t, s, tc.days); got.Events != tc.want {
				t.Errorf("compacted %d, want %d", got.Events, tc.want)
			}
			if now := s.now(); some && (tc.want > 0) != !due.After(now) {
				t.Errorf("it was due %s, at %s", due, now)
			}
			if due, some, _ = s.CompactionDue(t.Context(), inVienna, tc.days); some && !due.After(s.now()) {
				t.Errorf("it is due again at %s", due)
			}
		})
	}
}

// TestCompactionKeepsTheNewestEvent: ids go on from it, also after a restart.
func TestCompactionKeepsTheNewestEvent(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	th := create(t, s, "s")
	last := focus(t, s, agent, th.ID, "a").EventID
	c.advance(1000 * 24 * time.Hour)
	compactAll(t, s, 90)
	if id, _, err := s.LastEvent(t.Context()); err != nil || id != last {
		t.Errorf("the last event is %q, %v", id, err)
	}
	if _, some, err := s.CompactionDue(t.Context(), inVienna, 90); some || err != nil {
		t.Errorf("the newest event alone makes a compaction due: %v", err)
	}
}

func TestUndoEndsWhereEventsAreCompacted(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	th := create(t, s, "s")
	from := At(s.now())
	old := focus(t, s, agent, th.ID, "old").EventID
	page, err := s.PutPage(t.Context(), agent, "a/b", 0, "# Kept")
	if err != nil {
		t.Fatal(err)
	}
	c.advance(100 * 24 * time.Hour)
	since := At(s.now())
	young := focus(t, s, agent, th.ID, "young").EventID
	younger := focus(t, s, agent, th.ID, "younger").EventID
	if _, err := s.Undo(t.Context(), owner, younger, Guard{}); err != nil {
		t.Fatal(err)
	}
	compactAll(t, s, 90)

	day := past(t, s, ThreadURI(th.ID))[0]
	for name, id := range map[string]string{"a change of a day": old, "the day": day.ID, "one that stays as it is": page.EventID} {
		_, err := s.Undo(t.Context(), owner, id, Guard{})
		if !isConflict(err) || !strings.Contains(err.Error(), "too old to be undone") || !strings.Contains(err.Error(), "90 days") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := s.UndoAll(t.Context(), owner, UndoRange{Actor: Agent, From: from, To: At(s.now())}, Guard{}); invalidFields(err) != "from" || !strings.Contains(err.Error(), "90 days") {
		t.Errorf("a range: %v", err)
	}
	if _, err := s.Event(t.Context(), old); !isMissing(err) || !strings.Contains(err.Error(), "90 days") {
		t.Errorf("reading a compacted event: %v", err)
	}
	if e, err := s.Event(t.Context(), day.ID); err != nil || e.Compacted == nil || e.Parts == nil {
		t.Errorf("reading a day: %+v %v", e, err)
	}
	if e, err := s.Event(t.Context(), page.EventID); err != nil || e.Kind != "page.created" || !e.BeyondUndo {
		t.Errorf("reading what stays: %+v %v", e, err)
	}

	if _, err := s.UndoAll(t.Context(), owner, UndoRange{Actor: Agent, From: since, To: At(s.now())}, Guard{}); err != nil {
		t.Errorf("a range within reach: %v", err)
	}
	if got := read(t, s, th.ID); *got.Focus != "old" {
		t.Errorf("the focus is %q", *got.Focus)
	}
	if e, err := s.Event(t.Context(), young); err != nil || !e.Undone || e.BeyondUndo {
		t.Errorf("what was undone: %+v %v", e, err)
	}
}

// TestCompactionLosesNothingSaid: what people wrote, and what later questions are answered by,
// outlives the events.
func TestCompactionLosesNothingSaid(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	ended, blocked, wrong, kept := create(t, s, "ended"), create(t, s, "blocked"), create(t, s, "wrong"), create(t, s, "kept")
	done(t)(s.Finish(t.Context(), agent, ended.ID, Guard{}, StatusDone, "shipped in 1.2"))
	noted := create(t, s, "noted")
	done(t)(s.Finish(t.Context(), agent, noted.ID, Guard{}, StatusDone, ""))
	c.advance(24 * time.Hour)
	done(t)(s.Finish(t.Context(), agent, noted.ID, Guard{}, StatusDone, "released in 1.3"))
	done(t)(s.Block(t.Context(), By{Actor: Agent, SourceTool: "codex"}, blocked.ID, Guard{}, "waits for the disk"))
	done(t)(s.MergeThread(t.Context(), owner, wrong.ID, kept.ID, Guard{}))
	begun := starting("codex", "look at the log first")
	begun.ThreadID = kept.ID
	if _, err := s.Start(t.Context(), agent, begun); err != nil {
		t.Fatal(err)
	}
	if _, err := s.PutPage(t.Context(), agent, "old", 0, "# One"); err != nil {
		t.Fatal(err)
	}
	if _, err := s.PutPage(t.Context(), agent, "old", 0, "# Two"); err != nil {
		t.Fatal(err)
	}
	if _, err := s.MovePages(t.Context(), agent, "old", "new"); err != nil {
		t.Fatal(err)
	}
	c.advance(200 * 24 * time.Hour)
	create(t, s, "now")
	compactAll(t, s, 90)

	for _, said := range []struct{ what, id, kind, text string }{
		{"how a thread ended", ended.ID, "thread.done", "shipped in 1.2"},
		{"what was added to that", noted.ID, "thread.updated", "released in 1.3"},
		{"as what it was begun", kept.ID, "thread.claimed", "look at the log first"},
	} {
		last, err := s.Events(t.Context(), EventFilter{Subject: ThreadURI(said.id), Kind: said.kind, Limit: 1})
		if err != nil || len(last.Events) != 1 || last.Events[0].Compacted == nil || len(last.Events[0].Compacted.Notes) != 1 || last.Events[0].Compacted.Notes[0].Text != said.text {
			t.Errorf("%s: %+v %v", said.what, last, err)
		}
	}
	if m, err := s.BlockByAnother(t.Context(), agent, blocked.ID, ""); err != nil || m == nil || m.Who != "codex" {
		t.Errorf("who blocked the thread: %+v %v", m, err)
	}
	if got := read(t, s, wrong.ID); got.MergedInto == nil || *got.MergedInto != kept.ID {
		t.Errorf("the merged thread: %+v", got)
	}
	var gone *NotFoundError
	if _, err := s.Page(t.Context(), "old"); !errors.As(err, &gone) || gone.Moved != PageURI("new") {
		t.Errorf("the page at its old address: %v", err)
	}
	if p, err := s.PageAt(t.Context(), "new", 1); err != nil || p.Markdown != "# One" {
		t.Errorf("the first revision: %+v %v", p, err)
	}
	if got := past(t, s, PageURI("old")); len(got) == 0 {
		t.Error("the history under the old address is gone")
	}
}

// TestCompactionByFilter: the history chooses days by what happened on them, and goes on through
// them page by page.
func TestCompactionByFilter(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	codex := By{Actor: Agent, SourceTool: "codex"}
	for i := range 7 {
		th := create(t, s, fmt.Sprint("thread ", i))
		focus(t, s, codex, th.ID, "a")
		if i%3 == 0 {
			focus(t, s, owner, th.ID, "b")
		}
		if i%2 == 0 {
			done(t)(s.Finish(t.Context(), agent, th.ID, Guard{}, StatusDone, ""))
		}
		c.advance(24 * time.Hour)
	}
	from := At(s.now().Add(-60 * time.Hour))
	c.advance(200 * 24 * time.Hour)
	create(t, s, "now")
	compactAll(t, s, 90)
	checkKept(t, s)

	for _, tc := range []struct {
		name string
		f    EventFilter
		want int
	}{
		{"all, with the inbox", EventFilter{}, 9},
		{"a kind of item", EventFilter{Kind: "thread"}, 8},
		{"another one", EventFilter{Kind: "page"}, 0},
		{"a kind", EventFilter{Kind: "thread.done"}, 4},
		{"an agent", EventFilter{SourceTool: "codex"}, 7},
		{"a kind by an agent", EventFilter{Kind: "thread.done", SourceTool: "claude-code"}, 4},
		{"a kind that another one made", EventFilter{Kind: "thread.done", SourceTool: "codex"}, 0},
		{"agents", EventFilter{Actor: Agent}, 9},
		{"the owner", EventFilter{Actor: Owner}, 3},
		{"since", EventFilter{From: &from}, 3},
		{"until", EventFilter{To: &from}, 6},
	} {
		t.Run(tc.name, func(t *testing.T) {
			tc.f.Limit = 3
			seen := map[string]bool{}
			for {
				p, err := s.Events(t.Context(), tc.f)
				if err != nil || p.Total != tc.want {
					t.Fatalf("%d of %d, %v", len(p.Events), p.Total, err)
				}
				for _, e := range p.Events {
					if seen[e.ID] {
						t.Errorf("%s twice", e.ID)
					}
					seen[e.ID] = true
				}
				if p.Next == "" {
					break
				}
				tc.f.Cursor = p.Next
			}
			if len(seen) != tc.want {
				t.Errorf("%d, want %d", len(seen), tc.want)
			}
		})
	}
}

// TestCompactionGoesOnInSteps: however the days fall into steps, they come out the same.
func TestCompactionGoesOnInSteps(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	const n = 5 * compactionChunk
	list := []string{create(t, s, "a").ID, create(t, s, "b").ID, create(t, s, "c").ID}
	for i := range n {
		focus(t, s, agent, list[i%3], fmt.Sprint(i))
	}
	c.advance(200 * 24 * time.Hour)
	create(t, s, "now")
	changes := func() (sum int) {
		for _, id := range list {
			for _, e := range past(t, s, ThreadURI(id)) {
				if sum++; e.Compacted != nil {
					sum += e.Compacted.Changes - 1
				}
			}
		}
		return sum
	}
	before := changes()
	for more := true; more; {
		var err error
		err = s.write(t.Context(), "compact", owner, func(tx *tx) error {
			_, more, err = tx.compact(inVienna.Zone, sqlite.FirstID(tx.now.AddDate(0, 0, -90)), 90, 0)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if now := changes(); now != before {
			t.Fatalf("%d changes, want %d", now, before)
		}
	}
	got, err := s.Compaction(t.Context())
	if err != nil || got.Lines != 3 || got.Events != n+3 {
		t.Errorf("%+v %v", got, err)
	}
	for _, id := range list {
		if h := past(t, s, ThreadURI(id)); len(h) != 1 || h[0].Compacted.Changes < n/3 {
			t.Errorf("the history of %s: %+v", id, h)
		}
	}
}
