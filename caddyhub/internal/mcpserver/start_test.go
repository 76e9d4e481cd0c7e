package mcpserver

import (
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/progresshub/progresshub/store"
)

const billing = "Move the billing webhooks to the queue"

// start calls start_work as an agent.
func (h *hub) start(agent, intent string, more map[string]any) (result, startData) {
	h.Helper()
	args := map[string]any{"intent": intent, "source_tool": agent}
	maps.Copy(args, more)
	r := h.call("start_work", args)
	return r, data[startData](h, r)
}

func TestStartWorkOnSomethingNew(t *testing.T) {
	h := newHub(t)
	h.project(store.ProjectInput{Slug: store.Some("shop"), WorkspacePaths: store.Some([]string{"/src/shop"})})
	for _, c := range []struct {
		name    string
		intent  string
		args    map[string]any
		project string
		says    []string
	}{
		{"in a project", billing, map[string]any{"project": "shop"}, "shop", nil},
		{"by its folder", "Paint the fence", map[string]any{"workspace_path": "/src/shop/api"}, "shop", nil},
		{"of an unknown folder", "Count the chairs", map[string]any{"workspace_path": "/else"}, "inbox", []string{"it is in the inbox"}},
		{"for a while", "Sharpen every pencil", map[string]any{"ttl_minutes": 30}, "inbox", []string{"2026-05-04T10:00"}},
		{"over two lines", "Oil\nsqueaky hinges", nil, "inbox", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, got := h.start("codex", c.intent, c.args)
			if !got.Claimed || !got.Created || got.Lease == nil || got.Lease.ID == "" || got.Lease.Holder != "codex" || got.Holder != "" {
				t.Fatalf("%+v", got)
			}
			stored := h.read(got.Thread.ID)
			if stored.Summary != oneLine(c.intent) || stored.ProjectSlug != c.project || *stored.SourceTool != "codex" || stored.Lease.Holder != "codex" || stored.Origin != store.Agent {
				t.Errorf("%+v", stored)
			}
			contains(t, r.text(), append(c.says, "Created and claimed", got.Thread.ID, got.Lease.ID, got.Lease.ExpiresAt, got.Thread.URL)...)
			if facts := h.encode(r.Structured); r.Structured["brief"] != nil || strings.Contains(facts, "pass that with every write") {
				t.Errorf("the data repeats the brief: %s", facts)
			}
		})
	}
	t.Run("an intent too long for a summary", func(t *testing.T) {
		intent := strings.Repeat("Straße ", 100)
		_, got := h.start("codex", intent, nil)
		stored := h.read(got.Thread.ID)
		if n := utf8.RuneCountInString(stored.Summary); n != store.MaxSummary || *stored.Goal != strings.TrimSpace(intent) {
			t.Errorf("%d characters, goal %v", n, stored.Goal)
		}
		if _, again := h.start("zed", intent, nil); again.Claimed || again.Thread.ID != got.Thread.ID {
			t.Errorf("the same intent began other work: %+v", again)
		}
	})
}

func TestStartWorkBriefs(t *testing.T) {
	h := newHub(t)
	th := h.thread("shop", billing, full)
	h.thread("shop", "Move the billing reports to the warehouse")
	finished := h.thread("shop", "Move the billing emails to the queue")
	h.finish(finished.ID, store.StatusDone)
	if _, err := h.store.PutProgress(t.Context(), byOwner, "shop", 0, "# Shop\n\n- [x] plan\n- [ ] switch the DNS\n\n## Log\n\n- 2026-05-01 09:00 the queue is up\n"); err != nil {
		t.Fatal(err)
	}
	at := store.ReminderInput{Text: store.Some("ask finance"), Kind: store.Some("session"), ProjectSlug: store.Some("shop")}
	if _, err := h.store.CreateReminder(t.Context(), byOwner, at, store.Policy{}); err != nil {
		t.Fatal(err)
	}

	r, got := h.start("codex", billing, map[string]any{"project": "shop"})
	if !got.Claimed || got.Created || got.Thread.ID != th.ID || got.Thread.Goal != "users stay signed in" || len(got.Thread.Tried) != 3 {
		t.Fatalf("%+v", got)
	}
	contains(t, r.text(), "Claimed thread", "users stay signed in", "open callback.go", note, "and 1 more",
		"Related", finished.ID, "(finished)", "ask finance", "50 % done", `to do: "switch the DNS"`, "the queue is up", "hub://projects/shop/progress")
	if len(got.Hits) == 0 || got.Hits[0].ID == th.ID {
		t.Errorf("hits %+v", got.Hits)
	}
	t.Run("what was finished before is told, not continued", func(t *testing.T) {
		h := newHub(t)
		finished := h.thread("shop", "Move the billing emails to the queue")
		h.finish(finished.ID, store.StatusDone)
		r, again := h.start("codex", "Move the billing emails to the queue", map[string]any{"project": "shop"})
		contains(t, r.text(), finished.ID, "finished")
		if again.Claimed && again.Thread.ID == finished.ID {
			t.Error("a finished thread was claimed")
		}
	})
}

