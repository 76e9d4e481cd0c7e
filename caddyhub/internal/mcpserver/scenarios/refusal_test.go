package scenarios

import (
	"encoding/json"
	"maps"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/storetest/race"
)

// mistake is a wrong call as agents make it. Its answer is one step from success: it has each of
// some parts, and whoever reads it makes the next call, which succeeds.
type mistake struct {
	name  string
	tool  string
	wrong args
	says  []string
	next  step
}

// step is the call that an answer leads to. Without a tool it leads to the user: whatever the
// agent called next would be wrong.
type step struct {
	tool string
	args args
}

var tellUser step

// long is longer than any text that is not a document.
var long = strings.Repeat("word ", 500)

func TestRefusals(t *testing.T) {
	race.SkipShort(t)
	for _, table := range []struct {
		name     string
		mistakes []mistake
	}{
		{"arguments", wrongArguments},
		{"reading", wrongReading},
		{"starting", wrongStarting},
		{"saving", wrongSaving},
		{"stopping", wrongStopping},
		{"writing", wrongWriting},
		{"reminders", wrongReminders},
		{"requests", wrongRequests},
	} {
		t.Run(table.name, func(t *testing.T) {
			for _, m := range table.mistakes {
				t.Run(m.name, m.play)
			}
		})
	}
}

func (m mistake) play(t *testing.T) {
	t.Parallel()
	desk := newDesk(t)
	before := desk.store.Generation()
	got := desk.isRefused(m.tool, desk.fill(m.wrong))
	got.says(m.parts(desk)...)
	got.keepsQuiet("\n", "sql", "json:", "unmarshal", "panic", "went wrong")
	desk.check(desk.store.Generation() == before, "a refused call wrote")
	desk.check(len(got.text) < 450, "%d bytes are no sentence: %s", len(got.text), got.text)
	if m.next.tool == "" {
		got.says("your user")
		return
	}
	desk.does(m.next.tool, desk.fill(m.next.args))
}

// desk is what wrong calls are about: a project with work in every state, and an agent.
type desk struct {
	*agent
	ids map[string]string // by the names that stand for them in the tables
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	d := newDay(t)
	d.project("alpha", in("/src/alpha"))
	d.project("beta")
	ids := map[string]string{
		"$open":   d.thread("alpha", "Fix the login redirect"),
		"$other":  d.thread("alpha", "Draw a new logo"),
		"$done":   d.thread("alpha", "Buy a new disk"),
		"$mine":   d.thread("alpha", "Sweep the yard"),
		"$theirs": d.thread("alpha", "Move the wiki to another machine"),
		"$taken":  d.thread("alpha", "Order printer paper"),
		"$left":   d.thread("alpha", "Repair the gate"),
	}
	_, err := d.store.Finish(d.Context(), byOwner, ids["$done"], store.Guard{}, store.StatusDone, "")
	d.must(err)
	claim := func(thread, holder string) string {
		w, err := d.store.Claim(d.Context(), store.By{Actor: store.Agent, SourceTool: holder}, ids[thread], store.ClaimInput{Holder: holder, TakeOver: true})
		d.must(err)
		return w.Item.LeaseID
	}
	ids["$lease"], ids["$lost"], ids["$gone"] = claim("$mine", "codex"), claim("$taken", "codex"), claim("$left", "codex")
	claim("$theirs", "cursor")
	claim("$taken", "cursor")
	_, err = d.store.Release(d.Context(), store.By{Actor: store.Agent, SourceTool: "cursor"}, ids["$left"], claim("$left", "cursor"), "")
	d.must(err)
	d.page("decisions/dns", "# DNS\n\n## Why one\n\nThe cost.\n")
	d.page("decisions/dns", "# DNS\n\n## Why one\n\nThe cost.\n\n## Why two\n\nThe speed.\n")
	d.progress("alpha", 0, "# Alpha\n\n- [ ] one\n- [ ] two\n")
	ids["$reminder"] = d.reminder(ids["$open"], "Call the registrar", "2026-05-06T08:00:00Z")
	return &desk{d.agent("codex"), ids}
}

// fill puts ids in the place of their names.
func (k *desk) fill(given args) args {
	k.Helper()
	text, err := json.Marshal(given)
	k.must(err)
	var filled args
	k.must(json.Unmarshal([]byte(k.named(string(text))), &filled))
	return filled
}

func (k *desk) named(text string) string {
	for name, id := range k.ids {
		text = strings.ReplaceAll(text, name, id)
	}
	return text
}

// parts are what the answer must say, with the ids.
func (m mistake) parts(k *desk) []string {
	parts := make([]string, len(m.says))
	for i, p := range m.says {
		parts[i] = k.named(p)
	}
	return parts
}

// says are the parts of an answer.
func says(parts ...string) []string { return parts }

// with is some arguments, and more or others.
func with(some, more args) args {
	all := maps.Clone(some)
	maps.Copy(all, more)
	return all
}
