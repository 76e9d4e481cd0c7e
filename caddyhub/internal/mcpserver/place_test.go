package mcpserver

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/store"
)

const (
	remote = "https://git.example.org/me/shop.git"
	// The same remote, as a clone with a token in its address has it.
	secretRemote = "https://me:s3cret-token@git.example.org/me/shop"
)

// Work on a second machine is filed where it belongs once somebody has named the project
// there, or if the repository is known.
func TestASecondMachineIsKnownFromThenOn(t *testing.T) {
	for _, c := range []struct {
		name  string
		tool  string
		names map[string]any // what the first call says besides its work
		then  map[string]any // and what one from the same place says later
		found bool
	}{
		{"start_work by its folder", "start_work", map[string]any{"project": "shop", "workspace_path": "/mac/shop"}, map[string]any{"workspace_path": "/mac/shop/api"}, true},
		{"start_work by its remote", "start_work", map[string]any{"project": "shop", "repo_url": secretRemote}, map[string]any{"repo_url": "git@git.example.org:me/shop.git"}, true},
		{"save_thread by its folder", "save_thread", map[string]any{"project": "shop", "workspace_path": "/mac/shop"}, map[string]any{"workspace_path": "/mac/shop"}, true},
		{"save_thread by its remote", "save_thread", map[string]any{"project": "shop", "repo_url": remote}, map[string]any{"repo_url": "ssh://git@git.example.org:22/me/shop"}, true},
		{"save_thread of a new project", "save_thread", map[string]any{"project": "fresh", "create_project": true, "workspace_path": "/mac/fresh", "repo_url": "https://git.example.org/me/fresh"}, map[string]any{"repo_url": "https://git.example.org/me/fresh"}, true},
		{"a folder that a known remote stood for", "start_work", map[string]any{"workspace_path": "/mac/known", "repo_url": "https://git.example.org/me/known"}, map[string]any{"workspace_path": "/mac/known"}, true},
		{"only a folder that nobody knows", "start_work", map[string]any{"workspace_path": "/mac/other"}, map[string]any{"workspace_path": "/mac/other"}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newHub(t)
			h.project(store.ProjectInput{Slug: store.Some("shop"), WorkspacePaths: store.Some([]string{"/linux/shop"})})
			h.project(store.ProjectInput{Slug: store.Some("known"), RepoURL: store.Some("git@git.example.org:me/known.git")})
			args := map[string]any{"source_tool": "codex", "intent": "Paint the fence", "summary": "Paint the fence"}
			delete(args, map[string]string{"start_work": "summary", "save_thread": "intent"}[c.tool])
			maps.Copy(args, c.names)
			first := h.call(c.tool, args)
			got := data[digestData](h, h.call("session_digest", c.then))
			if (got.Project != "") != c.found {
				t.Errorf("the digest is about %q", got.Project)
			}
			_, later := h.start("claude", "Count all the chairs", c.then)
			if (later.Thread.ProjectSlug != store.InboxSlug) != c.found {
				t.Errorf("filed under %q", later.Thread.ProjectSlug)
			}
			again := h.call("list_projects", map[string]any{})
			absent(t, h.encode([]any{first, again, h.call("read", map[string]any{"uri": "hub://projects/shop"})}), "s3cret")
		})
	}
}

func TestAReadingToolLearnsNothing(t *testing.T) {
	h := newHub(t)
	h.project(store.ProjectInput{Slug: store.Some("shop")})
	before := h.store.Generation()
	h.call("session_digest", map[string]any{"project": "shop", "workspace_path": "/mac/shop", "repo_url": remote})
	if h.store.Generation() != before {
		t.Error("the digest wrote something")
	}
}