func TestStartWorkThatIsTaken(t *testing.T) {
	h := newHub(t)
	h.project(store.ProjectInput{Slug: store.Some("shop")})
	_, first := h.start("codex", billing, map[string]any{"project": "shop"})
	free := h.thread("shop", "Label the rack cables")
	for name, c := range map[string]struct {
		agent string
		args  map[string]any
		says  string
	}{
		"by another":           {"zed", map[string]any{"project": "shop"}, "Leave it to them"},
		"by another, named":    {"zed", map[string]any{"thread_id": "hub://threads/" + first.Thread.ID}, "take_over"},
		"by one's other self":  {"codex", map[string]any{"project": "shop"}, "repeat with your lease_id"},
		"with a wrong lease":   {"zed", map[string]any{"thread_id": first.Thread.ID, "lease_id": "nonsense"}, "Not claimed"},
		"from another project": {"zed", nil, "Not claimed"},
	} {
		t.Run(name, func(t *testing.T) {
			before := h.store.Generation()
			r, got := h.start(c.agent, billing, c.args)
			if got.Claimed || got.Lease != nil || got.Holder != "codex" || got.ExpiresAt == "" || got.Thread.ID != first.Thread.ID || h.store.Generation() != before {
				t.Errorf("%+v", got)
			}
			contains(t, r.text(), c.says, `"codex"`, got.ExpiresAt, "Free in shop", free.ID)
			if strings.Contains(h.encode(got), first.Lease.ID) {
				t.Error("the lease's id is told to others")
			}
			if len(got.Free) != 1 || got.Free[0].ID != free.ID {
				t.Errorf("free: %+v", got.Free)
			}
		})
	}
	t.Run("the holder goes on", func(t *testing.T) {
		h.clock.Advance(time.Hour)
		r, got := h.start("codex", billing, map[string]any{"lease_id": first.Lease.ID, "project": "shop"})
		if !got.Claimed || got.Lease.ID != first.Lease.ID || got.Lease.ExpiresAt == first.Lease.ExpiresAt {
			t.Errorf("%+v", got)
		}
		contains(t, r.text(), "Still yours")
	})
	t.Run("taken over", func(t *testing.T) {
		found, kept := h.start("zed", billing, map[string]any{"take_over": true, "project": "shop"})
		contains(t, found.text(), "Not claimed", "repeat with thread_id: "+first.Thread.ID+" and take_over: true")
		if kept.Claimed || h.read(first.Thread.ID).Lease.Holder != "codex" {
			t.Errorf("a claim was taken by words: %+v", kept)
		}
		if _, got := h.start("zed", billing, map[string]any{"take_over": true, "thread_id": first.Thread.ID}); !got.Claimed || got.Lease.Holder != "zed" {
			t.Errorf("%+v", got)
		}
		contains(t, h.refusal("save_thread", map[string]any{"thread_id": first.Thread.ID, "lease_id": first.Lease.ID, "focus": "x"}), `"zed" took this thread over at 2026-05-04T10:30:00.000Z: stop and tell your user`)
		r, got := h.start("codex", billing, map[string]any{"thread_id": first.Thread.ID, "lease_id": first.Lease.ID})
		if got.Claimed || strings.Contains(r.text(), "take_over") {
			t.Errorf("%s", r.text())
		}
		contains(t, r.text(), "taken over from you at 2026-05-04T10:30:00.000Z", "stop and tell your user")
	})
}

func TestStartWorkAsksWhich(t *testing.T) {
	h := newHub(t)
	one, two := h.thread("shop", billing), h.thread("shop", billing)
	r, got := h.start("codex", billing, map[string]any{"project": "shop"})
	if got.Claimed || got.Thread != nil || len(got.Hits) != 2 || h.read(one.ID).Lease != nil || h.read(two.ID).Lease != nil {
		t.Fatalf("%+v", got)
	}
	contains(t, r.text(), "Nothing was claimed", "thread_id", one.ID, two.ID)
	if _, named := h.start("codex", billing, map[string]any{"thread_id": two.ID}); !named.Claimed || named.Thread.ID != two.ID {
		t.Errorf("%+v", named)
	}
}

