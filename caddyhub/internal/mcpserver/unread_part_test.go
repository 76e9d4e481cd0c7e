package mcpserver

import (
	"database/sql"
	"path/filepath"
	"testing"

	"github.com/progresshub/progresshub/store"
)

// spoil changes the database behind the back of the hub.
func (h *hub) spoil(statements ...string) {
	h.Helper()
	db, err := sql.Open("sqlite", filepath.Join(h.store.Dir(), store.DatabaseName))
	if err != nil {
		h.Fatal(err)
	}
	defer db.Close()
	for _, s := range statements {
		if _, err := db.ExecContext(h.Context(), s); err != nil {
			h.Fatalf("%s: %v", s, err)
		}
	}
}

// What can't be read for the answer to a change costs its own part of it: the change was made, and
// only the answer has the lease or the event.
func TestAPartThatCannotBeReadCostsOnlyItself(t *testing.T) {
	for _, test := range []struct {
		name    string
		spoil   string
		tool    string
		args    func(h *hub) map[string]any
		want    []string
		without string
	}{
		{
			"reminders of a project", "DROP INDEX reminders_by_kind", "start_work",
			func(*hub) map[string]any {
				return map[string]any{"intent": "varnish the parquet", "source_tool": "codex", "project": "home"}
			},
			[]string{"Created and claimed thread", "with lease_id", "Event", "still to sand"},
			"Reminders:",
		},
		{
			"its progress", "UPDATE progress_files SET updated_at = 'garbage'", "start_work",
			func(h *hub) map[string]any {
				return map[string]any{"intent": "go on", "source_tool": "codex", "thread_id": h.thread("home", "lay the parquet").ID}
			},
			[]string{"Claimed thread", "with lease_id", "water the plants"},
			"Progress of",
		},
		{
			"what is near it", "UPDATE session_records SET updated_at = 'garbage'", "start_work",
			func(*hub) map[string]any {
				return map[string]any{"intent": "oil the stairs", "source_tool": "codex", "project": "home"}
			},
			[]string{"Created and claimed thread", "with lease_id", "Event", "still to sand"},
			"Related",
		},
		{
			"what is near a thread that is saved", "UPDATE session_records SET updated_at = 'garbage'", "save_thread",
			func(*hub) map[string]any {
				return map[string]any{"summary": "oil the stairs", "source_tool": "codex", "project": "home"}
			},
			[]string{"Created thread", "Event"},
			"It may be the same",
		},
		{
			"reminders about a thread", "DROP INDEX reminders_by_thread", "finish_thread",
			func(h *hub) map[string]any {
				made := h.thread("home", "lay the parquet", func(in *store.ThreadInput) { in.NextSteps = store.Some([]string{"sweep the floor"}) })
				return map[string]any{"thread_id": made.ID}
			},
			[]string{"Finished thread", "sweep the floor", "Event"},
			"about it",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			h := newHub(t)
			h.project(store.ProjectInput{Slug: store.Some("home")})
			h.call("set_reminder", map[string]any{"text": "water the plants", "due": "2026-05-04T09:30:00Z", "project": "home"})
			h.call("write_page", map[string]any{"uri": store.ProgressURI("home"), "markdown": "- [ ] still to sand"})
			h.session("home", "oil the stairs")
			args := test.args(h)
			h.spoil(test.spoil)
			got := h.call(test.tool, args).text()
			contains(t, got, test.want...)
			absent(t, got, test.without)
		})
	}
}
