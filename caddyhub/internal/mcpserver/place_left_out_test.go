package mcpserver

import (
	"testing"

	"github.com/progresshub/progresshub/store"
)

// Each tool that teaches a project its places says which it did not learn, and why.
func TestAPlaceThatIsNotLearnedIsToldOfInEveryTool(t *testing.T) {
	h := newHub(t)
	h.project(store.ProjectInput{Slug: store.Some("garden"), WorkspacePaths: store.Some([]string{"/home/me/src/garden"})})
	id := h.thread("shop", "Fix the login redirect").ID
	intents := []string{"Send the bills", "Water the roses", "Tune the piano", "Sell the old car"}
	for _, c := range []struct {
		tool string
		args map[string]any
	}{
		{"start_work", map[string]any{"source_tool": "codex"}},
		{"save_thread", map[string]any{"summary": "Order new boxes", "source_tool": "codex"}},
		{"save_thread", map[string]any{"thread_id": id}},
	} {
		c.args["project"] = "shop"
		for i, place := range []struct{ folder, why string }{
			{"/home/me/src/garden", "The folder belongs to project garden, so name the project as well next time."},
			{"/home/me/src", "The folder lies above project garden"},
			{"/workspace", "The folder is too general"},
			{"/home/me/src/shop", ""},
		} {
			c.args["workspace_path"] = place.folder
			if c.tool == "start_work" {
				c.args["intent"], c.args["new"] = intents[i], true
			} else if c.args["summary"] != nil {
				c.args["allow_duplicate"] = true
			}
			text := h.call(c.tool, c.args).text()
			if contains(t, text, place.why); place.why == "" {
				absent(t, text, "The folder")
			}
		}
	}
}