func TestStartWorkRefusals(t *testing.T) {
	h := newHub(t)
	h.thread("alpha", "Something")
	finished := h.thread("alpha", "Paint the fence")
	h.finish(finished.ID, store.StatusDone)
	before := h.store.Generation()
	for _, c := range []struct {
		name string
		args map[string]any
		says []string
	}{
		{"nothing", map[string]any{}, []string{`"intent" (a string) is missing`, `"source_tool" (a string) is missing: your name`}},
		{"no words", map[string]any{"intent": "🚀 !!"}, []string{`"intent" has no words`}},
		{"an unknown project", map[string]any{"project": "alhpa"}, []string{`project "alhpa" not found; closest: alpha`, "create_project: true"}},
		{"an unknown thread", map[string]any{"thread_id": "zzz"}, []string{`thread "zzz" not found; list_threads`}},
		{"a finished thread", map[string]any{"thread_id": finished.ID}, []string{"cannot claim a thread that is done", "request_change with reopen_thread reopens it", "at once if you finished it yourself", "nothing was written"}},
		{"a lease of nothing", map[string]any{"lease_id": "zzz"}, []string{"lease_id is of no thread about this work", "thread_id"}},
		{"an empty lease", map[string]any{"lease_id": " "}, []string{`"lease_id" is empty`}},
		{"too short", map[string]any{"ttl_minutes": 4}, []string{`"ttl_minutes" must be between 5 and 480`}},
		{"too long", map[string]any{"ttl_minutes": 481}, []string{`"ttl_minutes" must be between 5 and 480`}},
		{"an endless intent", map[string]any{"intent": strings.Repeat("word ", 500)}, []string{"intent must have at most 2000"}},
		{"NUL", map[string]any{"workspace_path": "/a\x00b"}, []string{"NUL"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			args := map[string]any{"intent": "Order the large printer", "source_tool": "codex"}
			if len(c.args) == 0 {
				clear(args)
			}
			maps.Copy(args, c.args)
			contains(t, h.refusal("start_work", args), c.says...)
		})
	}
	if h.store.Generation() != before {
		t.Error("a refused start wrote")
	}
}

// A budget bounds the text behind its first sentence whatever there is to say, and what the agent
// cannot go on without is in the data all the same.
func TestStartWorkKeepsItsBudget(t *testing.T) {
	h := newHub(t)
	hostile := strings.Repeat("\"\\\u2028<&>\n```", 100)
	fat := func(in *store.ThreadInput) {
		for _, field := range []*store.Opt[string]{&in.Goal, &in.Focus, &in.ResumeStep} {
			*field = store.Some(hostile)
		}
	}
	for i := range 10 {
		h.thread("shop", fmt.Sprintf("Move the billing webhooks to the queue, part %d", i), fat)
	}
	_, first := h.start("codex", "Sweep the yard of the shop", map[string]any{"project": "shop"})
	for budget := 1; budget <= 4096; budget = budget*3/2 + 1 {
		for name, args := range map[string]map[string]any{
			"claimed": {"thread_id": first.Thread.ID, "lease_id": first.Lease.ID},
			"held":    {"thread_id": first.Thread.ID},
			"choices": {"project": "shop"},
		} {
			args["budget"] = budget
			r, got := h.start("zed", billing, args)
			if strings.Contains(r.text(), note) && len(r.text()) > budget*bytesPerToken || len(r.text()) > max(300, budget*bytesPerToken) {
				t.Errorf("%s: %d bytes of text for %d tokens", name, len(r.text()), budget)
			}
			if r.size > 64<<10 {
				t.Errorf("%s: an answer of %d bytes", name, r.size)
			}
			switch {
			case name == "claimed" && (got.Lease == nil || got.Lease.ID != first.Lease.ID),
				name == "held" && (got.Holder != "codex" || got.ExpiresAt == ""),
				name == "choices" && got.Claimed:
				t.Errorf("%s with %d tokens: %+v", name, budget, got)
			}
		}
	}
	r, _ := h.start("codex", "Sweep the yard of the shop", map[string]any{"lease_id": first.Lease.ID, "project": "shop"})
	if len(r.text()) > usualText {
		t.Errorf("%d bytes without a budget", len(r.text()))
	}
}

