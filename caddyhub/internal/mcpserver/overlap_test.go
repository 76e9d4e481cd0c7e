package mcpserver

import (
	"fmt"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/match"
)

func TestOverlapVerdicts(t *testing.T) {
	h := newHub(t)
	login := h.thread("alpha", "Fix the login redirect after session timeout")
	h.thread("beta", "Write the release notes for the spring version")
	old := h.thread("beta", "Rotate the backup encryption keys every month")
	h.finish(old.ID, store.StatusDone)
	for _, c := range []struct {
		name, query, verdict, first string
		says                        []string
	}{
		{"the same", "fix login redirect after session timeout", "duplicate", login.ID, []string{"Continue " + login.ID, `"login"`}},
		{"the same, finished", "rotate backup encryption keys every month", "duplicate", old.ID, []string{"finished before", "hub://threads/" + old.ID, "done (finished)"}},
		{"never empty-handed", "paint the garden fence", "none", "", []string{"No open thread shares enough words", "the nearest"}},
		{"no words at all", "?!", "none", "", []string{"Verdict: none"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := h.call("check_overlap", map[string]any{"query": c.query})
			got := data[overlapData](h, r)
			if got.Verdict != c.verdict {
				t.Errorf("verdict %s", got.Verdict)
			}
			if c.first != "" && got.Hits[0].ID != c.first {
				t.Errorf("first is %+v", got.Hits[0])
			}
			contains(t, r.text(), "Verdict: "+c.verdict)
			contains(t, r.text(), c.says...)
			for _, hit := range got.Hits {
				if hit.Finished == hit.Status.Active() || hit.URL != ownOrigin+"/ui/threads/"+hit.ID || hit.Kind != "thread" {
					t.Errorf("%+v", hit)
				}
				if s := fmt.Sprint(hit.Score); len(s) > len("0.00") {
					t.Errorf("score %s", s)
				}
			}
		})
	}
	t.Run("nearest for unrelated", func(t *testing.T) {
		if got := data[overlapData](h, h.call("check_overlap", map[string]any{"query": "paint the garden fence"})); len(got.Hits) == 0 {
			t.Error("nothing was offered")
		}
	})
	t.Run("unknown project", func(t *testing.T) {
		contains(t, h.refusal("check_overlap", map[string]any{"query": "x", "project": "alhpa"}), "closest: alpha")
	})
}

func TestOverlapNamesWhoIsOnIt(t *testing.T) {
	h := newHub(t)
	id := h.thread("shop", "Rewrite the invoice exporter in Go").ID
	if _, err := h.store.Claim(t.Context(), byOwner, id, store.ClaimInput{Holder: "codex on desk"}); err != nil {
		t.Fatal(err)
	}
	r := h.call("check_overlap", map[string]any{"query": "rewrite invoice exporter in Go"})
	contains(t, r.text(), `held by "codex on desk" until`, "leave it to them")
	if strings.Contains(r.text(), "Continue") {
		t.Errorf("sends the agent to another's work: %s", r.text())
	}
	if hit := data[overlapData](h, r).Hits[0]; hit.Lease == nil || hit.Lease.Holder != "codex on desk" {
		t.Errorf("hit %+v", hit)
	}
	saved := h.call("save_thread", map[string]any{"summary": "Rewrite invoice exporter in Go", "project": "shop", "source_tool": "zed"})
	contains(t, saved.text(), "Nothing was written", "leave it to them", `held by "codex on desk"`)
}

func TestAdviceNamesAHitWhateverTheVerdict(t *testing.T) {
	open := store.StatusOpen
	related := store.OverlapHit{Kind: "thread", ID: "cxy99bbg25ng", Status: &open, Score: match.Related}
	contains(t, advice(store.Overlap{Verdict: "duplicate", Hits: []store.OverlapHit{related}}), "Continue "+related.ID)
}

func TestOverlapOfAnEmptyHub(t *testing.T) {
	r := newHub(t).call("check_overlap", map[string]any{"query": "anything"})
	contains(t, r.text(), "Verdict: none", "start_work")
}

func TestOverlapStaysShort(t *testing.T) {
	h := newHub(t)
	for i := range 60 {
		h.thread("alpha", fmt.Sprintf("login redirect %d %s", i, strings.Repeat("登録登録<> ", 60)))
	}
	usual := h.call("check_overlap", map[string]any{"query": "login redirect"})
	if len(usual.text()) > 2048 {
		t.Errorf("the usual answer has %d bytes", len(usual.text()))
	}
	contains(t, usual.text(), "more not shown: the same call with limit 5 shows all.")
	all := h.call("check_overlap", map[string]any{"query": "login redirect", "limit": 5})
	if absent(t, all.text(), "not shown"); len(data[overlapData](h, all).Hits) < 5 {
		t.Errorf("%s", all.text())
	}
	r := h.call("check_overlap", map[string]any{"query": "login redirect", "limit": 50})
	if got := data[overlapData](h, r); r.size > 65536 || len(got.Hits) < 20 {
		t.Errorf("%d hits in %d bytes", len(got.Hits), r.size)
	}
	contains(t, r.text(), "more not shown: search with the same query pages through all.")
}

func TestTwoDecimals(t *testing.T) {
	for in, want := range map[float64]float64{0: 0, 0.29: 0.29, 0.35: 0.35, 0.699: 0.69, 0.7: 0.7, 0.9999: 0.99, 1: 1} {
		if got := twoDecimals(in); got != want {
			t.Errorf("%v: %v, want %v", in, got, want)
		}
	}
}

// A row's reasons read as a sentence, each said once.
func TestReasonsReadAsASentence(t *testing.T) {
	for _, c := range []struct {
		name string
		why  []string
		says string
	}{
		{"words", []string{"queue", "billing"}, `"x"; shares "queue", "billing"`},
		{"another wording", []string{`matched "the toner" (also)`, "toner"}, `"x"; found by your "the toner"; shares "toner"`},
		{"another name", []string{`also known as "cookie lifetime"`, "cookie"}, `"x"; also known as "cookie lifetime"; shares "cookie"`},
		{"both and no word", []string{`also known as "a"`, `matched "b" (also)`}, `"x"; also known as "a"; found by your "b"`},
		{"a quote that would end", []string{`matched "say \"hi\"" (also)`}, `"x"; found by your "say \"hi\""`},
		{"what only looks so", []string{`matched "b`}, `"x"; shares "matched \"b"`},
		{"one twice", []string{"queue", "Queue", "billing", "queue"}, `"x"; shares "queue", "billing"`},
		{"a topic", []string{`both about sink drain ("plunger", "drains")`}, `"x"; both about sink drain ("plunger", "drains")`},
		{"none", nil, `"x"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			v := newHit(store.OverlapHit{Kind: "thread", ID: "a", Summary: "x", Why: c.why, Score: 0.5}, "")
			if got := v.line(); !strings.HasSuffix(got, ": "+c.says) {
				t.Errorf("%s", got)
			}
		})
	}
}