// What lands in the inbox says how to file it, and that way works.
func TestInboxWorkSaysHowToFileIt(t *testing.T) {
	for _, c := range []struct {
		name  string
		place map[string]any
		says  []string
	}{
		{"from nowhere", nil, []string{"in the inbox", "save_thread with its thread_id and project files it", "create_project: true"}},
		{"from an unknown folder", map[string]any{"workspace_path": "/mac/shop"}, []string{"No project is registered for that folder", "in the inbox", "thread_id and project files it", "known from then on"}},
		{"from an unknown remote", map[string]any{"repo_url": secretRemote}, []string{"No project is registered for that repository", "in the inbox", "known from then on"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newHub(t)
			h.project(store.ProjectInput{Slug: store.Some("shop")})
			r, got := h.start("codex", "Paint the fence", c.place)
			contains(t, r.text(), c.says...)
			saved := h.call("save_thread", with(c.place, map[string]any{"summary": "Count all the chairs", "source_tool": "codex"}))
			contains(t, saved.text(), c.says...)
			h.call("save_thread", with(c.place, map[string]any{"thread_id": got.Thread.ID, "lease_id": got.Lease.ID, "project": "shop"}))
			if slug := h.read(got.Thread.ID).ProjectSlug; slug != "shop" {
				t.Errorf("filed under %q", slug)
			}
			if c.place == nil {
				return
			}
			if r, later := h.start("codex", "Oil the squeaky hinges", c.place); later.Thread.ProjectSlug != "shop" || strings.Contains(r.text(), "files it") {
				t.Errorf("the place is not known: %s", r.text())
			}
		})
	}
	t.Run("unless it was sent there", func(t *testing.T) {
		r, _ := newHub(t).start("codex", "Paint the fence", map[string]any{"project": "inbox"})
		absent(t, r.text(), "files it")
	})
}

// A repository of several projects says nothing about which one is meant.
func TestARepositoryOfSeveralProjects(t *testing.T) {
	h := newHub(t)
	for _, slug := range []string{"api", "web"} {
		h.project(store.ProjectInput{Slug: store.Some(slug), RepoURL: store.Some(remote), WorkspacePaths: store.Some([]string{"/mono/" + slug})})
	}
	args := map[string]any{"intent": "Paint the fence", "source_tool": "codex", "repo_url": remote}
	contains(t, h.refusal("start_work", args), "several projects: api, web")
	contains(t, h.call("session_digest", map[string]any{"repo_url": remote}).text(), "all projects", "several projects: api, web")
	args["workspace_path"] = "/mono/web"
	if got := data[startData](h, h.call("start_work", args)); got.Thread.ProjectSlug != "web" {
		t.Errorf("filed under %q", got.Thread.ProjectSlug)
	}
	args = map[string]any{"intent": "Count all the chairs", "source_tool": "codex", "project": "api", "workspace_path": "/mac/api", "repo_url": remote}
	h.call("start_work", args)
	p, err := h.store.ResolveWorkspace(t.Context(), "/mac/api")
	if err != nil || p.Slug != "api" || !slices.Contains(p.WorkspacePaths, "/mono/api") {
		t.Errorf("%+v, %v", p, err)
	}
}

// with is some arguments and more.
func with(args, more map[string]any) map[string]any {
	all := maps.Clone(more)
	maps.Copy(all, args)
	return all
}

// What the first answer of an unknown place advises is taken by the tool it names.
func TestFirstContactLeadsIntoAProject(t *testing.T) {
	for _, c := range []struct {
		name string
		tool string
		args map[string]any
	}{
		{"a project that there is, by start_work", "start_work", map[string]any{"intent": "Write a post", "project": "shop"}},
		{"a new project, by save_thread", "save_thread", map[string]any{"summary": "Write a post", "project": "blog", "create_project": true}},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newHub(t)
			h.project(store.ProjectInput{Slug: store.Some("shop")})
			at := map[string]any{"workspace_path": "/src/blog"}
			contains(t, h.call("session_digest", at).text(), "start_work with its project", "save_thread with project and create_project: true")
			h.call(c.tool, with(at, with(c.args, map[string]any{"source_tool": "codex"})))
			if got := data[digestData](h, h.call("session_digest", at)); got.Project != c.args["project"] {
				t.Errorf("the place is of project %q", got.Project)
			}
		})
	}
	t.Run("filing under an unknown project names the way", func(t *testing.T) {
		h := newHub(t)
		_, got := h.start("codex", "Write a post", nil)
		file := map[string]any{"thread_id": got.Thread.ID, "lease_id": got.Lease.ID, "project": "blog"}
		contains(t, h.refusal("save_thread", file), `project "blog" not found`, "repeat with create_project: true")
		h.call("save_thread", with(file, map[string]any{"create_project": true}))
		if slug := h.read(got.Thread.ID).ProjectSlug; slug != "blog" {
			t.Errorf("filed under %q", slug)
		}
	})
}
