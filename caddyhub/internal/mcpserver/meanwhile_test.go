package mcpserver

import (
	"context"
	"errors"
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/progresshub/progresshub/store"
)

// underLease adds arguments to those that name a thread and the lease on it.
func underLease(id, lease string, more map[string]any) map[string]any {
	args := map[string]any{"thread_id": id, "lease_id": lease}
	maps.Copy(args, more)
	return args
}

// A lease says who works: what comes with it is the holder's, whatever the program is called.
func TestAWriteWithALeaseIsTheHolders(t *testing.T) {
	for name, write := range map[string]func(h *hub, id, lease string){
		"save_thread": func(h *hub, id, lease string) {
			h.call("save_thread", underLease(id, lease, map[string]any{"focus": "the retry table"}))
		},
		"pause_thread": func(h *hub, id, lease string) {
			h.call("pause_thread", underLease(id, lease, map[string]any{"resume_step": "run the tests"}))
		},
		"pause_thread, only the claim": func(h *hub, id, lease string) { h.call("pause_thread", underLease(id, lease, nil)) },
		"finish_thread":                func(h *hub, id, lease string) { h.call("finish_thread", underLease(id, lease, nil)) },
		"log_progress": func(h *hub, id, lease string) {
			h.call("log_progress", underLease(id, lease, map[string]any{"project": "inbox", "entry": "the queue it is"}))
		},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHub(t)
			_, mine := h.start("codex", billing, nil)
			write(h, mine.Thread.ID, mine.Lease.ID)
			page, err := h.store.Events(t.Context(), store.EventFilter{Subject: store.ThreadURI(mine.Thread.ID), Limit: 1})
			if err != nil {
				t.Fatal(err)
			}
			if e := page.Events[0]; e.Actor != store.Agent || e.SourceTool == nil || *e.SourceTool != "codex" {
				t.Errorf("%s is by %v", e.Kind, e.SourceTool)
			}
		})
	}
}

