package mcpserver

import (
	"fmt"
	"slices"
	"testing"

	"github.com/progresshub/progresshub/store"
)

type completed struct {
	Values  []string `json:"values"`
	Total   int      `json:"total"`
	HasMore bool     `json:"hasMore"`
}

func (h *hub) complete(ref map[string]any, name, value string) rpcReply {
	h.Helper()
	return h.rpc("completion/complete", map[string]any{"ref": ref, "argument": map[string]any{"name": name, "value": value}})
}

func (h *hub) completed(ref map[string]any, name, value string) completed {
	h.Helper()
	got := h.complete(ref, name, value)
	if got.Error != nil {
		h.Fatalf("%v %s: %d %s", ref, name, got.Error.Code, got.Error.Message)
	}
	return decodeTo[struct{ Completion completed }](h, got.Result).Completion
}

func ofPrompt(name string) map[string]any { return map[string]any{"type": "ref/prompt", "name": name} }

func ofURI(uri string) map[string]any { return map[string]any{"type": "ref/resource", "uri": uri} }

func TestCompletion(t *testing.T) {
	h := newHub(t)
	for slug, title := range map[string]string{"shop": "Alpha Shop", "my-alpha": "Mine", "alpha": "First", "alpha-2": "Second", "zeta": "Zeta"} {
		h.project(store.ProjectInput{Slug: store.Some(slug), Title: store.Some(title)})
	}
	login := h.thread("alpha", "Fix the LOGIN redirect").ID
	attic := h.thread("alpha", "Clean the attic").ID
	h.finish(h.thread("alpha", "Old login work").ID, store.StatusDone)
	h.page("backup", "# Saving\n")
	h.page("guides/backup", "# How to\n")
	h.page("guides/first", "# Backup first\n")
	h.page("guides/other", "# Else\n")
	slugs := []string{"alpha", "alpha-2", "my-alpha", "shop"}
	for _, c := range []struct {
		name     string
		ref      map[string]any
		argument string
		value    string
		want     []string
	}{
		{"beginning first, then within, then the title", ofPrompt("resume_work"), "project", "alpha", slugs},
		{"of the other prompt", ofPrompt("wrap_up"), "project", "alpha", slugs},
		{"of a template", ofURI("hub://projects/{slug}/progress"), "slug", "alpha", slugs},
		{"in capitals, with blanks", ofPrompt("wrap_up"), "project", " ALPHA ", slugs},
		{"nothing typed yet", ofPrompt("wrap_up"), "project", "", []string{"alpha", "alpha-2", "my-alpha", "shop", "zeta"}},
		{"nothing fits", ofPrompt("wrap_up"), "project", "nope", []string{}},
		{"open threads, the newest first", ofURI("hub://threads/{id}"), "id", "", []string{attic, login}},
		{"a thread by its id", ofURI("hub://threads/{id}"), "id", login, []string{login}},
		{"a thread by its summary", ofURI("hub://threads/{id}"), "id", "login", []string{login}},
		{"pages", ofURI("hub://wiki/{+path}"), "path", "backup", []string{"backup", "guides/backup", "guides/first"}},
		{"pages of a folder", ofURI("hub://wiki/{+path}"), "path", "guides/", []string{"guides/backup", "guides/first", "guides/other"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := h.completed(c.ref, c.argument, c.value)
			if !slices.Equal(got.Values, c.want) || got.Values == nil || got.Total != len(c.want) || got.HasMore {
				t.Errorf("%+v, want %q", got, c.want)
			}
		})
	}
	for _, c := range []struct {
		name     string
		ref      map[string]any
		argument string
		says     string
	}{
		{"unknown prompt", ofPrompt("resume-work"), "project", `prompt "resume-work" not found; closest: resume_work`},
		{"unknown argument", ofPrompt("resume_work"), "projct", `argument "projct" not found; closest: project`},
		{"argument of another", ofPrompt("resume_work"), "slug", `argument "slug" not found; there are project`},
		{"unknown template", ofURI("hub://thread/{id}"), "id", `resource template "hub://thread/{id}" not found; closest: hub://threads/{id}`},
		{"a resource without arguments", ofURI("hub://projects"), "slug", `resource template "hub://projects" not found; there are hub://projects/{slug}/progress`},
		{"no names at all", ofPrompt(""), "", `prompt "" not found`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := h.complete(c.ref, c.argument, "")
			if got.Error == nil || got.Error.Code != -32602 {
				t.Fatalf("%s %+v", got.Result, got.Error)
			}
			contains(t, got.Error.Message, c.says)
		})
	}
}

func TestCompletionsAreBounded(t *testing.T) {
	h := newHub(t)
	for i := range maxValues + 20 {
		h.project(store.ProjectInput{Slug: store.Some(fmt.Sprintf("p-%03d", i))})
	}
	got := h.completed(ofPrompt("wrap_up"), "project", "p-")
	if len(got.Values) != maxValues || got.Total != maxValues+20 || !got.HasMore || got.Values[0] != "p-000" || got.Values[99] != "p-099" {
		t.Errorf("projects: %d of %d, %v", len(got.Values), got.Total, got.HasMore)
	}
	if got := h.completed(ofPrompt("wrap_up"), "project", "p-0"); len(got.Values) != 100 || got.Total != 100 || got.HasMore {
		t.Errorf("exactly as many: %d of %d, %v", len(got.Values), got.Total, got.HasMore)
	}
	for i := range store.MaxLimit + 1 {
		h.thread("p-000", fmt.Sprintf("Thread number %d", i))
	}
	// Nobody has looked at all of them: there is more, but how much is not known.
	if got := h.completed(ofURI("hub://threads/{id}"), "id", "number 200"); len(got.Values) != 1 || got.Total != 0 || !got.HasMore {
		t.Errorf("threads: %+v", got)
	}
}

func TestCompletionOfALargeWiki(t *testing.T) {
	h := newHub(t)
	for i := range maxOptions + 5 {
		h.page(fmt.Sprintf("notes/n%04d", i), "")
	}
	h.page("zoo/lions", "")
	if got := h.completed(ofURI("hub://wiki/{+path}"), "path", "zoo"); !slices.Equal(got.Values, []string{"zoo/lions"}) || !got.HasMore {
		t.Errorf("a page behind the first ones: %+v", got)
	}
	if got := h.completed(ofURI("hub://wiki/{+path}"), "path", "n0007"); !slices.Equal(got.Values, []string{"notes/n0007"}) {
		t.Errorf("a page among the first ones: %+v", got)
	}
	if got := h.completed(ofURI("hub://wiki/{+path}"), "path", "notes/n1"); !slices.Equal(got.Values, []string{"notes/n1000", "notes/n1001", "notes/n1002", "notes/n1003", "notes/n1004"}) {
		t.Errorf("none twice: %+v", got)
	}
	if got := h.completed(ofURI("hub://wiki/{+path}"), "path", "notes/n000"); len(got.Values) != 10 || !slices.Equal(slices.Compact(got.Values), got.Values) || got.Values[9] != "notes/n0009" {
		t.Errorf("those of the first ones once: %+v", got)
	}
}
