package store

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/progresshub/progresshub/store/storetest/race"
)

func TestFiltersChooseThreads(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	ids := map[string]string{}
	add := func(name, tool, in string, status Status) {
		c.advance(time.Second)
		th := done(t)(s.CreateThread(t.Context(), agent, tool, inputOf(t, in), true)).Item
		switch status {
		case StatusBlocked:
			done(t)(s.Block(t.Context(), agent, th.ID, Guard{}, "r"))
		case StatusDone, StatusDismissed:
			done(t)(s.Finish(t.Context(), agent, th.ID, Guard{}, status, ""))
		}
		ids[th.ID] = name
	}
	add("open", "codex", `{"Summary":"Straße 100%_ fixed","Energy":"high"}`, StatusOpen)
	add("blocked", "claude-code", `{"Summary":"x","ProjectSlug":"p","Goal":"ÜBER alles"}`, StatusBlocked)
	add("done", "codex", `{"Summary":"y","ProjectSlug":"p","NextSteps":["проверить"]}`, StatusDone)
	add("dismissed", "codex", `{"Summary":"z","Tried":[{"what":"secret word"}]}`, StatusDismissed)
	for _, tc := range []struct {
		name string
		f    ThreadFilter
		want string // newest first
	}{
		{"by default the active ones", ThreadFilter{}, "blocked open"},
		{"one status", ThreadFilter{Statuses: []Status{StatusDone}}, "done"},
		{"statuses, in any order and number", ThreadFilter{Statuses: []Status{StatusOpen, StatusDismissed, StatusOpen}}, "dismissed open"},
		{"all statuses", ThreadFilter{Statuses: Statuses}, "dismissed done blocked open"},
		{"a project", ThreadFilter{Project: "p"}, "blocked"},
		{"a project's finished ones", ThreadFilter{Project: "p", Statuses: []Status{StatusDone, StatusDismissed}}, "done"},
		{"an unknown project", ThreadFilter{Project: "nope"}, ""},
		{"a tool", ThreadFilter{SourceTool: "codex", Statuses: Statuses}, "dismissed done open"},
		{"an energy", ThreadFilter{Energy: "high"}, "open"},
		{"text in any case", ThreadFilter{Text: "über"}, "blocked"},
		{"text folded as a whole", ThreadFilter{Text: "STRASSE"}, "open"},
		{"text in another script", ThreadFilter{Text: "ПРОВЕР", Statuses: Statuses}, "done"},
		{"wildcards are letters", ThreadFilter{Text: "100%_"}, "open"},
		{"no wildcards", ThreadFilter{Text: "%"}, "open"},
		{"quotes are letters", ThreadFilter{Text: `"' OR 1=1`}, ""},
		{"everything at once", ThreadFilter{Project: "p", SourceTool: "claude-code", Energy: "unknown", Text: "alles", Statuses: []Status{StatusBlocked}}, "blocked"},
	} {
		page := list(t, s, tc.f)
		var got []string
		for _, th := range page.Threads {
			got = append(got, ids[th.ID])
		}
		if strings.Join(got, " ") != tc.want || page.Total != len(got) || page.Next != "" || page.Threads == nil {
			t.Errorf("%s: got %v of %d, want %q", tc.name, got, page.Total, tc.want)
		}
	}
}

