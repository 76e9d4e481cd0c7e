package mcpserver

import (
	"testing"

	"github.com/progresshub/progresshub/store"
)

// Without a resume step the claim is given back, and nothing else changes.
func TestAClaimIsGivenBack(t *testing.T) {
	h := newHub(t)
	th := h.thread("shop", billing, full)
	_, mine := h.start("codex", billing, map[string]any{"thread_id": th.ID})
	for _, c := range []struct {
		name string
		args map[string]any
		says []string
	}{
		{"without the lease", map[string]any{}, []string{`to only give your claim back, give its "lease_id"`}},
		{"with another lease", map[string]any{"lease_id": "not-mine"}, []string{"lease_id is no lease of this thread", `"codex" works on it`}},
		{"with attempts", map[string]any{"lease_id": mine.Lease.ID, "tried": []store.Attempt{{What: "x"}}}, []string{`"tried" needs "resume_step"`, "nothing was written"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.args["thread_id"] = th.ID
			contains(t, h.refusal("pause_thread", c.args), c.says...)
			if h.read(th.ID).Lease == nil {
				t.Error("the claim has ended")
			}
		})
	}
	before := h.read(th.ID)
	contains(t, h.call("pause_thread", map[string]any{"thread_id": th.ID, "lease_id": mine.Lease.ID}).text(), "Gave back thread "+th.ID)
	got := h.read(th.ID)
	if got.Lease != nil || got.PausedAt != nil || got.Version != before.Version || *got.ResumeStep != *before.ResumeStep {
		t.Errorf("%+v", got)
	}
	contains(t, h.call("pause_thread", map[string]any{"thread_id": th.ID, "lease_id": mine.Lease.ID}).text(), "Thread "+th.ID+" was held by nobody; nothing changed.")
}

// What a finished thread leaves open is named when it is finished, and when it is read.
func TestLeftovers(t *testing.T) {
	steps := func(in *store.ThreadInput) { in.NextSteps = store.Some([]string{"tell the tenants"}) }
	for _, c := range []struct {
		name     string
		fields   []func(*store.ThreadInput)
		reminder string
		says     []string
		not      []string
	}{
		{"nothing", nil, "", nil, []string{"Left undone", "reminder"}},
		{"a step", []func(*store.ThreadInput){steps}, "", []string{`Left undone: "tell the tenants"; start_work`}, []string{"reminder"}},
		{"a reminder", nil, "read the meter", []string{"1 reminder about it: ", `"read the meter"; set_reminder`}, []string{"Left undone"}},
		{"both", []func(*store.ThreadInput){steps}, "read the meter", []string{"tell the tenants", "read the meter"}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newHub(t)
			id := h.thread("house", "Replace the meter", c.fields...).ID
			if c.reminder != "" {
				h.call("set_reminder", map[string]any{"text": c.reminder, "due": "2026-05-05T09:00", "thread_id": id})
			}
			r := h.call("finish_thread", map[string]any{"thread_id": id})
			contains(t, r.text(), c.says...)
			absent(t, r.text(), c.not...)
			got := data[lifecycleData](h, r)
			if (len(got.NextSteps) == 1) != (c.fields != nil) || (len(got.Reminders) == 1) != (c.reminder != "") {
				t.Errorf("%+v", got)
			}
			read := h.call("read", map[string]any{"uri": id}).text()
			if c.fields != nil {
				contains(t, read, "## Left undone\n\n- tell the tenants")
			}
			if c.reminder != "" {
				contains(t, read, "## Reminders", c.reminder)
			}
		})
	}
}
