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
		c.advance(time.Duration(random.IntN(90)) * time.Minute)
		var err error
		switch n := random.IntN(16); {
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
		case n == 12: // work moves a thread to another hour
			_, err = s.UpdateThread(t.Context(), agent, pick(), Guard{}, ThreadInput{Focus: Some(fmt.Sprint(i))}, true)
		case n == 13:
			_, err = s.Snooze(t.Context(), owner, pick(), Guard{}, new(c.Now().Add(time.Duration(1+random.IntN(200))*time.Hour)))
		case n == 14:
			var last EventPage
			if last, err = s.Events(t.Context(), EventFilter{Limit: 5}); err == nil {
				_, err = s.Undo(t.Context(), owner, last.Events[random.IntN(len(last.Events))].ID, Guard{Force: true})
			}
		case n == 15: // an event that was compacted
			s.sql(t, "DELETE FROM events WHERE id = (SELECT min(id) FROM events WHERE id NOT IN (SELECT event_id FROM event_parts) AND id < (SELECT max(id) FROM events))")
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
	checkKept(t, s)
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

// kept are the tables of numbers that triggers keep, with the query that recounts each.
var kept = map[string]string{
	"event_counts": `SELECT kind, actor, ifnull(source_tool, ''), count(*) FROM events GROUP BY 1, 2, 3`,
	"compacted_counts": `SELECT k.value, a.value, t.value, count(DISTINCT c.id) FROM compacted_events c, json_each(c.authors) e, json_each(e.value, '$.kinds') kinds,
		json_each(json_array('', substr(c.item, 1, instr(c.item, '/') - 1), substr(c.item, 1, instr(c.item, '/') - 1) || '.' || kinds.key)) k,
		json_each(json_array('', iif(e.value ->> '$.owner', 'owner', 'agent'))) a, json_each(json_array('', ifnull(e.value ->> '$.tool', ''))) t GROUP BY 1, 2, 3`,
	"thread_hours": `SELECT project_slug, substr(last_activity_at, 1, 13), count(*) FROM threads
		WHERE deleted_at IS NULL AND status IN ('open', 'blocked') GROUP BY 1, 2`,
	"thread_quarters": `SELECT strftime('%Y-%m-%dT%H:', at) || (strftime('%M', at) / 15), sum(added), sum(finished) FROM (
		SELECT created_at AS at, 1 AS added, 0 AS finished FROM threads WHERE deleted_at IS NULL
		UNION ALL SELECT completed_at, 0, 1 FROM threads WHERE deleted_at IS NULL AND completed_at IS NOT NULL) GROUP BY 1`,
}

// checkKept compares the numbers that are asked for on every screen with a recount, and what
// is told from them.
func checkKept(t testing.TB, s *Store) {
	t.Helper()
	for table, recount := range kept {
		zero := map[string]string{"thread_quarters": "added <> 0 OR finished <> 0"}[table]
		if zero == "" {
			zero = "n <> 0"
		}
		rows := `SELECT * FROM ` + table + ` WHERE ` + zero
		if wrong := number(t, s, `SELECT (SELECT count(*) FROM (`+rows+` EXCEPT `+recount+`)) + (SELECT count(*) FROM (`+recount+` EXCEPT `+rows+`))`); wrong != 0 {
			t.Fatalf("%d rows of %s are wrong", wrong, table)
		}
	}
	p := s.Effective(Policy{})
	border := p.staleBefore(s.now())
	stale := `SELECT count(*) FROM threads WHERE deleted_at IS NULL AND status IN ('open', 'blocked')
		AND last_activity_at <= ? AND (snoozed_until IS NULL OR snoozed_until <= ?) AND (? = '' OR project_slug = ?)`
	for _, project := range []string{"", "p1", InboxSlug} {
		got := list(t, s, ThreadFilter{Stale: true, Project: project, Limit: 1}).Total
		if want := number(t, s, stale, border, At(s.now()), project, project); got != want {
			t.Fatalf("project %q: %d stale threads, want %d", project, got, want)
		}
	}
	if page, err := s.Events(t.Context(), EventFilter{Limit: 1}); err != nil || page.Total != number(t, s, "SELECT (SELECT count(*) FROM events) + (SELECT count(*) FROM compacted_events)") {
		t.Fatalf("%d events, %v", page.Total, err)
	}
}

// A database of before there were these numbers learns them when it is opened.
func TestCountsOfAnEarlierDatabase(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	db := foreign(t, database(dir), migrations()[:9]...)
	foreignExec(t, db, fmt.Sprintf("PRAGMA application_id = %d", schema.ApplicationID))
	foreignExec(t, db, "PRAGMA user_version = 9")
	foreignExec(t, db, `INSERT INTO projects(slug, id, title, created_at, updated_at) VALUES ('p1', 'x', 'p1', '', '')`)
	for i, row := range []string{
		`'open', NULL, NULL`, `'blocked', NULL, '2026-05-04T08:00:00.000Z'`, `'done', '2026-05-04T10:59:59.999Z', NULL`, `'dismissed', '2026-05-04T11:00:00.000Z', NULL`,
	} {
		foreignExec(t, db, fmt.Sprintf(`INSERT INTO threads(id, project_slug, summary, origin, created_at, updated_at, last_activity_at, folded, status, completed_at, deleted_at)
			VALUES ('%012d', 'p1', 's', 'agent', '2026-05-04T10:4%d:00.000Z', '2026-05-04T12:00:00.000Z', '2026-05-04T10:4%d:00.000Z', 's', %s)`, i, 2*i, 2*i, row))
		foreignExec(t, db, fmt.Sprintf(`INSERT INTO events(id, at, actor, source_tool, kind, subject) VALUES ('%012d', '2026-05-04T10:00:00.000Z', 'agent', nullif('codex', '%s'), 'thread.created', '')`, i, []string{"", "codex"}[i%2]))
	}
	db.Close()
	checkKept(t, openStore(t, dir, Options{}))
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