func TestListRefusesBadQueries(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	th := create(t, s, "s")
	dated := th.LastActivityAt.String() + "_" + th.ID
	for name, tc := range map[string]struct {
		f   ThreadFilter
		bad string
	}{
		"an unknown status":                   {ThreadFilter{Statuses: []Status{"closed"}}, "status"},
		"an unknown sort":                     {ThreadFilter{Sort: "age"}, "sort"},
		"an id where time sorts":              {ThreadFilter{Sort: SortActivity, Cursor: th.ID}, "cursor"},
		"an unknown energy":                   {ThreadFilter{Energy: "huge"}, "energy"},
		"a limit over the most":               {ThreadFilter{Limit: MaxLimit + 1}, "limit"},
		"a negative limit":                    {ThreadFilter{Limit: -1}, "limit"},
		"a cursor that is no id":              {ThreadFilter{Cursor: "' OR 1=1 --"}, "cursor"},
		"a cursor with a letter out of range": {ThreadFilter{Cursor: "0123456789aU"}, "cursor"},
		"a stale cursor on another list":      {ThreadFilter{Cursor: dated}, "cursor"},
		"an id on the stale list":             {ThreadFilter{Stale: true, Cursor: th.ID}, "cursor"},
		"a stale cursor without a time":       {ThreadFilter{Stale: true, Cursor: "_" + th.ID}, "cursor"},
		"a stale cursor without an id":        {ThreadFilter{Stale: true, Cursor: th.LastActivityAt.String() + "_"}, "cursor"},
		"the largest limit":                   {ThreadFilter{Limit: MaxLimit}, ""},
		"a right cursor":                      {ThreadFilter{Cursor: th.ID}, ""},
		"a right stale cursor":                {ThreadFilter{Stale: true, Cursor: dated}, ""},
	} {
		if _, err := s.Threads(t.Context(), tc.f, Policy{}); invalidFields(err) != tc.bad || tc.bad == "" && err != nil {
			t.Errorf("%s: got %v, want %q refused", name, err, tc.bad)
		}
	}
}

func TestRepeatedStatusesFormNoNewQueries(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	rest(s)
	list(t, s, ThreadFilter{Statuses: []Status{StatusDone}})
	known := len(readStatements(s))
	for n := range 100 {
		list(t, s, ThreadFilter{Statuses: slices.Repeat([]Status{StatusDone}, n+1)})
	}
	if got := len(readStatements(s)); got != known {
		t.Errorf("%d statements kept, want %d", got, known)
	}
}

// A reader that walks the pages sees each thread that was there all along exactly once,
// whatever is added, edited and finished meanwhile.
func TestPagesAreCompleteUnderChanges(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	var there []string
	for i := range 60 {
		c.advance(time.Duration(i%2) * time.Millisecond)
		there = append(there, create(t, s, "s", inProject([]string{"p", "q"}[i%3/2])).ID)
	}
	for name, f := range map[string]ThreadFilter{
		"active": {Limit: 7}, "all": {Limit: 7, Statuses: Statuses}, "project": {Limit: 7, Project: "p"},
	} {
		turn := 0
		got := allPages(t, s, f, func() {
			turn++
			create(t, s, "new", inProject("p"))
			done(t)(s.UpdateThread(t.Context(), agent, there[turn], Guard{}, ThreadInput{Goal: Some(fmt.Sprint(name, turn))}, false))
			done(t)(s.Finish(t.Context(), agent, create(t, s, "short-lived").ID, Guard{}, StatusDone, ""))
		})
		seen := map[string]int{}
		for i, th := range got {
			seen[th.ID]++
			if i > 0 && got[i-1].ID <= th.ID {
				t.Fatalf("%s: not by descending id", name)
			}
		}
		for _, id := range there {
			if f.Project != "" && read(t, s, id).ProjectSlug != f.Project {
				continue
			}
			if seen[id] != 1 {
				t.Errorf("%s: %s was shown %d times", name, id, seen[id])
			}
		}
	}
}

func TestStaleListIsOldestFirstAndComplete(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	var want []string
	for i := range 25 {
		if i%3 == 0 {
			c.advance(time.Minute) // the others share a moment: then the id decides
		}
		want = append(want, createIn(t, s, []Status{StatusOpen, StatusBlocked}[i%2]).ID)
	}
	createIn(t, s, StatusDone)
	snoozed := create(t, s, "snoozed")
	c.advance(DefaultStaleDays * 24 * time.Hour)
	until := c.Now().Add(time.Hour)
	done(t)(s.Snooze(t.Context(), owner, snoozed.ID, Guard{}, &until))
	create(t, s, "fresh")
	f := ThreadFilter{Stale: true, Limit: 4}
	if page := list(t, s, f); page.Total != len(want) {
		t.Errorf("total %d, want %d", page.Total, len(want))
	}
	for _, f := range []ThreadFilter{f, {Stale: true, Limit: 4, Project: InboxSlug}} {
		if got := ids(allPages(t, s, f, nil)); !slices.Equal(got, want) {
			t.Errorf("%+v:\ngot  %v\nwant %v", f, got, want)
		}
	}
	// Work on threads already read, or still to come, takes them off the list.
	turn := 0
	got := ids(allPages(t, s, f, func() {
		c.advance(time.Millisecond)
		for _, id := range []string{want[turn], want[len(want)-1-turn]} {
			done(t)(s.UpdateThread(t.Context(), agent, id, Guard{}, ThreadInput{Goal: Some("g")}, false))
		}
		turn++
	}))
	if !slices.Equal(got, want[:len(want)-turn]) {
		t.Errorf("under work: got %d, want the first %d of %d", len(got), len(want)-turn, len(want))
	}
}