// Whoever holds a thread hears at its next step that somebody else has stopped the work.
func TestTheHolderHearsWhatHappenedMeanwhile(t *testing.T) {
	steps := map[string]func(h *hub, id, lease string) result{
		"save_thread": func(h *hub, id, lease string) result {
			return h.try("save_thread", underLease(id, lease, map[string]any{"focus": "the retry table"}))
		},
		"a checkpoint of nothing": func(h *hub, id, lease string) result { return h.try("save_thread", underLease(id, lease, nil)) },
		"a heartbeat": func(h *hub, id, lease string) result {
			return h.try("start_work", underLease(id, lease, map[string]any{"intent": billing, "source_tool": "codex"}))
		},
		"a heartbeat by the work": func(h *hub, _, lease string) result {
			return h.try("start_work", map[string]any{"lease_id": lease, "intent": billing, "source_tool": "codex"})
		},
		"log_progress": func(h *hub, id, lease string) result {
			return h.try("log_progress", underLease(id, lease, map[string]any{"project": "shop", "entry": "the queue it is"}))
		},
		"pause_thread": func(h *hub, id, lease string) result {
			return h.try("pause_thread", underLease(id, lease, map[string]any{"resume_step": "run the tests"}))
		},
		"finish_thread": func(h *hub, id, lease string) result { return h.try("finish_thread", underLease(id, lease, nil)) },
	}
	for _, c := range []struct {
		name string
		act  func(h *hub, id string) error
		says string
		lost bool // nothing can be written any more
	}{
		{"blocked", func(h *hub, id string) error {
			_, err := h.store.Block(h.Context(), byOwner, id, store.Guard{}, "wait for the new keys")
			return err
		}, `the owner blocked this thread at 2026-05-04T09:40:00.000Z ("wait for the new keys"): stop, tell your user`, false},
		{"deleted", func(h *hub, id string) error {
			_, err := h.store.DeleteThread(h.Context(), byOwner, id, store.Guard{})
			return err
		}, "the owner deleted this thread at 2026-05-04T09:40:00.000Z: stop and tell your user", true},
		{"deleted with its project", func(h *hub, _ string) error {
			_, err := h.store.DeleteProject(h.Context(), byOwner, "shop", store.Guard{})
			return err
		}, "the owner deleted this thread at 2026-05-04T09:40:00.000Z: stop and tell your user", true},
	} {
		for name, step := range steps {
			t.Run(c.name+", "+name, func(t *testing.T) {
				h := newHub(t)
				h.project(store.ProjectInput{Slug: store.Some("shop")})
				_, mine := h.start("codex", billing, map[string]any{"project": "shop"})
				h.clock.Advance(10 * time.Minute)
				if err := c.act(h, mine.Thread.ID); err != nil {
					t.Fatal(err)
				}
				h.clock.Advance(time.Minute)
				got := step(h, mine.Thread.ID, mine.Lease.ID)
				if name == "log_progress" && c.name == "deleted with its project" {
					return // the project is what is missing first
				}
				contains(t, got.text(), c.says)
				if got.IsError != c.lost {
					t.Errorf("refused: %v: %s", got.IsError, got.text())
				}
				if c.name == "blocked" && name == "finish_thread" {
					if !strings.HasPrefix(got.text(), "Mind: "+c.says+". It is done now all the same; request_change with undo") {
						t.Errorf("it hides the block: %s", got.text())
					}
					return
				}
				written := !c.lost && name != "a checkpoint of nothing" && !strings.HasPrefix(name, "a heartbeat")
				if said := strings.Contains(got.text(), "This was saved, but "+c.says); said != written {
					t.Errorf("it says that it was saved: %v: %s", said, got.text())
				}
			})
		}
	}
	t.Run("one's own block is no news", func(t *testing.T) {
		h := newHub(t)
		_, mine := h.start("codex", billing, nil)
		h.call("save_thread", underLease(mine.Thread.ID, mine.Lease.ID, map[string]any{"blocked_reason": "no keys"}))
		absent(t, h.call("save_thread", underLease(mine.Thread.ID, mine.Lease.ID, map[string]any{"focus": "x"})).text(), "Mind", "This was saved, but")
	})
	t.Run("nor is one from before the claim", func(t *testing.T) {
		h := newHub(t)
		th := h.thread("shop", billing)
		if _, err := h.store.Block(t.Context(), byOwner, th.ID, store.Guard{}, "x"); err != nil {
			t.Fatal(err)
		}
		_, mine := h.start("codex", billing, map[string]any{"thread_id": th.ID})
		absent(t, h.call("save_thread", underLease(th.ID, mine.Lease.ID, map[string]any{"focus": "x"})).text(), "Mind", "This was saved, but")
	})
}

// What was tried, and a note, are taken also from one who lost the lease, who hears of that.
func TestALostLeaseKeepsNothingTriedBack(t *testing.T) {
	h := newHub(t)
	_, lost := h.start("codex", billing, map[string]any{"project": "inbox"})
	id := lost.Thread.ID
	h.clock.Advance(time.Minute)
	_, _ = h.start("zed", billing, map[string]any{"thread_id": id, "take_over": true})
	const says = `"zed" took this thread over at 2026-05-04T09:31:00.000Z: stop and tell your user`
	tried := map[string]any{"tried": []store.Attempt{{What: "a cache", WhyNot: "it went stale"}}}
	for _, name := range []string{"once", "again"} {
		t.Run("tried "+name, func(t *testing.T) {
			contains(t, h.call("save_thread", underLease(id, lost.Lease.ID, tried)).text(), says, `held by "zed"`)
		})
	}
	if got := h.read(id).Tried; len(got) != 1 {
		t.Errorf("tried: %v", got)
	}
	t.Run("a note", func(t *testing.T) {
		contains(t, h.call("log_progress", underLease(id, lost.Lease.ID, map[string]any{"project": "inbox", "entry": "a cache goes stale"})).text(), "Logged", says)
	})
	for name, more := range map[string]map[string]any{
		"nothing":        nil,
		"another focus":  {"focus": "x"},
		"more than that": {"focus": "x", "tried": tried["tried"]},
	} {
		t.Run(name+" is refused", func(t *testing.T) {
			contains(t, h.refusal("save_thread", underLease(id, lost.Lease.ID, more)), says, "nothing was written")
		})
	}
	if got := h.read(id); got.Focus != nil || got.Lease.Holder != "zed" {
		t.Errorf("%+v", got)
	}
}

