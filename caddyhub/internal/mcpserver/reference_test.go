package mcpserver

import (
	"cmp"
	"fmt"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/caddyhub/internal/reference"
	"github.com/progresshub/progresshub/store"
)

// argumentTexts say what the arguments are for, for people: those of one tool alone stand behind
// its name. The list that agents read has few texts, since every session pays for them.
var argumentTexts = map[string]string{
	"project":        "the slug of a project",
	"workspace_path": "the folder that the work is in, as an absolute path: it stands for its project",
	"repo_url":       "its git remote, in any spelling: it stands for the project where the folder does not",
	"source_tool":    "the name of the agent, always the same one: the history has its changes under it",
	"thread_id":      "the id of a thread",
	"lease_id":       "the id of the caller's claim. Without it a thread that somebody holds is refused",
	"also":           fmt.Sprintf("the same in other words, or in another language: at most %d", store.MaxAlso),
	"cursor":         "where the next page begins, from the answer before",
	"budget":         fmt.Sprintf("the most tokens of the answer, of %d bytes each; its first sentence is never cut", bytesPerToken),
	"tried":          "dead ends; they are added to those that are known",
	"query":          "what it is about, in a few words",

	"session_digest.query": "the work ahead: what is written and done about it comes along",

	"check_overlap.project": "the slug of a project, whose threads rank slightly higher",
	"check_overlap.limit":   fmt.Sprintf("how many hits at most; %d without it", store.DefaultHits),

	"start_work.intent":      "the work in a sentence",
	"start_work.thread_id":   "the thread to claim, if it is known",
	"start_work.new":         "makes a thread, although others may be about the same",
	"start_work.instead_of":  "the id of a thread that was made by mistake: its claim moves to `thread_id`, and it is merged into that",
	"start_work.lease_id":    "renews the caller's claim",
	"start_work.take_over":   "takes the claim of another, who is gone; with thread_id only",
	"start_work.ttl_minutes": fmt.Sprintf("how long the claim holds; %d without it", int(store.DefaultLease.Minutes())),

	"list_threads.status": "only those of a status; open and blocked ones without it",
	"list_threads.stale":  "only those that nobody has worked on for days",
	"list_threads.ready":  "only what can start now: open, held by nobody, and with nothing unfinished before it",
	"list_threads.limit":  fmt.Sprintf("how many at most; %d without it", usualRows),

	"list_projects.query":          "only those whose slug, title or description has this",
	"list_projects.workspace_path": "only the project of this folder",

	"save_thread.thread_id":       "the thread to change; without it a new one is made",
	"save_thread.summary":         fmt.Sprintf("the title, of at most %d characters; required for a new thread", store.MaxSummary),
	"save_thread.source_tool":     "the name of the agent; required for a new thread",
	"save_thread.goal":            "when the work is done",
	"save_thread.focus":           "what is done right now",
	"save_thread.next_steps":      fmt.Sprintf("at most %d", store.MaxNextSteps),
	"save_thread.depends_on":      fmt.Sprintf("the ids of threads that have to be finished first, at most %d", store.MaxDependsOn),
	"save_thread.blocked_reason":  "what the thread waits for: it is blocked. An empty one opens it again",
	"save_thread.allow_duplicate": "makes the thread, although one that is open is about the same",
	"save_thread.create_project":  "registers the project, if there is none of this slug",

	"pause_thread.resume_step": "the one step to begin by next time; without it only the claim ends",

	"finish_thread.outcome": "`done` without it; `dismissed` if it was given up",
	"finish_thread.note":    "the result",

	"search.query":   "words, an id, a slug, a wiki path or a `hub://` address; `path:` and a part of one finds the pages there",
	"search.project": "the slug of a project, whose items come first",
	"search.kinds":   "only items of these kinds",
	"search.limit":   fmt.Sprintf("how many hits of a page at most; %d without it", usualRows),

	"read.uri":     "a `hub://` address, an id, a wiki path or a link of the dashboard. `hub://projects`, `hub://wiki`, `hub://reminders`, `hub://requests` and `hub://changes` are lists",
	"read.section": "only the part under this heading",

	"log_progress.entry":     "a decision, a blocker or a result, in a sentence",
	"log_progress.thread_id": "the thread that the entry is work on",
	"log_progress.lease_id":  "renews the caller's claim",

	"write_page.uri":      "`hub://wiki/{path}` or `hub://projects/{slug}/progress`",
	"write_page.markdown": "the text to append, or the whole text",
	"write_page.mode":     "`append` without it",
	"write_page.find":     "to edit: a text that the document has exactly once",
	"write_page.replace":  "to edit: what is put in its place",
	"write_page.if_rev":   "the revision that was read: to replace a document that there is, and to edit only that one",

	"set_reminder.text":        "what to remind the owner of",
	"set_reminder.due":         "when: a time with its offset (RFC 3339), or one on the owner's clock, such as `2026-05-04T09:30`; a day alone is 09:00 of it",
	"set_reminder.rrule":       "how it repeats, by a rule of RFC 5545",
	"set_reminder.reminder_id": "the reminder to change",
	"set_reminder.done":        "ends that reminder; of one that repeats, the time that is due, or with `due` that coming one, or with an empty `rrule` all",

	"request_change.kind":    "what is asked for",
	"request_change.payload": "what it is about: `rename_project` takes `{slug, new_slug, title}`, `delete_project` `{slug}`, `merge_threads` `{thread_id, into}`, `delete_page` `{path}`, `reopen_thread` `{thread_id}`, `undo` `{event_id, lease_id}`; `title` and `lease_id` may be left out",
	"request_change.reason":  "why, for the owner",
}