// What a row shows is what its list is ordered by: when it has ended, else the last work on it.
func TestListsByActivity(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	names := map[string]string{}
	add := func(name string, status Status) string {
		c.advance(time.Minute)
		id := createIn(t, s, status).ID
		names[id] = name
		return id
	}
	worked, _, blocked := add("worked", StatusOpen), add("rests", StatusOpen), add("blocked", StatusBlocked)
	_, edited, _ := add("early", StatusDone), add("edited", StatusDone), add("dropped", StatusDismissed)
	early, late := add("back soon", StatusOpen), add("back late", StatusOpen)
	touch := func(id string) {
		c.advance(time.Minute)
		done(t)(s.UpdateThread(t.Context(), agent, id, Guard{}, ThreadInput{Goal: Some("g" + c.Now().String())}, false))
	}
	add("late", StatusDone)
	touch(edited) // what has ended stays where it ended
	touch(worked)
	touch(blocked)
	for id, hours := range map[string]time.Duration{early: 1, late: 2} {
		until := c.Now().Add(hours * time.Hour)
		done(t)(s.Snooze(t.Context(), owner, id, Guard{}, &until))
	}
	for _, tc := range []struct {
		name string
		f    ThreadFilter
		want string
	}{
		{"the active ones by the last work", ThreadFilter{Sort: SortActivity}, "blocked worked back late back soon rests"},
		{"open alone", ThreadFilter{Sort: SortActivity, Statuses: []Status{StatusOpen}}, "worked back late back soon rests"},
		{"blocked alone", ThreadFilter{Sort: SortActivity, Statuses: []Status{StatusBlocked}}, "blocked"},
		{"of a project", ThreadFilter{Sort: SortActivity, Project: InboxSlug}, "blocked worked back late back soon rests"},
		{"done by the end", ThreadFilter{Sort: SortActivity, Statuses: []Status{StatusDone}}, "late edited early"},
		{"whatever has ended", ThreadFilter{Sort: SortActivity, Statuses: []Status{StatusDone, StatusDismissed}}, "late dropped edited early"},
		{"all of them", ThreadFilter{Sort: SortActivity, Statuses: Statuses}, "blocked worked late back late back soon dropped edited early rests"},
		{"what can start", ThreadFilter{Sort: SortActivity, Ready: true}, "worked rests"},
		{"with words", ThreadFilter{Sort: SortActivity, Statuses: Statuses, Text: "g2026"}, "blocked worked edited"},
		{"snoozed, the first to come back first", ThreadFilter{Snoozed: true}, "back soon back late"},
		{"snoozed, in any case in that order", ThreadFilter{Snoozed: true, Sort: SortActivity}, "back soon back late"},
		{"stale and snoozed: nothing is both", ThreadFilter{Snoozed: true, Stale: true}, ""},
	} {
		for _, limit := range []int{1, 2, 0} {
			tc.f.Limit = limit
			var got []string
			for _, th := range allPages(t, s, tc.f, nil) {
				got = append(got, names[th.ID])
			}
			if strings.Join(got, " ") != tc.want {
				t.Errorf("%s, %d a page: got %q, want %q", tc.name, limit, strings.Join(got, " "), tc.want)
			}
		}
	}
	page := list(t, s, ThreadFilter{Snoozed: true})
	if back := read(t, s, early).SnoozedUntil; page.Total != 2 || !page.FreshUntil.Equal(back.Time) {
		t.Errorf("snoozed: %d, true until %s; want 2 until %s", page.Total, page.FreshUntil, back)
	}
}

