package store

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"
)

// After any sequence of changes the numbers kept by triggers are those a recount finds.
func TestCountsEqualARecount(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	random := rand.New(rand.NewPCG(1, 2))
	var all []string
	projects := []string{InboxSlug, "p1", "p2", "p3"}
	pick := func() string { return all[random.IntN(len(all))] }
	renamed := 0
	steps := 400
	switch {
	case longRun:
		steps = 5000
	case testing.Short():
		steps = 100
	}
	for i := range steps {
		c.advance(time.Second)
		var err error
		switch n := random.IntN(12); {
		case n < 3 || len(all) == 0:
			all = append(all, create(t, s, "s", inProject(projects[random.IntN(len(projects))])).ID)
		case n == 3:
			_, err = s.UpdateThread(t.Context(), agent, pick(), Guard{}, ThreadInput{ProjectSlug: Some(projects[random.IntN(len(projects))])}, true)
		case n == 4:
			_, err = s.Block(t.Context(), agent, pick(), Guard{}, "r")
		case n == 5:
			_, err = s.Finish(t.Context(), agent, pick(), Guard{}, StatusDone, "")
		case n == 6:
			_, err = s.Finish(t.Context(), agent, pick(), Guard{}, StatusDismissed, "")
		case n == 7:
			_, err = s.Reopen(t.Context(), agent, pick(), Guard{})
		case n == 8:
			_, err = s.Claim(t.Context(), agent, pick(), ClaimInput{Holder: "h"})
		case n == 9: // what a soft delete and its undoing will do
			s.sql(t, "UPDATE threads SET deleted_at = CASE WHEN deleted_at IS NULL THEN ? END WHERE id = ?", At(c.Now()), pick())
		case n == 10: // a thread removed for good
			s.sql(t, "DELETE FROM threads WHERE id = ?", pick())
		case n == 11: // a project renamed takes its threads and counts along
			renamed++
			k := 1 + random.IntN(len(projects)-1)
			slug := fmt.Sprint("renamed-", renamed)
			s.sql(t, "UPDATE projects SET slug = ? WHERE slug = ?", slug, projects[k])
			projects[k] = slug
		}
		if err != nil && !isConflict(err) && !isMissing(err) {
			t.Fatalf("step %d: %v", i, err)
		}
		if i%20 == 0 || i == steps-1 {
			checkCounts(t, s)
		}
	}
}

// checkCounts compares every kept count, and the totals of the lists made of them, with
// a recount.
func checkCounts(t testing.TB, s *Store) {
	t.Helper()
	wrong := number(t, s, `SELECT count(*) FROM
		(SELECT project_slug AS p, status AS st, n FROM thread_counts WHERE n <> 0) AS kept
		FULL JOIN (SELECT project_slug AS p, status AS st, count(*) AS n FROM threads WHERE deleted_at IS NULL GROUP BY 1, 2) AS true
		ON kept.p = true.p AND kept.st = true.st WHERE kept.n IS NOT true.n`)
	if wrong != 0 {
		t.Fatalf("%d counts are wrong", wrong)
	}
	projects, err := s.Projects(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range append(projects, Project{}) {
		for _, statuses := range [][]Status{nil, {StatusDone}, {StatusBlocked, StatusDismissed}, Statuses} {
			f := ThreadFilter{Project: p.Slug, Statuses: statuses, Limit: 1}
			total := list(t, s, f).Total
			f.Limit = MaxLimit
			if n := len(allPages(t, s, f, nil)); n != total {
				t.Fatalf("project %q, %v: total %d, but %d threads", p.Slug, statuses, total, n)
			}
			if p.Slug != "" && len(statuses) == 1 && p.Counts[statuses[0]] != total {
				t.Fatalf("project %q counts %d %s, want %d", p.Slug, p.Counts[statuses[0]], statuses[0], total)
			}
		}
	}
}

func TestCountsDoNotStopAtAPage(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	const n = MaxLimit + 30
	for range n {
		create(t, s, "s", inProject("p"))
	}
	p, err := s.Project(t.Context(), "p")
	if err != nil || p.Counts[StatusOpen] != n {
		t.Errorf("project: %d open, %v", p.Counts[StatusOpen], err)
	}
	for _, f := range []ThreadFilter{{}, {Project: "p"}, {SourceTool: "claude-code"}, {Text: "s"}, {Energy: "unknown"}} {
		if page := list(t, s, f); page.Total != n || len(page.Threads) != DefaultLimit || page.Next == "" {
			t.Errorf("%+v: %d of %d", f, len(page.Threads), page.Total)
		}
	}
}