// TestReferencePage keeps the page of all tools, resources and prompts.
func TestReferencePage(t *testing.T) {
	s := &server{}
	var reading, writing []string
	var tools strings.Builder
	used := map[string]bool{}
	for _, tool := range s.tools() {
		if link := fmt.Sprintf("[`%s`](#%[1]s)", tool.name); tool.hints.readOnly {
			reading = append(reading, link)
		} else {
			writing = append(writing, link)
		}
		fmt.Fprintf(&tools, "\n### %s\n\n> %s\n\n%s.\n\n", tool.name, reference.Prose(tool.description), hintText(tool.hints))
		var rows [][]string
		for _, p := range tool.params {
			key := tool.name + "." + p.name
			if argumentTexts[key] == "" {
				key = p.name
			}
			if used[key] = true; argumentTexts[key] == "" {
				t.Errorf("%s: what is %s for? argumentTexts does not say", tool.name, p.name)
			}
			rows = append(rows, []string{reference.Code(p.name), kindText(p), argumentTexts[key]})
		}
		tools.WriteString(reference.Table([]string{"Argument", "Type", ""}, rows))
	}
	for key := range argumentTexts {
		if !used[key] {
			t.Errorf("argumentTexts has %s, which is no argument", key)
		}
	}
	reference.Page(t, *update, "docs/reference/mcp.md", fmt.Sprintf(`# MCP

Agents reach the hub at %s, by Streamable HTTP with a token as a bearer, or through [%s](commands.md#hub-mcp), which
passes their messages on. [Agents](../agents.md) tells how to connect them, [what the tools do](../agents.md#what-the-tools-do) when an
agent calls which.

A request has at most 1 MiB, an answer at most %d KB. An argument that a tool does not know is refused, and the answer
names the nearest one; %s counts as absent. What goes wrong is said in the answer, with the next step. A token
that may only read reaches the tools that read.

## Tools

These read: %s.

These write: %s.

What stands behind a bar below a tool's name is what agents are shown of it.
`, reference.Code("/mcp"), reference.Code("hub mcp"), maxAnswer/1000, reference.Code("null"), strings.Join(reading, ", "), strings.Join(writing, ", "))+tools.String()+
		resourceText()+promptText(s))
}

// hintText says what the annotations of a tool mean.
func hintText(h hints) string {
	switch {
	case h.readOnly:
		return "It only reads (`readOnlyHint`)"
	case h.destructive:
		return "It writes, and may replace what is there (`destructiveHint`); an undo brings that back"
	case h.idempotent:
		return "It writes; the same call again changes nothing more (`idempotentHint`)"
	}
	return "It writes"
}

// kindText says what an argument may be.
func kindText(p param) string {
	texts := []string{strings.TrimPrefix(strings.TrimPrefix(nouns[p.kind], "a "), "an ")}
	switch {
	case p.kind == attemptsArg:
		texts = []string{"list of " + reference.Code("{what, why_not}")}
	case p.kind == textsArg && p.oneOf != nil:
		texts = []string{"list of " + reference.Codes(p.oneOf)}
	case p.oneOf != nil:
		texts = []string{reference.Codes(p.oneOf)}
	case p.max > 0:
		texts[0] += fmt.Sprintf(", %d to %d", max(p.min, 1), p.max)
	}
	if p.required {
		texts = append(texts, "required")
	}
	return strings.Join(texts, ", ")
}

func resourceText() string {
	rows := [][]string{{reference.Code(allProjects.URI), allProjects.Description}}
	for _, r := range templates {
		rows = append(rows, []string{reference.Code(r.uri), r.description})
	}
	return "\n## Resources\n\nEach is Markdown. The progress files that were written are listed; threads and pages are found by completion of what\nstands in braces.\n\n" +
		reference.Table([]string{"Address", ""}, rows)
}

func promptText(s *server) string {
	var rows [][]string
	for _, p := range s.prompts() {
		var arguments []string
		for _, a := range p.params {
			arguments = append(arguments, fmt.Sprintf("`%s`, %s", a.name, a.doc))
		}
		rows = append(rows, []string{reference.Code(p.name), p.description, strings.Join(arguments, "; ")})
	}
	return "\n## Prompts\n\nClients offer them to you, many as commands with a slash. The argument is required.\n\n" +
		reference.Table([]string{"Prompt", "", "Argument"}, rows)
}

// TestReferenceIsOfTheServer: what the page is made of is what the server lists.
func TestReferenceIsOfTheServer(t *testing.T) {
	h := newHub(t)
	type named struct{ Name, URI, URITemplate, Description string }
	lists := decodeTo[struct{ Tools []named }](h, h.rpc("tools/list", map[string]any{}).Result).Tools
	lists = append(lists, decodeTo[struct{ Prompts []named }](h, h.rpc("prompts/list", map[string]any{}).Result).Prompts...)
	lists = append(lists, decodeTo[struct{ Resources []named }](h, h.rpc("resources/list", map[string]any{}).Result).Resources...)
	lists = append(lists, decodeTo[struct{ ResourceTemplates []named }](h, h.rpc("resources/templates/list", map[string]any{}).Result).ResourceTemplates...)
	if len(lists) < 20 {
		t.Fatalf("%d are listed", len(lists))
	}
	page := repoFile(t, "../../../docs/reference/mcp.md")
	for _, one := range lists {
		name := cmp.Or(one.URI, one.URITemplate, one.Name)
		if !strings.Contains(page, "`"+name+"`") || !strings.Contains(page, reference.Prose(one.Description)) {
			t.Errorf("the page does not have %s with %q", name, one.Description)
		}
	}
}
