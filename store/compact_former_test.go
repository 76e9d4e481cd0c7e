package store

import (
	"fmt"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/progresshub/progresshub/store/sqlite"
)

// The past of a folder that an earlier hub has written is compacted like one of its own, whatever
// version of the schema it was written in.
func TestCompactionOfAFormerFolder(t *testing.T) {
	t.Parallel()
	for version := 1; version < SchemaVersion(); version++ {
		t.Run(fmt.Sprint("version ", version), func(t *testing.T) {
			t.Parallel()
			c := newClock()
			dir := t.TempDir()
			writeFormer(t, dir, version, c)
			c.advance(100 * 24 * time.Hour)
			s := openStore(t, dir, Options{Now: c.Now})
			focus(t, s, agent, formerThread, "now")
			got, _ := compactAll(t, s, 90)
			if got.Events != 4 || got.Lines != 2 {
				t.Errorf("compacted %d events into %d days", got.Events, got.Lines)
			}
			var days []string
			for _, e := range past(t, s, ThreadURI(formerThread)) {
				days = append(days, told(e))
			}
			if want := []string{"codex created 1, codex updated 1", "owner done 1, codex updated 1", "updated"}; !slices.Equal(days, want) {
				t.Errorf("the history of the thread is\n%q, want\n%q", days, want)
			}
			kept, err := s.Events(t.Context(), EventFilter{Kind: "project.created", Limit: 1})
			if err != nil || len(kept.Events) != 1 || kept.Events[0].Subject != ProjectURI("work") || !kept.Events[0].BeyondUndo {
				t.Errorf("the birth of the project: %+v %v", kept, err)
			}
			said := past(t, s, ThreadURI(formerThread))[1].Compacted.Notes
			if len(said) != 1 || said[0].Text != "shipped in 1.2" {
				t.Errorf("what was said at its end: %+v", said)
			}
			if th := read(t, s, formerThread); *th.Focus != "now" || th.Status != StatusDone {
				t.Errorf("the thread is %+v", th)
			}
			checkIntegrity(t, s)
			checkKept(t, s)
		})
	}
}

// Days that an earlier hub has compacted are counted like those of this one.
func TestFormerDaysAreCounted(t *testing.T) {
	t.Parallel()
	const version = 14 // the last one without counts
	dir := t.TempDir()
	c := newClock()
	writeFormer(t, dir, version, c)
	c.advance(time.Hour)
	db := foreign(t, database(dir),
		`INSERT INTO compacted_events(id, item, first_at, last_at, authors) VALUES
			('000000000001', 'thread/000000000009', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z', '[{"tool":"codex","kinds":{"updated":2,"done":1}},{"owner":true,"kinds":{"updated":1}}]'),
			('000000000002', 'page/000000000008', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z', '[{"tool":"codex","kinds":{"updated":2}}]'),
			('000000000003', 'page/000000000008', '2026-01-02T00:00:00.000Z', '2026-01-02T00:00:00.000Z', '[damaged')`,
		`UPDATE compaction SET through = '000000000004', lines = 3`)
	works(t, db.Close())
	s := openStore(t, dir, Options{Now: c.Now})
	for _, tc := range []struct {
		f    EventFilter
		want int // with the events of the folder
	}{
		{EventFilter{SourceTool: "codex"}, 5},
		{EventFilter{Kind: "page"}, 1},
		{EventFilter{Kind: "thread.done"}, 2},
		{EventFilter{Kind: "thread.done", Actor: Owner}, 1},
		{EventFilter{Kind: "page", Actor: Owner}, 0},
	} {
		if page, err := s.Events(t.Context(), tc.f); err != nil || page.Total != tc.want {
			t.Errorf("%+v: %d, %v; want %d", tc.f, page.Total, err, tc.want)
		}
	}
}

// formerThread is the thread in the folder of an earlier hub.
var formerThread = sqlite.FirstID(newClock().Now())

// writeFormer makes a folder as a hub of an earlier version has left it: a project and a thread,
// which was worked on for two days, each event with all of the fields.
func writeFormer(t testing.TB, dir string, version int, c *clock) {
	t.Helper()
	at := At(c.Now())
	db := foreign(t, database(dir), migrations()[:version]...)
	exec := func(query string, args ...any) {
		t.Helper()
		if _, err := db.ExecContext(t.Context(), query, args...); err != nil {
			t.Fatalf("%s: %v", query, err)
		}
	}
	exec("PRAGMA application_id = " + strconv.Itoa(schema.ApplicationID))
	exec("PRAGMA user_version = " + strconv.Itoa(version))
	project := "" // its key, which came with version 2
	exec(`INSERT INTO projects(slug, title, created_at, updated_at) VALUES ('work', 'Work', ?, ?)`, at, at)
	if version >= 2 {
		project = sqlite.FirstID(c.Now().Add(-time.Hour))
		exec(`UPDATE projects SET id = ?`, project)
	}
	exec(`INSERT INTO threads(id, project_slug, summary, source_tool, status, origin, focus, created_at, updated_at, last_activity_at, completed_at, folded)
		VALUES (?, 'work', 'rotate the keys', 'codex', 'done', 'agent', 'the last one', ?, ?, ?, ?, 'rotate the keys')`, formerThread, at, at, at, at)
	event := func(by By, kind, item, subject, before, after string) {
		t.Helper()
		id, at := sqlite.FirstID(c.Now()), At(c.Now())
		c.advance(time.Minute)
		tool := by.SourceTool
		exec(`INSERT INTO events(id, at, actor, source_tool, kind, subject, before, after) VALUES (?, ?, ?, nullif(?, ''), ?, ?, nullif(?, ''), nullif(?, ''))`, id, at, by.Actor, tool, kind, subject, before, after)
		if version >= 2 {
			exec(`UPDATE events SET item = ? WHERE id = ?`, item, id)
		}
	}
	codex := By{Actor: Agent, SourceTool: "codex"}
	thread := itemKey(kindThread, formerThread)
	event(owner, "project.created", itemKey(kindProject, project), ProjectURI("work"), "", `{"slug":"work","title":"Work","description":null,"pinned":false}`)
	event(codex, "thread.created", thread, ThreadURI(formerThread), "", `{"id":"`+formerThread+`","summary":"rotate the keys","status":"open","focus":null,"next_steps":[]}`)
	event(codex, "thread.updated", thread, ThreadURI(formerThread), `{"focus":null}`, `{"focus":"the first one"}`)
	c.advance(24 * time.Hour)
	event(owner, "thread.done", thread, ThreadURI(formerThread), `{"status":"open"}`, `{"status":"done","note":"shipped in 1.2"}`)
	event(codex, "thread.updated", thread, ThreadURI(formerThread), `{"focus":"the first one"}`, `{"focus":"the last one"}`)
	works(t, db.Close())
}
