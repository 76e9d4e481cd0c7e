package store

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// Each list reads its own index in its own order. A change of the SQL or of SQLite's
// planner that sorts or scans instead would show only with many threads.
func TestListsReadTheirIndexes(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	th := create(t, s, "s", inProject("p"))
	c.advance(time.Minute)
	stale := th.LastActivityAt.String() + "_" + th.ID
	for _, tc := range []struct {
		name  string
		f     ThreadFilter
		index string
	}{
		{"default", ThreadFilter{}, "threads_active"},
		{"default, next page", ThreadFilter{Cursor: th.ID}, "threads_active"},
		{"project", ThreadFilter{Project: "p"}, "threads_active_by_project"},
		{"project, next page", ThreadFilter{Project: "p", Cursor: th.ID}, "threads_active_by_project"},
		{"default, two letters", ThreadFilter{Text: "qz"}, "threads_active"},
		{"default, spelt out", ThreadFilter{Statuses: []Status{StatusOpen, StatusBlocked}}, "threads_active"},
		{"all statuses", ThreadFilter{Statuses: Statuses}, "sqlite_autoindex_threads_1"},
		{"stale", ThreadFilter{Stale: true}, "threads_active_by_age"},
		{"stale, next page", ThreadFilter{Stale: true, Cursor: stale}, "threads_active_by_age"},
		{"by activity", ThreadFilter{Sort: SortActivity}, "threads_active_by_age"},
		{"by activity, next page", ThreadFilter{Sort: SortActivity, Cursor: stale}, "threads_active_by_age"},
		{"open by activity", ThreadFilter{Sort: SortActivity, Statuses: []Status{StatusOpen}}, "threads_active_by_age"},
		{"a project's by activity", ThreadFilter{Sort: SortActivity, Project: "p"}, "threads_active_by_project_age"},
		{"done by activity", ThreadFilter{Sort: SortActivity, Statuses: []Status{StatusDone}}, "threads_finished"},
		{"one status", ThreadFilter{Statuses: []Status{StatusDone}}, "threads_by_status"},
		{"a project's one status", ThreadFilter{Project: "p", Statuses: []Status{StatusDone}}, "threads_by_project"},
	} {
		known := readStatements(s)
		list(t, s, tc.f)
		for _, query := range readStatements(s) {
			if slices.Contains(known, query) || !strings.Contains(query, "FROM threads") {
				continue
			}
			plan := explain(t, s, query)
			if strings.Contains(plan, "TEMP B-TREE") || strings.Contains(plan, "SCAN threads") && !strings.Contains(plan, "USING INDEX "+tc.index+"\n") {
				t.Errorf("%s:\n%s\n%s", tc.name, query, plan)
			}
			if strings.Contains(query, "LIMIT") && !strings.Contains(plan, "INDEX "+tc.index+"\n") && !strings.Contains(plan, "INDEX "+tc.index+" ") {
				t.Errorf("%s reads another index than %s:\n%s", tc.name, tc.index, plan)
			}
		}
	}
}

// Everything else the store reads goes through an index too, but for small tables.
func TestReadsScanNoBigTable(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	rest(s)
	th := create(t, s, "needle in the hay")
	unbuilt(s)
	if _, err := s.Overlap(t.Context(), OverlapQuery{Text: "needle"}); err != nil {
		t.Fatal(err)
	}
	_, free, err := s.Replay(t.Context(), &Receipt{Scope: "s", Key: "k"})
	if err != nil {
		t.Fatal(err)
	}
	free()
	if _, err := s.Project(t.Context(), InboxSlug); err != nil {
		t.Fatal(err)
	}
	read(t, s, th.ID)
	stale := StartInput{NewThread: NewThread{ThreadInput: ThreadInput{Summary: Some("a haystack")}}, New: true, Claim: ClaimInput{Holder: "codex", LeaseID: "stale"}}
	if _, err := s.Start(t.Context(), agent, stale); err == nil {
		t.Error("started under a stale lease")
	}
	if _, err := s.QueueReview(t.Context(), ChannelMail, "0 17 * * 5", s.now().Add(-time.Hour), s.now(), Policy{}, func(Review) Message { return Message{} }); err != nil {
		t.Fatal(err)
	}
	queries := slices.Concat(s.db.Statements())
	for _, query := range queries {
		if verb, _, _ := strings.Cut(query, " "); verb == "SELECT" || verb == "UPDATE" || verb == "DELETE" {
			wantIndexed(t, s, query)
		}
	}
}

