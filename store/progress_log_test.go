package store

import (
	"strings"
	"testing"
	"time"
)

func logProgress(t testing.TB, s *Store, project string, entry LogEntry) Written[Progress] {
	t.Helper()
	return must[Progress](t)(s.LogProgress(t.Context(), agent, project, entry, Policy{Zone: time.FixedZone("", 2*3600)}))
}

func TestEntriesAreAppendedInTheOwnersZone(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	createProject(t, s, ProjectInput{Slug: Some("p")})
	if w := logProgress(t, s, "p", LogEntry{Text: "  chose SQLite \n"}); w.Item.Markdown != "## Log\n\n- 2026-05-04 11:30 chose SQLite\n" || w.Item.Rev != 1 || w.EventID == "" {
		t.Errorf("the first: %+v", w)
	}
	c.advance(13 * time.Hour)
	w := logProgress(t, s, "p", LogEntry{Text: "two\nlines"})
	if want := "## Log\n\n- 2026-05-04 11:30 chose SQLite\n- 2026-05-05 00:30 two\n  lines\n"; w.Item.Markdown != want || w.Item.Rev != 2 {
		t.Errorf("the second: %q", w.Item.Markdown)
	}
	putProgress(t, s, "p", "# P\n\n## Log\n\n## After\n")
	if got := logProgress(t, s, "p", LogEntry{Text: "in its section"}).Item.Markdown; !strings.HasPrefix(got, "# P\n\n## Log\n\n- 2026-05-05 00:30 in its section\n") || !strings.HasSuffix(got, "\n## After\n") {
		t.Errorf("in its section: %q", got)
	}
}

