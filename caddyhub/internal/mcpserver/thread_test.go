package mcpserver

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/progresshub/progresshub/store"
)

func TestListThreads(t *testing.T) {
	h := newHub(t)
	quiet := h.thread("alpha", "Fix the login redirect", full)
	h.clock.Advance(5 * 24 * time.Hour)
	open := h.thread("alpha", "Add a dark theme")
	blocked := h.thread("beta", "Order the printer")
	if _, err := h.store.Block(t.Context(), byOwner, blocked.ID, store.Guard{}, "no money"); err != nil {
		t.Fatal(err)
	}
	done := h.thread("beta", "Old work")
	h.finish(done.ID, store.StatusDone)
	dropped := h.thread("beta", "Silly work")
	h.finish(dropped.ID, store.StatusDismissed)

	for _, c := range []struct {
		name string
		args map[string]any
		want []string
		says string
	}{
		{"active ones", nil, []string{blocked.ID, open.ID, quiet.ID}, "3 open or blocked threads, newest first"},
		{"of a project", map[string]any{"project": "alpha"}, []string{open.ID, quiet.ID}, "2 open or blocked threads in project alpha"},
		{"open", map[string]any{"status": "open"}, []string{open.ID, quiet.ID}, "2 open threads"},
		{"blocked", map[string]any{"status": "blocked"}, []string{blocked.ID}, "1 blocked thread"},
		{"done", map[string]any{"status": "done"}, []string{done.ID}, "1 done thread"},
		{"dismissed", map[string]any{"status": "dismissed"}, []string{dropped.ID}, "1 dismissed thread"},
		{"quiet", map[string]any{"stale": true}, []string{quiet.ID}, "1 stale open or blocked thread, longest quiet first"},
		{"none", map[string]any{"project": "alpha", "status": "done"}, nil, "0 done threads in project alpha."},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := h.call("list_threads", c.args)
			got := data[threadsData](h, r)
			var ids []string
			for _, row := range got.Threads {
				ids = append(ids, row.ID)
				contains(t, r.text(), row.ID)
			}
			if fmt.Sprint(ids) != fmt.Sprint(c.want) || got.Total != len(c.want) || got.NextCursor != "" {
				t.Errorf("%+v, want %v", got, c.want)
			}
			contains(t, r.text(), c.says)
		})
	}
	t.Run("unknown project", func(t *testing.T) {
		contains(t, h.refusal("list_threads", map[string]any{"project": "bet"}), "closest: beta")
	})
	t.Run("foreign cursor", func(t *testing.T) {
		contains(t, h.refusal("list_threads", map[string]any{"cursor": "page2"}), "next_cursor")
	})
}

func TestAListThatCountsNoFurtherSaysSo(t *testing.T) {
	for _, c := range []struct {
		page store.ThreadPage
		says string
	}{
		{store.ThreadPage{Total: 500}, "500 ready threads."},
		{store.ThreadPage{Total: 500, Capped: true}, "500 or more ready threads."},
	} {
		if got := listHead(c.page, store.ThreadFilter{Ready: true}); got != c.says {
			t.Errorf("%q, want %q", got, c.says)
		}
	}
}

func TestListThreadsPages(t *testing.T) {
	h := newHub(t)
	want := map[string]bool{}
	for i := range 45 {
		want[h.thread("alpha", fmt.Sprintf("Thread %d %s", i, strings.Repeat("<登> ", 60))).ID] = true
	}
	h.clock.Advance(5 * 24 * time.Hour)
	for _, c := range []struct {
		name string
		args map[string]any
		size int
	}{
		{"usual pages", nil, 2048},
		{"oldest first", map[string]any{"stale": true}, 2048},
		{"large pages", map[string]any{"limit": 200}, 24_000},
		{"single rows", map[string]any{"limit": 1}, 2048},
	} {
		t.Run(c.name, func(t *testing.T) {
			args := map[string]any{}
			for k, v := range c.args {
				args[k] = v
			}
			seen := map[string]bool{}
			for pages := 0; pages <= 45; pages++ {
				r := h.call("list_threads", args)
				got := data[threadsData](h, r)
				if len(r.text()) > c.size || r.size > 65536 {
					t.Fatalf("%d bytes of text, %d in all", len(r.text()), r.size)
				}
				for _, row := range got.Threads {
					if seen[row.ID] {
						t.Errorf("%s comes twice", row.ID)
					}
					seen[row.ID] = true
				}
				if got.NextCursor == "" {
					break
				}
				contains(t, r.text(), `cursor "`+got.NextCursor+`"`)
				args["cursor"] = got.NextCursor
			}
			if len(seen) != len(want) {
				t.Errorf("%d of %d threads", len(seen), len(want))
			}
		})
	}
}