// wantIndexed refuses the plan of a query that sorts, or reads a table whole that may be big.
func wantIndexed(t testing.TB, s *Store, query string) {
	t.Helper()
	for step := range strings.Lines(explain(t, s, query)) {
		for _, big := range []string{"SCAN threads", "SCAN events", "SCAN receipts", "TEMP B-TREE"} {
			if strings.Contains(step, big) && !strings.Contains(step, "USING INDEX") && !strings.Contains(step, "USING COVERING INDEX") {
				t.Errorf("%s\n%s", query, explain(t, s, query))
				return
			}
		}
	}
}

// The history is filtered by what one index holds, and an item's is found by the item.
func TestHistoryReadsItsIndexes(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	th := create(t, s, "s", inProject("p"))
	now := At(c.Now())
	for name, f := range map[string]EventFilter{
		"all":               {},
		"next page":         {Cursor: th.ID},
		"one kind":          {Kind: "thread.done"},
		"kinds of an item":  {Kind: "thread"},
		"an actor":          {Actor: Agent},
		"a tool":            {SourceTool: "codex"},
		"a time":            {From: &now, To: &now},
		"since a time":      {From: &now},
		"a tool's kind":     {SourceTool: "codex", Kind: "thread", Cursor: th.ID},
		"a thread":          {Subject: ThreadURI(th.ID)},
		"a thread's kind":   {Subject: ThreadURI(th.ID), Kind: "thread.done"},
		"a project":         {Subject: ProjectURI("p")},
		"a missing project": {Subject: ProjectURI("missing")},
	} {
		known := readStatements(s)
		if _, err := s.Events(t.Context(), f); err != nil {
			t.Fatal(err)
		}
		for _, query := range readStatements(s) {
			if slices.Contains(known, query) {
				continue
			}
			for step := range strings.Lines(explain(t, s, query)) {
				if (strings.HasPrefix(step, "SCAN events") || strings.HasPrefix(step, "SCAN e ") || strings.HasPrefix(step, "SCAN e\n")) &&
					!(strings.Contains(step, "INDEX sqlite_autoindex_events_1") && strings.Contains(query, "ORDER BY e.id DESC LIMIT")) {
					t.Errorf("%s:\n%s\n%s", name, query, step)
				}
			}
		}
	}
}

// The lists of the other items that may become many: none sorts, or scans a table.
func TestOtherListsReadTheirIndexes(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	rest(s)
	known := readStatements(s)
	id := saveSessions(t, s, session("r")).Item[0].ID
	for _, f := range []SessionFilter{{}, {Project: "p"}, {Tool: "codex"}, {Project: "p", Tool: "codex"}} {
		for _, f.Cursor = range []string{"", id} {
			if _, err := s.Sessions(t.Context(), f); err != nil {
				t.Fatal(err)
			}
		}
	}
	m := remind(t, s, reminder("daily", "2026-05-01T08:00", ""))
	for _, f := range []ReminderFilter{{}, {State: ReminderDue}, {State: ReminderDone}, {State: ReminderAll}, {Project: "p"}, {ThreadID: m.ID}} {
		for _, f.Cursor = range []string{"", "~_" + m.ID + "_" + m.ID} {
			reminders(t, s, f)
		}
	}
	remindersForDigest(t, s, "")
	remindersForDigest(t, s, "p")
	for _, query := range readStatements(s) {
		if slices.Contains(known, query) {
			continue
		}
		for step := range strings.Lines(explain(t, s, query)) {
			if strings.Contains(step, "TEMP B-TREE") || strings.Contains(step, "SCAN") && !strings.Contains(step, "INDEX") && !strings.Contains(step, "CONSTANT ROW") {
				t.Errorf("%s\n%s", query, step)
			}
		}
	}
}

// readStatements are the queries that were read through so far.
func readStatements(s *Store) []string {
	reading, _ := s.db.Statements()
	return reading
}

// explain is SQLite's plan of a query, one step a line.
func explain(t testing.TB, s *Store, query string) string {
	t.Helper()
	args := make([]any, strings.Count(query, "?"))
	rows, err := s.db.Query(t.Context(), "EXPLAIN QUERY PLAN "+query, args...)
	if err != nil {
		t.Fatalf("explain %s: %v", query, err)
	}
	steps, err := scanAll(rows, func(r rowScanner) (step string, err error) {
		var id, parent, unused int
		err = r.Scan(&id, &parent, &unused, &step)
		return step, err
	})
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(steps, "\n") + "\n"
}
