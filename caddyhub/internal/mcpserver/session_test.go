package mcpserver

import (
	"testing"

	"github.com/progresshub/progresshub/store"
)

func TestReadSession(t *testing.T) {
	h := newHub(t)
	h.project(store.ProjectInput{Slug: store.Some("alpha"), WorkspacePaths: store.Some([]string{"/home/me/alpha"})})
	w, err := h.store.SaveSessions(t.Context(), byOwner, []store.SessionInput{{
		Tool: "codex", SessionRef: "ref-1", Title: store.Some("Find the\nleak"), Summary: store.Some("It was\nthe cache"),
		OpenItems: store.Some([]string{"write a test", "tell the others"}), WorkspacePath: store.Some("/home/me/alpha"),
		RepoURL: store.Some("https://me:secret@git.example.org/me/alpha"), StartedAt: store.Some(store.At(h.clock.Now())), Messages: store.Some(12),
	}, {Tool: "codex", SessionRef: "ref-2"}})
	if err != nil {
		t.Fatal(err)
	}
	uri := store.SessionURI(w.Item[0].ID)
	r := h.call("read", map[string]any{"uri": uri})
	want := "# Find the leak\n\n- id: " + w.Item[0].ID + "\n- tool: codex\n- session: ref-1\n- project: alpha\n- workspace: /home/me/alpha\n" +
		"- repository: https://git.example.org/me/alpha\n" +
		"- started: 2026-05-04T09:30:00.000Z\n- messages: 12\n- page: " + ownOrigin + "/ui/search?session=" + w.Item[0].ID + "\n" +
		"\n## Summary\n\nIt was\nthe cache\n\n## Open items\n\n- write a test\n- tell the others\n"
	if got := readOf(h, r); got.Markdown != want || got.URI != uri || got.Rev != 0 {
		t.Errorf("%+v", got)
	}
	contains(t, r.text(), want)
	bare := store.SessionURI(w.Item[1].ID)
	contains(t, h.call("read", map[string]any{"uri": bare}).text(), "# ref-2\n\n- id: "+w.Item[1].ID+"\n- tool: codex\n- session: ref-2\n- page: ")
	contains(t, h.refusal("read", map[string]any{"uri": "hub://sessions/zzz"}), `session "zzz" not found; search with kinds ["session"] finds them`)
}
