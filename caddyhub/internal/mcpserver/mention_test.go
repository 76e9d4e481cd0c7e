package mcpserver

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/store"
)

var (
	mentionedURI  = regexp.MustCompile(`hub://[a-z]+[^\s"',;)\]}\\]*`)
	mentionedTool = regexp.MustCompile(`\b(?:session|check|start|save|pause|finish|log|write|set|request|list)_[a-z_]+\b`)
)

// Every address and every tool that a description or an answer names is there.
func TestWhatAnswersNameIsThere(t *testing.T) {
	h := newHub(t)
	th := h.thread("shop", billing, full)
	h.session("shop", "Moved the webhooks")
	h.reminder("water the plants")
	var texts []string
	call := func(tool string, args map[string]any) { texts = append(texts, h.try(tool, args).text()) }
	call("write_page", map[string]any{"uri": "hub://wiki/guides/webhooks", "markdown": "# Webhooks"})
	call("start_work", map[string]any{"intent": billing, "source_tool": "codex", "project": "shop"})
	call("save_thread", map[string]any{"summary": "Order new boxes", "source_tool": "codex"})
	call("log_progress", map[string]any{"project": "shop", "entry": "The queue it is", "thread_id": th.ID})
	call("request_change", map[string]any{"kind": "delete_page", "payload": map[string]any{"path": "guides/webhooks"}, "source_tool": "codex"})
	call("set_reminder", map[string]any{"text": "look", "due": "2026-06-01"})
	if _, err := h.store.ChooseThread(t.Context(), store.By{Actor: store.Agent, SourceTool: "codex"}, &th.ID); err != nil {
		t.Fatal(err)
	}
	for _, uri := range []string{
		"hub://projects", "hub://wiki", "hub://reminders", "hub://requests", "hub://changes", "hub://changes/codex",
		"hub://threads/" + th.ID, "hub://projects/shop", "hub://nothing", "nothing",
	} {
		call("read", map[string]any{"uri": uri})
	}
	for _, tool := range []string{"session_digest", "check_overlap", "search", "list_threads", "list_projects"} {
		call(tool, map[string]any{"query": billing})
		call(tool, map[string]any{})
		call(tool, map[string]any{"project": "shpo"})
	}
	for tool, args := range map[string]map[string]any{
		"pause_thread":   {"thread_id": "none", "resume_step": "x"},
		"finish_thread":  {"thread_id": "none"},
		"save_thread":    {"thread_id": "none", "focus": "x"},
		"log_progress":   {"project": "none", "entry": "x"},
		"start_work":     {"intent": "x", "source_tool": "x", "thread_id": "none"},
		"set_reminder":   {"reminder_id": "none", "text": "x"},
		"write_page":     {"uri": "hub://nothing", "markdown": "x"},
		"request_change": {"kind": "undo", "payload": map[string]any{"event_id": "none"}},
	} {
		call(tool, map[string]any{})
		call(tool, args)
	}
	texts = append(texts, instructions, readable, string(h.rpc("tools/list", nil).Result))

	known := store.ChangeRequestKinds()
	s := &server{Config: Config{Store: h.store}}
	for _, tool := range s.tools() {
		known = append(known, tool.name)
		for _, p := range tool.params {
			known = append(known, p.name)
		}
	}
	seen := map[string]bool{}
	for _, text := range texts {
		for _, name := range mentionedTool.FindAllString(text, -1) {
			if !slices.Contains(known, name) {
				t.Errorf("%s is no tool, in %s", name, text)
			}
		}
		for _, uri := range mentionedURI.FindAllString(text, -1) {
			if uri = strings.TrimRight(uri, ".:/"); strings.Contains(uri, "{") || uri == "hub://nothing" || seen[uri] {
				continue
			}
			seen[uri] = true
			if got := h.try("read", map[string]any{"uri": uri}).text(); strings.Contains(got, "nothing is stored under") {
				t.Errorf("%s, in %s", got, text)
			}
		}
	}
	for _, uri := range []string{"hub://projects", "hub://requests", "hub://changes", "hub://threads/" + th.ID} {
		if !seen[uri] {
			t.Errorf("nothing names %s", uri)
		}
	}
}

// A request is one, whether its address is the history's or that of the list of requests.
func TestARequestHasOneName(t *testing.T) {
	h := newHub(t)
	h.call("write_page", map[string]any{"uri": "hub://wiki/a", "markdown": "x"})
	asked := data[requestData](h, h.call("request_change", map[string]any{"kind": "delete_page", "payload": map[string]any{"path": "a"}, "source_tool": "codex"}))
	changes := h.call("read", map[string]any{"uri": "hub://changes"}).text()
	contains(t, changes, "hub://requests/"+asked.ID)
	absent(t, changes, "hub://approvals")
	contains(t, h.call("read", map[string]any{"uri": "hub://approvals/" + asked.ID}).text(), asked.ID, asked.Effect)
}

// The headings that have no room in the outline are counted, with how to get at them.
func TestAnOutlineThatIsCutSaysSo(t *testing.T) {
	h := newHub(t)
	var b strings.Builder
	for i := range 60 {
		fmt.Fprintf(&b, "## The chapter about the number %d\n\nSome text about it.\n\n", i)
	}
	if _, err := h.store.PutPage(t.Context(), byOwner, "long", 0, b.String()); err != nil {
		t.Fatal(err)
	}
	text := h.call("read", map[string]any{"uri": "long"}).text()
	if !regexp.MustCompile(` and [1-9]\d more, each found by words of its heading\. It is stored`).MatchString(text) {
		t.Error(text)
	}
	contains(t, h.call("read", map[string]any{"uri": "long", "section": "number 58"}).text(), "number 58")
}