// Whose thread is not replaced, as somebody holds the other, is told that it still has its own.
func TestATwinThatStaysIsNamed(t *testing.T) {
	h := newHub(t)
	h.project(store.ProjectInput{Slug: store.Some("shop")})
	_, held := h.start("zed", billing, map[string]any{"project": "shop"})
	_, twin := h.start("codex", "Count all the chairs", map[string]any{"project": "shop"})
	move := map[string]any{"thread_id": held.Thread.ID, "instead_of": store.ThreadURI(twin.Thread.ID), "lease_id": twin.Lease.ID}
	r, got := h.start("codex", "Count all the chairs", move)
	if got.Claimed || got.Holder != "zed" {
		t.Fatalf("%+v", got)
	}
	contains(t, r.text(), "Not claimed", twin.Thread.ID+" is still yours: pause_thread with its lease_id and no resume_step gives it back")
	h.call("pause_thread", map[string]any{"thread_id": twin.Thread.ID, "lease_id": twin.Lease.ID})
	if h.read(twin.Thread.ID).Lease != nil {
		t.Error("it was not given back")
	}
	t.Run("one that holds none is told of none", func(t *testing.T) {
		r, _ := h.start("codex", billing, map[string]any{"thread_id": held.Thread.ID})
		absent(t, r.text(), "still yours")
	})
}

// What a briefing lists stands under a heading of its kind.
func TestABriefingHasAHeadingForEachKind(t *testing.T) {
	h := newHub(t)
	h.thread("shop", "Paint the fence of the shop")
	h.page("guides/billing", "# Billing webhooks\n\nMove the billing webhooks to the queue.\n")
	h.session("shop", "Looked at the billing webhooks")
	h.reminder("ask finance")
	h.clock.Advance(6 * time.Hour)
	for _, c := range []struct{ name, intent string }{{"beside related work", billing}, {"beside nothing related", "Teach the parrot Latin"}} {
		t.Run(c.name, func(t *testing.T) {
			r, _ := h.start("codex", c.intent, map[string]any{"project": "shop"})
			heading := ""
			for line := range strings.Lines(r.text()) {
				line = strings.TrimSpace(line)
				if strings.HasSuffix(line, ":") {
					heading = line
				}
				kinds := map[string]string{" thread ": "Nearest open threads", " page ": "Related", " session ": "Related", "- reminder ": "Reminders:"}
				for kind, want := range kinds {
					if strings.HasPrefix(line, "- ") && strings.Contains(line, kind) && !strings.HasPrefix(heading, want) {
						t.Errorf("%q stands under %q", line, heading)
					}
				}
			}
			contains(t, r.text(), "\nReminders:\n- reminder ")
		})
	}
}

// An intent that does not say what the work is leads to a question, never to a thread.
func TestAnIntentWithoutContentIsAskedAbout(t *testing.T) {
	h := newHub(t)
	h.project(store.ProjectInput{Slug: store.Some("shop"), WorkspacePaths: store.Some([]string{"/src/shop"})})
	paused := h.thread("shop", billing, full)
	newer := h.thread("shop", "Label the rack cables")
	elsewhere := h.thread("school", "Order the paper")
	_, held := h.start("zed", "Count all the chairs", map[string]any{"project": "shop"})
	before := h.store.Generation()
	for _, c := range []struct{ name, intent string }{
		{"continue", "continue"},
		{"fix it", "Fix it!"},
		{"go on", "go on"},
		{"a longer one", "please keep working on it"},
		{"German", "weiter"},
		{"Spanish", "continúa"},
		{"Chinese", "继续"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, got := h.start("codex", c.intent, map[string]any{"workspace_path": "/src/shop"})
			if got.Claimed || got.Created || got.Thread != nil || h.store.Generation() != before {
				t.Fatalf("%+v", got)
			}
			if len(got.Free) != 2 || got.Free[0].ID != paused.ID || got.Free[1].ID != newer.ID {
				t.Errorf("free: %+v", got.Free)
			}
			contains(t, r.text(), "Nothing was claimed", "the thread_id of one below", "new: true", `resume: "open callback.go"`)
			absent(t, r.text(), held.Thread.ID, elsewhere.ID)
		})
	}
	t.Run("of no known place", func(t *testing.T) {
		r, _ := h.start("codex", "continue", nil)
		contains(t, r.text(), paused.ID, elsewhere.ID)
	})
	t.Run("where nothing is free", func(t *testing.T) {
		h.project(store.ProjectInput{Slug: store.Some("empty")})
		r, _ := h.start("codex", "continue", map[string]any{"project": "empty"})
		contains(t, r.text(), "Repeat with the work in a sentence; new: true")
		absent(t, r.text(), "below", "Free")
	})
	for _, c := range []struct {
		name, intent string
		more         map[string]any
	}{
		{"work with an opening", "continue painting", nil},
		{"new goes on", "continue", map[string]any{"new": true}},
		{"another wording says it", "go on", map[string]any{"also": []string{"Teach the parrot Latin"}, "project": "school"}},
		{"a named thread", "continue", map[string]any{"thread_id": newer.ID}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if r, got := h.start("codex", c.intent, c.more); !got.Claimed {
				t.Error(r.text())
			}
		})
	}
}