func TestPauseThread(t *testing.T) {
	h := newHub(t)
	id := h.thread("alpha", "Fix the login redirect", full).ID
	r := h.call("pause_thread", map[string]any{"thread_id": "hub://threads/" + id, "resume_step": "run the test", "tried": []store.Attempt{{What: "five", WhyNot: "no"}}})
	contains(t, r.text(), "Paused thread "+id, `Resume by "run the test"`, ownOrigin+"/ui/threads/"+id)
	got := h.read(id)
	if *got.ResumeStep != "run the test" || len(got.Tried) != 5 || got.PausedAt == nil {
		t.Errorf("%+v", got)
	}
	if v := data[lifecycleData](h, r).Thread; v.ID != id || v.TriedCount != 5 || v.ResumeStep != "run the test" {
		t.Errorf("%+v", v)
	}
	for _, c := range []struct {
		name string
		args map[string]any
		says string
	}{
		{"no id", map[string]any{"resume_step": "x"}, `argument "thread_id" (a string) is missing: list_threads`},
		{"neither step nor lease", map[string]any{"thread_id": id}, `give "resume_step", the first action next time; to only give your claim back, give its "lease_id"`},
		{"unknown", map[string]any{"thread_id": "000000000000", "resume_step": "x"}, `thread "000000000000" not found`},
		{"too long", map[string]any{"thread_id": id, "resume_step": strings.Repeat("x", 2001)}, "resume_step must have at most 2000 characters, not 2001; a wiki page of its own has room for the rest; nothing was written"},
	} {
		t.Run(c.name, func(t *testing.T) { contains(t, h.refusal("pause_thread", c.args), c.says) })
	}
	t.Run("finished", func(t *testing.T) {
		h.finish(id, store.StatusDone)
		contains(t, h.refusal("pause_thread", map[string]any{"thread_id": id, "resume_step": "x"}), "cannot pause a thread that is done")
	})
}

func TestFinishThread(t *testing.T) {
	h := newHub(t)
	other := h.thread("alpha", "Stay open")
	for _, c := range []struct {
		name string
		args map[string]any
		want store.Status
	}{
		{"done by default", nil, store.StatusDone},
		{"done", map[string]any{"outcome": "done", "note": "shipped"}, store.StatusDone},
		{"dismissed", map[string]any{"outcome": "dismissed"}, store.StatusDismissed},
	} {
		t.Run(c.name, func(t *testing.T) {
			id := h.thread("alpha", "Work "+c.name).ID
			args := map[string]any{"thread_id": id}
			for k, v := range c.args {
				args[k] = v
			}
			contains(t, h.call("finish_thread", args).text(), "Finished thread "+id, string(c.want))
			if got := h.read(id).Status; got != c.want {
				t.Errorf("status %s", got)
			}
			contains(t, h.call("finish_thread", map[string]any{"thread_id": id, "outcome": string(c.want)}).text(), "was finished already; nothing changed.")
		})
	}
	if got := h.read(other.ID).Status; got != store.StatusOpen {
		t.Errorf("another thread is %s", got)
	}
	t.Run("the other way", func(t *testing.T) {
		id := h.thread("alpha", "Given up").ID
		h.finish(id, store.StatusDismissed)
		contains(t, h.refusal("finish_thread", map[string]any{"thread_id": id}), "cannot go from dismissed to done")
	})
	t.Run("unknown", func(t *testing.T) {
		contains(t, h.refusal("finish_thread", map[string]any{"thread_id": "x"}), `thread "x" not found; list_threads`)
	})
	t.Run("odd outcome", func(t *testing.T) {
		contains(t, h.refusal("finish_thread", map[string]any{"thread_id": other.ID, "outcome": "open"}), "one of done, dismissed")
	})
}

// A lease id that is no longer the holder's is told so; the holder's own id passes.
func TestLeases(t *testing.T) {
	h := newHub(t)
	id := h.thread("alpha", "Fix the login redirect").ID
	claim, err := h.store.Claim(t.Context(), byOwner, id, store.ClaimInput{Holder: "zed \"x\""})
	if err != nil {
		t.Fatal(err)
	}
	for tool, args := range map[string]map[string]any{
		"save_thread":   {"thread_id": id, "focus": "x", "lease_id": "not-mine"},
		"pause_thread":  {"thread_id": id, "resume_step": "x", "lease_id": "not-mine"},
		"finish_thread": {"thread_id": id, "lease_id": "not-mine"},
	} {
		t.Run(tool, func(t *testing.T) {
			contains(t, h.refusal(tool, args), `lease_id is no lease of this thread, and "zed \"x\"" works on it until 2026`)
		})
	}
	contains(t, h.call("list_threads", nil).text(), `held by "zed \"x\"" until`)
	before := h.read(id).Lease.ExpiresAt
	h.clock.Advance(time.Hour)
	r := h.call("save_thread", map[string]any{"thread_id": id, "lease_id": claim.Item.LeaseID})
	if after := h.read(id).Lease.ExpiresAt; !after.After(before.Time) {
		t.Errorf("the lease was not renewed: %s", r.text())
	}
	if strings.Contains(h.encode(r), claim.Item.LeaseID) {
		t.Error("the lease id is shown")
	}
	h.call("pause_thread", map[string]any{"thread_id": id, "resume_step": "x", "lease_id": claim.Item.LeaseID})
	if h.read(id).Lease != nil {
		t.Error("pausing left the lease")
	}
}
