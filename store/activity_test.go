package store

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

func activity(t testing.TB, s *Store, p Policy) Activity {
	t.Helper()
	a, err := s.Activity(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// busy are the days on which something was changed, with how much by whom.
func busy(a Activity) string {
	var days []string
	for _, d := range a.Days {
		if d.Owner+d.Agents > 0 {
			days = append(days, fmt.Sprintf("%s %d+%d", d.Date[5:], d.Owner, d.Agents))
		}
	}
	return strings.Join(days, ", ")
}

func TestActivityCountsChanges(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name    string
		change  func(t *testing.T, s *Store, c *clock)
		days    string
		project string // its last days
		authors string
	}{
		{"nothing", func(*testing.T, *Store, *clock) {}, "", "", "[]"},
		{"of the owner and of agents apart", func(t *testing.T, s *Store, _ *clock) {
			focus(t, s, owner, create(t, s, "s", inProject("p")).ID, "a")
		}, "05-04 1+2", "p 3", "[claude-code]"}, // a project comes with its first thread
		{"by the days of the owner's", func(t *testing.T, s *Store, c *clock) {
			id := create(t, s, "s", inProject("p")).ID
			c.advance(12*time.Hour + 45*time.Minute) // 0:15 in Vienna
			focus(t, s, owner, id, "a")
		}, "05-04 0+2, 05-05 1+0", "p 2 1", "[claude-code]"},
		{"not what is passing", func(t *testing.T, s *Store, _ *clock) {
			claim(t, s, create(t, s, "s", inProject("p")).ID, "h")
		}, "05-04 0+2", "p 2", "[claude-code]"},
		{"where the thread was then", func(t *testing.T, s *Store, c *clock) {
			th := create(t, s, "s", inProject("p"))
			c.advance(24 * time.Hour)
			done(t)(s.UpdateThread(t.Context(), owner, th.ID, Guard{}, ThreadInput{ProjectSlug: Some(InboxSlug)}, false))
		}, "05-04 0+2, 05-05 2+0", "p 2 0; inbox 2", "[claude-code]"},
		{"not those of an archived project", func(t *testing.T, s *Store, _ *clock) {
			create(t, s, "s", inProject("p"))
			if _, err := s.UpdateProject(t.Context(), owner, "p", ProjectInput{Archived: Some(true)}); err != nil {
				t.Fatal(err)
			}
		}, "05-04 1+2", "", "[claude-code]"},
		{"under the project's new name", func(t *testing.T, s *Store, _ *clock) {
			create(t, s, "s", inProject("p"))
			if _, err := s.UpdateProject(t.Context(), owner, "p", ProjectInput{Slug: Some("q")}); err != nil {
				t.Fatal(err)
			}
		}, "05-04 1+2", "q 3", "[claude-code]"},
		{"also when they are compacted", func(t *testing.T, s *Store, c *clock) {
			focus(t, s, owner, create(t, s, "s", inProject("p")).ID, "a")
			c.advance(5 * 24 * time.Hour)
			focus(t, s, owner, create(t, s, "other").ID, "a")
			if got, _ := compactAll(t, s, 2); got.Events == 0 {
				t.Fatal("nothing is compacted")
			}
		}, "05-04 1+2, 05-09 1+2", "p 3 0 0 0 0 0; inbox 3", "[claude-code]"},
		{"not before twelve weeks", func(t *testing.T, s *Store, c *clock) {
			create(t, s, "s", inProject("p"))
			c.advance(84 * 24 * time.Hour)
			create(t, s, "other")
		}, "07-27 0+2", "inbox 2", "[claude-code]"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			s, c := newStore(t) // 4 May, 11:30 in Vienna
			tc.change(t, s, c)
			a := activity(t, s, inVienna)
			if got := busy(a); got != tc.days || len(a.Days) != activityDays {
				t.Errorf("days %q of %d, want %q", got, len(a.Days), tc.days)
			}
			want := strings.Split(tc.project, "; ")
			slices.Sort(want)
			var got []string
			for _, p := range a.Projects {
				if len(p.Changes) == 0 {
					continue
				}
				shown := strings.Fields(strings.Trim(fmt.Sprint(p.Changes), "[]"))
				for len(shown) > 1 && shown[0] == "0" {
					shown = shown[1:]
				}
				got = append(got, strings.Join(append([]string{p.Slug}, shown...), " "))
			}
			if strings.Join(got, "; ") != strings.Join(want, "; ") {
				t.Errorf("projects %q, want %q", got, want)
			}
			if fmt.Sprint(a.Authors) != tc.authors {
				t.Errorf("authors %v", a.Authors)
			}
		})
	}
}

