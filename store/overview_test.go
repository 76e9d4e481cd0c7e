package store

import (
	"fmt"
	"slices"
	"testing"
	"time"
)

func overview(t testing.TB, s *Store, p Policy) Overview {
	t.Helper()
	o, err := s.Overview(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func TestOverviewCountsEverything(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	empty := overview(t, s, Policy{})
	if fmt.Sprint(empty.Threads) != "map[blocked:0 dismissed:0 done:0 open:0]" || empty.LastEventID != nil || len(empty.Days) != 14 {
		t.Errorf("of nothing: %+v", empty)
	}
	quiet := create(t, s, "quiet", inProject("p1"))
	snoozed := create(t, s, "snoozed", inProject("p1"))
	done(t)(s.Snooze(t.Context(), owner, snoozed.ID, Guard{}, new(c.Now().Add(200*time.Hour))))
	create(t, s, "deleted with its project", inProject("p2"))
	for _, change := range []func() error{
		func() error { _, err := s.DeleteProject(t.Context(), owner, "p2", Guard{}); return err },
		func() error {
			_, err := s.CreateProject(t.Context(), owner, ProjectInput{Slug: Some("p3"), Archived: Some(true)})
			return err
		},
		func() error {
			_, err := s.RequestChange(t.Context(), agent, "delete_project", []byte(`{"slug":"p1"}`), "")
			return err
		},
	} {
		if err := change(); err != nil {
			t.Fatal(err)
		}
	}
	c.advance(72 * time.Hour)
	for _, status := range Statuses {
		createIn(t, s, status)
	}
	claim(t, s, createIn(t, s, StatusOpen).ID, "h")
	reminderFor(t, s, quiet.ID, "once", c.Now())
	reminderFor(t, s, quiet.ID, "session", c.Now())
	reminderFor(t, s, quiet.ID, "once", c.Now().Add(time.Hour))
	reminderFor(t, s, quiet.ID, "once", c.Now(), func(m *Reminder) { m.DoneAt = new(At(c.Now())) })
	reminderFor(t, s, quiet.ID, "once", c.Now(), func(m *Reminder) { m.deletedAt = new(At(c.Now())) })
	s.sql(t, `INSERT INTO wiki_pages(id, path, title, rev, created_at, updated_at, deleted_at) VALUES ('1', 'a', 'a', 1, '', '', NULL), ('2', 'b', 'b', 1, '', '', '')`)
	s.sql(t, `INSERT INTO session_records(id, tool, session_ref, title, updated_at) VALUES ('1', 'codex', 'a', 'a', ''), ('2', 'codex', 'b', 'b', '')`)

	o := overview(t, s, Policy{})
	last, _, err := s.LastEvent(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	got := fmt.Sprint(o.Threads, o.Stale, o.Held, o.Projects, o.Pages, o.Reminders, o.Sessions, o.Approvals, *o.LastEventID == last)
	if want := "map[blocked:1 dismissed:1 done:1 open:4] 1 1 {2 1} 1 {3 1} 2 1 true"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if !o.FreshUntil.Equal(c.Now().Add(overviewAge)) {
		t.Errorf("fresh until %s", o.FreshUntil)
	}
	// All of it is counted, not listed.
	for range MaxLimit {
		create(t, s, "one more")
	}
	if n := overview(t, s, Policy{}).Threads[StatusOpen]; n != MaxLimit+4 {
		t.Errorf("%d open threads", n)
	}
}

func TestOverviewHoldsUntilTimeChangesIt(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	th := create(t, s, "s")
	claim(t, s, th.ID, "h")
	c.advance(DefaultLease - time.Second)
	if o := overview(t, s, Policy{}); o.Held != 1 || !o.FreshUntil.Equal(c.Now().Add(time.Second)) {
		t.Errorf("%d held until %s", o.Held, o.FreshUntil)
	}
	c.advance(time.Second)
	if o := overview(t, s, Policy{}); o.Held != 0 {
		t.Errorf("%d held", o.Held)
	}
	c.advance(time.Date(2026, 5, 4, 23, 59, 30, 0, time.UTC).Sub(c.Now()))
	if o := overview(t, s, Policy{Zone: time.UTC}); !o.FreshUntil.Equal(c.Now().Add(30 * time.Second)) {
		t.Errorf("fresh until %s, want the end of the day", o.FreshUntil)
	}
}

// Days are the owner's: those on which the clocks change have 23 or 25 hours, or begin at one.
func TestDaysAreTheOwners(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		zone  string
		today time.Time
		hours map[string]int // of the days that have not 24
	}{
		{"UTC", time.Date(2026, 3, 30, 12, 0, 0, 0, time.UTC), nil},
		{"Europe/Vienna", time.Date(2026, 3, 30, 12, 0, 0, 0, time.UTC), map[string]int{"2026-03-29": 23}},
		{"Europe/Vienna", time.Date(2026, 10, 26, 12, 0, 0, 0, time.UTC), map[string]int{"2026-10-25": 25}},
		{"America/Sao_Paulo", time.Date(2018, 11, 4, 12, 0, 0, 0, time.UTC), map[string]int{"2018-11-04": 23}}, // midnight is skipped
		{"Asia/Beirut", time.Date(2026, 3, 31, 12, 0, 0, 0, time.UTC), map[string]int{"2026-03-29": 23}},
		{"Pacific/Apia", time.Date(2012, 1, 2, 12, 0, 0, 0, time.UTC), map[string]int{"2011-12-30": 0}}, // a date that never was
		{"Pacific/Kiritimati", time.Date(2026, 5, 4, 10, 0, 0, 0, time.UTC), nil},                       // it is the fifth there
	} {
		zone, err := time.LoadLocation(tc.zone)
		if err != nil {
			t.Fatal(err)
		}
		days := lastDays(At(tc.today), zone, overviewDays)
		if last := days[len(days)-1]; last.Date != tc.today.In(zone).Format(time.DateOnly) || len(days) != overviewDays {
			t.Errorf("%s: %d days up to %s", tc.zone, len(days), last.Date)
		}
		for i, d := range days {
			want, other := tc.hours[d.Date]
			if !other {
				want = 24
			}
			if hours := d.To.Sub(d.From.Time).Hours(); hours != float64(want) {
				t.Errorf("%s %s has %v hours, want %d", tc.zone, d.Date, hours, want)
			}
			if i > 0 && d.From != days[i-1].To {
				t.Errorf("%s %s does not follow on the day before", tc.zone, d.Date)
			}
		}
	}
}

func TestThreadsCountOnTheirDays(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	zone := time.FixedZone("west", -3*60*60)
	c.advance(time.Date(2026, 5, 2, 2, 59, 59, 999e6, time.UTC).Sub(c.Now())) // the first, there
	var all []Thread
	for range 3 {
		all = append(all, create(t, s, "s"))
		c.advance(time.Millisecond)
	}
	c.advance(24 * time.Hour)
	done(t)(s.Finish(t.Context(), owner, all[0].ID, Guard{}, StatusDone, ""))
	done(t)(s.Finish(t.Context(), owner, all[1].ID, Guard{}, StatusDismissed, ""))
	reopened := done(t)(s.Finish(t.Context(), owner, all[2].ID, Guard{}, StatusDone, ""))
	done(t)(s.Reopen(t.Context(), owner, reopened.Item.ID, Guard{}))
	done(t)(s.DeleteThread(t.Context(), owner, create(t, s, "deleted").ID, Guard{}))
	var got []DayCounts
	for _, d := range overview(t, s, Policy{Zone: zone}).Days {
		if d.Added+d.Finished > 0 {
			got = append(got, d)
		}
	}
	if want := []DayCounts{{"2026-05-01", 1, 0}, {"2026-05-02", 2, 0}, {"2026-05-03", 0, 2}}; !slices.Equal(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
}

// What is read on every poll must not grow with the hub.
func TestOverviewAndNextReadIndexes(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	queries := []string{overviewQuery}
	for _, tier := range tiers {
		queries = append(queries, tier.query)
	}
	for _, query := range queries {
		wantIndexed(t, s, query)
	}
}