func TestStaleCountsFromTheMoment(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	first := create(t, s, "s")
	c.advance(time.Hour)
	held := create(t, s, "t")
	stale := func(days int) ThreadPage {
		t.Helper()
		page, err := s.Threads(t.Context(), ThreadFilter{Stale: true}, Policy{StaleDays: days})
		if err != nil {
			t.Fatal(err)
		}
		return page
	}
	due := func(at time.Time, page ThreadPage, total int, next time.Time) {
		t.Helper()
		if page.Total != total || !page.FreshUntil.Equal(next) {
			t.Errorf("at %s: %d stale until %s, want %d until %s", at, page.Total, page.FreshUntil, total, next)
		}
	}
	become := first.LastActivityAt.Add(3 * 24 * time.Hour)
	due(c.Now(), stale(0), 0, become)
	c.advance(become.Sub(c.Now()) - time.Millisecond)
	due(c.Now(), stale(0), 0, become)
	c.advance(time.Millisecond)
	due(c.Now(), stale(0), 1, become.Add(time.Hour))
	until := c.Now().Add(30 * time.Minute)
	done(t)(s.Snooze(t.Context(), owner, first.ID, Guard{}, &until))
	due(c.Now(), stale(0), 0, until)
	c.advance(30 * time.Minute)
	due(c.Now(), stale(0), 1, become.Add(time.Hour))
	c.advance(30 * time.Minute)
	due(c.Now(), stale(0), 2, time.Time{})
	due(c.Now(), stale(7), 0, first.LastActivityAt.Add(7*24*time.Hour))
	// The lease of a listed thread ends by time alone as well.
	if page := list(t, s, ThreadFilter{}); !page.FreshUntil.IsZero() {
		t.Errorf("a plain list is fresh until %s, want for ever", page.FreshUntil)
	}
	expires := claim(t, s, held.ID, "h").Thread.Lease.ExpiresAt
	if page := list(t, s, ThreadFilter{}); !page.FreshUntil.Equal(expires.Time) {
		t.Errorf("fresh until %s, want the lease's end %s", page.FreshUntil, expires)
	}
	if got := read(t, s, first.ID); !reflect.DeepEqual(got.Lease, (*Lease)(nil)) {
		t.Errorf("lease of another thread: %v", got.Lease)
	}
}

func TestAPageOfFatThreadsEndsSooner(t *testing.T) {
	race.SkipShort(t)
	t.Parallel()
	s, _ := newStore(t)
	fat := make([]Attempt, MaxTried)
	for i := range fat {
		fat[i] = Attempt{strings.Repeat("w", MaxText), strings.Repeat("y", MaxText)}
	}
	const n = 2*maxPageBytes/(2*MaxText*MaxTried) + 5 // two pages and a few
	for i := range n {
		create(t, s, fmt.Sprint("fat ", i), func(in *ThreadInput) { in.Tried = Some(fat) })
	}
	first := list(t, s, ThreadFilter{Limit: MaxLimit})
	if got := len(first.Threads); got == 0 || got > maxPageBytes/(2*MaxText*MaxTried) || first.Next == "" || first.Total != n {
		t.Fatalf("the first page has %d of %d", got, first.Total)
	}
	seen := map[string]bool{}
	for _, th := range allPages(t, s, ThreadFilter{Limit: MaxLimit}, nil) {
		if seen[th.ID] {
			t.Errorf("%s shows twice", th.ID)
		}
		seen[th.ID] = true
	}
	if len(seen) != n {
		t.Errorf("%d of %d are shown", len(seen), n)
	}
}

// FuzzCursor walks the list from any cursor: refused or followed, never a failure.
func FuzzCursor(f *testing.F) {
	s, _ := newStore(f)
	th := create(f, s, "s")
	for _, seed := range []string{"", th.ID, th.LastActivityAt.String() + "_" + th.ID, "_", "0_0", "é", "\x00", "'--"} {
		f.Add(seed, false)
		f.Add(seed, true)
	}
	f.Fuzz(func(t *testing.T, cursor string, stale bool) {
		page, err := s.Threads(t.Context(), ThreadFilter{Cursor: cursor, Stale: stale}, Policy{})
		if err != nil && invalidFields(err) != "cursor" {
			t.Errorf("cursor %q: %v", cursor, err)
		}
		if err == nil && len(page.Threads) > 1 {
			t.Errorf("cursor %q: %d threads of one", cursor, len(page.Threads))
		}
	})
}