// What lies still is counted for each project in use, also where nothing was changed.
func TestActivityCountsWhatLiesStill(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	create(t, s, "one", inProject("p"))
	done(t)(s.Snooze(t.Context(), owner, create(t, s, "snoozed", inProject("p")).ID, Guard{}, new(c.Now().Add(900*time.Hour))))
	done(t)(s.Finish(t.Context(), owner, create(t, s, "done", inProject("p")).ID, Guard{}, StatusDone, ""))
	c.advance(20 * 24 * time.Hour)
	create(t, s, "fresh", inProject("q"))
	var got []string
	for _, p := range activity(t, s, Policy{}).Projects {
		got = append(got, fmt.Sprint(p.Slug, " ", p.Stale, " ", len(p.Changes)))
	}
	if fmt.Sprint(got) != "[p 1 0 q 0 14]" {
		t.Error(got)
	}
}

// What the trigger leaves out is what is passing everywhere else.
func TestActivityLeavesOutWhatIsPassing(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	var trigger string
	if err := s.db.Row(t.Context(), `SELECT sql FROM sqlite_schema WHERE name = 'events_quarter_insert'`).Scan(&trigger); err != nil {
		t.Fatal(err)
	}
	if want := "NOT IN ('" + strings.Join(passing, "', '") + "')"; !strings.Contains(trigger, want) {
		t.Errorf("%s\nwithout %s", trigger, want)
	}
}

// What is read when a screen opens must not grow with the history.
func TestActivityReadsIndexes(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	for _, query := range []string{daysOfChanges, projectsOfChanges, authorsKnown} {
		wantIndexed(t, s, query)
		for step := range strings.Lines(explain(t, s, query)) {
			if strings.Contains(step, "SCAN change_quarters") || strings.Contains(step, "SCAN project_hours") {
				t.Errorf("%s\n%s", query, step)
			}
		}
	}
}

// BenchmarkActivity counts over every quarter of twelve weeks, and every hour of twenty of a
// hundred projects.
func BenchmarkActivity(b *testing.B) {
	s := benchStore(b)
	create(b, s, "s")
	err := s.write(b.Context(), "fill", owner, func(tx *tx) error {
		if err := tx.Exec(`WITH RECURSIVE q(i) AS (VALUES(0) UNION ALL SELECT i + 1 FROM q WHERE i < 84 * 96 - 1)
			INSERT OR REPLACE INTO change_quarters SELECT substr(at, 1, 14) || (substr(at, 15, 2) / 15), 50, 80
			FROM (SELECT strftime('%Y-%m-%dT%H:%M', ?, (i * 15) || ' minutes') AS at FROM q)`, At(tx.now.Add(-84*24*time.Hour))); err != nil {
			return err
		}
		for i := range 100 {
			slug := fmt.Sprint("project-", i)
			if err := tx.Exec(`INSERT INTO projects(slug, title, id, created_at, updated_at) VALUES (?1, ?1, ?1, '', '')`, slug); err != nil {
				return err
			}
			days := 14
			if i%5 > 0 {
				days = 0
			}
			if err := tx.Exec(`INSERT INTO project_hours SELECT DISTINCT ?, substr(quarter, 1, 13), 30 FROM change_quarters WHERE quarter > ?`,
				slug, quarterOf(At(tx.now.AddDate(0, 0, -days)))); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	b.ResetTimer()
	for b.Loop() {
		activity(b, s, Policy{})
	}
}