// A claim that ran out revives with the next change under it, but not silently over another's.
func TestAnEndedClaimHearsWhoSavedMeanwhile(t *testing.T) {
	claude := store.By{Actor: store.Agent, SourceTool: "claude-code"}
	for _, c := range []struct {
		name string
		late time.Duration // after the claim, which lasts for two hours
		by   store.By
		says string // empty: nothing
	}{
		{"another agent", 150 * time.Minute, claude, `This was saved, but your claim had ended, and "claude-code" saved at 2026-05-04T12:00:00.000Z meanwhile`},
		{"the owner", 150 * time.Minute, byOwner, "This was saved, but your claim had ended, and the owner saved at 2026-05-04T12:00:00.000Z meanwhile"},
		{"itself", 150 * time.Minute, store.By{Actor: store.Agent, SourceTool: "codex"}, ""},
		{"the owner, while the claim lives", time.Hour, byOwner, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newHub(t)
			_, mine := h.start("codex", billing, nil)
			h.clock.Advance(c.late)
			if _, err := h.store.UpdateThread(t.Context(), c.by, mine.Thread.ID, store.Guard{}, store.ThreadInput{Focus: store.Some("theirs")}, false); err != nil {
				t.Fatal(err)
			}
			h.clock.Advance(time.Minute)
			save := underLease(mine.Thread.ID, mine.Lease.ID, map[string]any{"focus": "mine"})
			first := h.call("save_thread", save).text()
			contains(t, first, "Saved thread", c.says)
			if c.says == "" {
				absent(t, first, "Mind", "but your claim")
			}
			absent(t, h.call("save_thread", save).text(), "Mind", "but your claim")
		})
	}
}

// Who renews a claim that ran out hears it before writing over anything.
func TestARenewedClaimHearsWhoSavedMeanwhile(t *testing.T) {
	for _, c := range []struct {
		name string
		late time.Duration // after the claim, which lasts for two hours
		tool string
		says bool
	}{
		{"another agent", 150 * time.Minute, "claude-code", true},
		{"itself", 150 * time.Minute, "codex", false},
		{"another, while the claim lives", time.Hour, "", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newHub(t)
			_, mine := h.start("codex", billing, nil)
			h.clock.Advance(c.late)
			by := store.By{Actor: store.Agent, SourceTool: c.tool}
			if c.tool == "" {
				by = byOwner
			}
			if _, err := h.store.UpdateThread(t.Context(), by, mine.Thread.ID, store.Guard{}, store.ThreadInput{Focus: store.Some("theirs")}, false); err != nil {
				t.Fatal(err)
			}
			h.clock.Advance(time.Minute)
			renew := map[string]any{"thread_id": mine.Thread.ID, "lease_id": mine.Lease.ID}
			for _, says := range []bool{c.says, false} { // told once
				r, _ := h.start("codex", billing, renew)
				said := strings.Contains(r.text(), ` Mind: "claude-code" saved at 2026-05-04T12:00:00.000Z, while your claim had ended: read the thread before you go on.`)
				if said != says {
					t.Errorf("says so: %t, want %t: %s", said, says, r.text())
				}
			}
		})
	}
}

// A hub that can't tell what happened says so: silence would mean that nothing did.
func TestWhatHappenedMeanwhileIsReadOrRefused(t *testing.T) {
	h := newHub(t)
	_, mine := h.start("codex", billing, nil)
	s := &server{Config{Store: h.store}}
	ended, end := context.WithCancel(t.Context())
	end()
	for _, c := range []struct {
		name, thread string
		ctx          context.Context
		want         error
	}{
		{"nothing", mine.Thread.ID, t.Context(), nil},
		{"no such thread, which the change itself says", "0k3x5p9q2abc", t.Context(), nil},
		{"it could not be read", mine.Thread.ID, ended, context.Canceled},
	} {
		t.Run(c.name, func(t *testing.T) {
			if news, err := s.meanwhile(c.ctx, c.thread, mine.Lease.ID); news != "" || !errors.Is(err, c.want) {
				t.Errorf("%q, %v, want %v", news, err, c.want)
			}
		})
	}
}
