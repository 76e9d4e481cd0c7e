package mcpserver

import (
	"strings"
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
			{"/home/me/src/garden", "The folder belongs to project garden, so keep naming the project with it."},
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

// A checkpoint that names a repository and no project files nothing, and says so where it matters.
func TestARepositoryAloneFilesNothing(t *testing.T) {
	const repo, says = "https://git.example/x/y", "repo_url alone files nothing"
	h := newHub(t)
	h.project(store.ProjectInput{Slug: store.Some("alpha"), RepoURL: store.Some(repo)})
	for _, c := range []struct {
		name, project, named, repo string
		want                       bool
	}{
		{"in the inbox", "inbox", "", repo, true},
		{"in its project", "alpha", "", repo, false},
		{"with the project", "inbox", "alpha", repo, false},
		{"without a repository", "inbox", "", "", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			args := map[string]any{"thread_id": h.thread(c.project, c.name+" work").ID, "focus": "f"}
			if c.named != "" {
				args["project"] = c.named
			}
			if c.repo != "" {
				args["repo_url"] = c.repo
			}
			if got := h.call("save_thread", args).text(); strings.Contains(got, says) != c.want {
				t.Error(got)
			}
		})
	}
}