func TestEntriesThatAreRefused(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	createProject(t, s, ProjectInput{Slug: Some("p")})
	other := create(t, s, "elsewhere")
	for name, tc := range map[string]struct {
		entry LogEntry
		bad   string
	}{
		"nothing":                     {LogEntry{}, "entry"},
		"blanks":                      {LogEntry{Text: " \n\t"}, "entry"},
		"nothing to be seen":          {LogEntry{Text: "\x01 \u200b"}, "entry"},
		"too long":                    {LogEntry{Text: strings.Repeat("é", MaxText+1)}, "entry"},
		"NUL":                         {LogEntry{Text: "a\x00"}, "entry"},
		"a thread of another project": {LogEntry{Text: "a", ThreadID: other.ID}, "thread_id"},
	} {
		if _, err := s.LogProgress(t.Context(), agent, "p", tc.entry, Policy{}); invalidFields(err) != tc.bad {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := s.LogProgress(t.Context(), agent, "p", LogEntry{Text: "a", ThreadID: "000000000000"}, Policy{}); !isMissing(err) {
		t.Errorf("an unknown thread: %v", err)
	}
	if got := readProgress(t, s, "p"); got.Rev != 0 {
		t.Errorf("a refused entry was written: %+v", got)
	}
	logProgress(t, s, "p", LogEntry{Text: strings.Repeat("é", MaxText)})
	putProgress(t, s, "p", strings.Repeat("x", MaxMarkdown-10))
	if _, err := s.LogProgress(t.Context(), agent, "p", LogEntry{Text: "does not fit"}, Policy{}); invalidFields(err) != "entry" {
		t.Errorf("into a full file: %v", err)
	}
}

// Agents repeat themselves: "done." after each step says nothing more.
func TestAnEntryThatRepeatsTheLastIsNotWritten(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	th := create(t, s, "s", inProject("p"))
	for _, tc := range []struct {
		name, before, entry string
		thread, repeats     bool
	}{
		{name: "an empty file", entry: "a"},
		{name: "the same", before: "## Log\n\n- 2026-01-01 00:00 a\n", entry: "a", repeats: true},
		{name: "the same with blanks around", before: "## Log\n\n- 2026-01-01 00:00 a\n\n\n", entry: " a\n", repeats: true},
		{name: "the same of two lines", before: "## Log\n\n- 2026-01-01 00:00 a\n  b\n", entry: "a\nb", repeats: true},
		{name: "in a file of another system", before: "## Log\r\n\r\n- 2026-01-01 00:00 a\r\n  b\r\n", entry: "a\r\nb", repeats: true},
		{name: "before another section", before: "## Log\n\n- 2026-01-01 00:00 a\n\n## Later\n\ntext\n", entry: "a", repeats: true},
		{name: "another", before: "## Log\n\n- 2026-01-01 00:00 a\n", entry: "b"},
		{name: "its end", before: "## Log\n\n- 2026-01-01 00:00 a b\n", entry: "b"},
		{name: "its beginning", before: "## Log\n\n- 2026-01-01 00:00 a b\n", entry: "a"},
		{name: "its last line", before: "## Log\n\n- 2026-01-01 00:00 a\n  b\n", entry: "b"},
		{name: "the last but one", before: "## Log\n\n- 2026-01-01 00:00 a\n- 2026-01-01 00:00 b\n", entry: "a"},
		{name: "outside of the log", before: "- 2026-01-01 00:00 a\n", entry: "a"},
		{name: "about a thread, before not", before: "## Log\n\n- 2026-01-01 00:00 a\n", entry: "a", thread: true},
		{name: "about the same thread", before: "## Log\n\n- 2026-01-01 00:00 a ([" + th.ID + "](/ui/threads/" + th.ID + "))\n", entry: "a", thread: true, repeats: true},
		{name: "not about a thread, before it was", before: "## Log\n\n- 2026-01-01 00:00 a ([" + th.ID + "](/ui/threads/" + th.ID + "))\n", entry: "a"},
	} {
		c.advance(time.Minute)
		was := putProgress(t, s, "p", tc.before).Item
		events, activity := len(history(t, s, "")), read(t, s, th.ID).LastActivityAt
		entry := LogEntry{Text: tc.entry}
		if tc.thread {
			entry.ThreadID = th.ID
		}
		w := logProgress(t, s, "p", entry)
		if tc.repeats != (w.EventID == "") || tc.repeats && (w.Item.Rev != was.Rev || w.Item.Markdown != tc.before) || !tc.repeats && w.Item.Rev != was.Rev+1 {
			t.Errorf("%s: %+v", tc.name, w)
		}
		if tc.repeats && (len(history(t, s, "")) != events || read(t, s, th.ID).LastActivityAt != activity) {
			t.Errorf("%s: it left something", tc.name)
		}
		if again := logProgress(t, s, "p", entry); again.EventID != "" || again.Item.Markdown != w.Item.Markdown {
			t.Errorf("%s, and at once again: %+v", tc.name, again)
		}
	}
}

func TestAnEntryAboutAThreadIsWorkOnIt(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	th := create(t, s, "s", inProject("p"))
	held := claim(t, s, th.ID, "h")
	version := read(t, s, th.ID).Version
	now := c.advance(time.Hour)
	w := logProgress(t, s, "p", LogEntry{Text: "chose SQLite", ThreadID: th.ID, LeaseID: held.LeaseID})
	if want := "- 2026-05-04 12:30 chose SQLite ([" + th.ID + "](/ui/threads/" + th.ID + "))\n"; !strings.HasSuffix(w.Item.Markdown, want) {
		t.Errorf("the entry: %q", w.Item.Markdown)
	}
	got := read(t, s, th.ID)
	if got.LastActivityAt != now || got.Version != version || !got.Lease.ExpiresAt.Equal(now.Add(DefaultLease)) {
		t.Errorf("the thread: %+v", got)
	}
	for _, uri := range []string{ThreadURI(th.ID), ProgressURI("p")} {
		page, err := s.Events(t.Context(), EventFilter{Subject: uri, Limit: 1})
		if err != nil || page.Events[0].ID != w.EventID || page.Events[0].Also != 1 {
			t.Errorf("history of %s: %+v, %v", uri, page.Events, err)
		}
	}
	if stale := list(t, s, ThreadFilter{}); stale.Threads[0].LastActivityAt != now {
		t.Errorf("the list has the thread of %s", stale.Threads[0].LastActivityAt)
	}
	c.advance(time.Minute)
	mustUndo(t, s, w.EventID)
	if got := read(t, s, th.ID); got.LastActivityAt != th.LastActivityAt {
		t.Errorf("undone, the last activity is %s, want %s", got.LastActivityAt, th.LastActivityAt)
	}
	if got := readProgress(t, s, "p"); got.Markdown != "" || got.Rev != 2 {
		t.Errorf("undone: %+v", got)
	}
	other := claim(t, s, create(t, s, "t", inProject("p")).ID, "other")
	if _, err := s.LogProgress(t.Context(), agent, "p", LogEntry{Text: "x", ThreadID: other.Thread.ID, LeaseID: held.LeaseID}, Policy{}); err != nil {
		t.Errorf("with the lease of another thread: %v", err)
	}
	logProgress(t, s, "p", LogEntry{Text: "finished\n```\nmake", ThreadID: createDone(t, s)})
}

// TestARepeatedEntryIsSeenToRenewTheLease: who has read the thread before hears that it has changed.
func TestARepeatedEntryIsSeenToRenewTheLease(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	th := create(t, s, "s", inProject("p"))
	entry := LogEntry{Text: "still at it", ThreadID: th.ID, LeaseID: claim(t, s, th.ID, "h").LeaseID}
	logProgress(t, s, "p", entry)
	before := s.Generation()
	now := c.advance(20 * time.Minute)
	logProgress(t, s, "p", entry)
	if got := read(t, s, th.ID); !got.Lease.ExpiresAt.Equal(now.Add(DefaultLease)) || s.Generation() == before {
		t.Errorf("the lease ends at %s, generation %d after %d", got.Lease.ExpiresAt, s.Generation(), before)
	}
}

// Taking back what was logged about a thread does not ask for the thread, which may be
// gone for good.
func TestUndoOfAnEntryAboutADeletedThread(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	th := create(t, s, "s", inProject("p"))
	c.advance(time.Minute)
	w := logProgress(t, s, "p", LogEntry{Text: "a", ThreadID: th.ID})
	deleted := done(t)(s.DeleteThread(t.Context(), agent, th.ID, Guard{}))
	mustUndo(t, s, w.EventID)
	if got := readProgress(t, s, "p"); got.Markdown != "" {
		t.Errorf("undone: %q", got.Markdown)
	}
	mustUndo(t, s, deleted.EventID)
	read(t, s, th.ID)
}

// createDone makes a finished thread of project p: its result may well be logged.
func createDone(t testing.TB, s *Store) string {
	t.Helper()
	return done(t)(s.Finish(t.Context(), agent, create(t, s, "d", inProject("p")).ID, Guard{}, StatusDone, "")).Item.ID
}
