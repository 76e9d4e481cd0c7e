package mcpserver

import (
	"testing"

	"github.com/progresshub/progresshub/store"
)

// Every write names its event, and with that alone it can be taken back.
func TestAWriteNamesItsEvent(t *testing.T) {
	for name, write := range map[string]func(h *hub) result{
		"start_work": func(h *hub) result { r, _ := h.start("codex", billing, nil); return r },
		"start_work instead of a twin": func(h *hub) result {
			meant := h.thread("inbox", "Sessions expire")
			_, twin := h.start("codex", "People get thrown out", nil)
			r, _ := h.start("codex", "x", map[string]any{"thread_id": meant.ID, "instead_of": twin.Thread.ID, "lease_id": twin.Lease.ID})
			return r
		},
		"save_thread": func(h *hub) result {
			return h.call("save_thread", map[string]any{"summary": billing, "source_tool": "codex"})
		},
		"save_thread of a known one": func(h *hub) result {
			return h.call("save_thread", map[string]any{"thread_id": h.thread("shop", billing).ID, "focus": "x"})
		},
		"pause_thread": func(h *hub) result {
			return h.call("pause_thread", map[string]any{"thread_id": h.thread("shop", billing).ID, "resume_step": "x"})
		},
		"finish_thread": func(h *hub) result {
			return h.call("finish_thread", map[string]any{"thread_id": h.thread("shop", billing).ID})
		},
		"log_progress": func(h *hub) result {
			return h.call("log_progress", map[string]any{"project": "shop", "entry": "the queue it is"})
		},
		"write_page": func(h *hub) result {
			return h.call("write_page", map[string]any{"uri": "hub://wiki/queue", "markdown": "# Queue"})
		},
		"set_reminder": func(h *hub) result {
			return h.call("set_reminder", map[string]any{"text": "Call the bank", "due": "2026-05-05T10:00"})
		},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHub(t)
			h.project(store.ProjectInput{Slug: store.Some("shop")})
			r := write(h)
			event := data[changeData](h, r).EventID
			if event == "" {
				t.Fatalf("no event in %v", r.Structured)
			}
			contains(t, r.text(), "Event "+event+".")
			if _, err := h.store.Undo(t.Context(), byOwner, event, store.Guard{}); err != nil {
				t.Error(err)
			}
		})
	}
	t.Run("a write of nothing has none", func(t *testing.T) {
		h := newHub(t)
		h.page("queue", "# Queue\n")
		r := h.call("write_page", map[string]any{"uri": "hub://wiki/queue", "markdown": "# Queue\n", "mode": "replace", "if_rev": 1})
		absent(t, r.text(), "Event")
		if id := data[changeData](h, r).EventID; id != "" {
			t.Error(id)
		}
	})
}

// An agent finds the events of what it did, and what an undo of them takes.
func TestAnAgentFindsItsOwnChanges(t *testing.T) {
	h := newHub(t)
	_, mine := h.start("codex", billing, nil)
	id := mine.Thread.ID
	saved := data[saveData](h, h.call("save_thread", underLease(id, mine.Lease.ID, map[string]any{"focus": "the retry table"}))).EventID
	other := data[saveData](h, h.call("save_thread", map[string]any{"summary": "Paint the fence", "source_tool": "zed"})).EventID
	if _, err := h.store.UpdateThread(t.Context(), byOwner, id, store.Guard{}, store.ThreadInput{Goal: store.Some("g")}, false); err != nil {
		t.Fatal(err)
	}
	all := h.call("read", map[string]any{"uri": "hub://changes"}).text()
	contains(t, all, "# Changes by agents", saved, other, `thread.updated by "codex": `+store.ThreadURI(id), `"`+billing+`"`)
	absent(t, all, "the owner")
	own := h.call("read", map[string]any{"uri": "hub://changes/codex"}).text()
	contains(t, own, "# Changes by codex", saved)
	absent(t, own, other)
	contains(t, h.call("read", map[string]any{"uri": id}).text(), "## Last changes", saved+" ", `by "codex"`, "by the owner")
	h.call("request_change", map[string]any{"kind": "undo", "payload": map[string]any{"event_id": saved, "lease_id": mine.Lease.ID}})
	contains(t, h.call("read", map[string]any{"uri": "hub://changes/codex"}).text(), "(taken back)")
	contains(t, h.call("read", map[string]any{"uri": "hub://changes/nobody"}).text(), "None.")
}

// A change can be read by its id, which every write's answer names.
func TestReadOneChange(t *testing.T) {
	h := newHub(t)
	id := h.thread("shop", billing).ID
	event := data[saveData](h, h.call("save_thread", map[string]any{"thread_id": id, "focus": "the retry table"})).EventID
	for _, address := range []string{event, "hub://changes/" + event} {
		contains(t, h.call("read", map[string]any{"uri": address}).text(), "# Change "+event, "thread.updated by", store.ThreadURI(id), "## After", `- focus: "the retry table"`)
	}
	contains(t, h.call("read", map[string]any{"uri": "hub://changes/test-client"}).text(), "# Changes by test-client", event)
	contains(t, h.call("read", map[string]any{"uri": "hub://changes/nobody"}).text(), "# Changes by nobody")
}

// What only the owner may read of a setting stands in no change.
func TestAChangeOfASettingWithholdsItsValues(t *testing.T) {
	h := newHub(t)
	w, err := h.store.UpdateGatewaySettings(t.Context(), byOwner, func(g *store.GatewaySettings) (string, error) {
		g.WebhookURL = new("http://127.0.0.1:9/canary")
		return "", nil
	})
	if err != nil {
		t.Fatal(err)
	}
	got := h.call("read", map[string]any{"uri": "hub://changes/" + w.EventID}).text()
	contains(t, got, "# Change "+w.EventID, "setting gateway")
	absent(t, got, "canary")
}

// That a block was lifted is told apart from a reopening of finished work.
func TestALiftedBlockIsNoReopening(t *testing.T) {
	h := newHub(t)
	id := h.thread("shop", billing).ID
	h.call("save_thread", map[string]any{"thread_id": id, "blocked_reason": "keys"})
	h.call("save_thread", map[string]any{"thread_id": id, "blocked_reason": ""})
	for _, address := range []string{id, "hub://changes/test-client"} {
		got := h.call("read", map[string]any{"uri": address}).text()
		contains(t, got, "unblocked by")
		absent(t, got, "reopened")
	}
	h.finish(id, store.StatusDone)
	h.reopen(id)
	contains(t, h.call("read", map[string]any{"uri": id}).text(), "reopened by the owner")
}
