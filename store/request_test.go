package store

import (
	"encoding/json"
	"testing"
)

// What an agent may take back itself, what waits for the owner, and what is so already.
func TestRequestsToTakeBack(t *testing.T) {
	t.Parallel()
	other := By{Actor: Agent, SourceTool: "codex"}
	const (
		atOnce  = ApprovalApproved
		waits   = ApprovalPending
		refused = "refused"
	)
	for _, tc := range []struct {
		name, kind string
		did        By // who finished the thread, or changed its goal
		held, open bool
		want       string
	}{
		{"reopen what it finished", "reopen_thread", agent, false, false, atOnce},
		{"reopen what another finished", "reopen_thread", other, false, false, waits},
		{"reopen what the owner finished", "reopen_thread", owner, false, false, waits},
		{"reopen an open one", "reopen_thread", agent, false, true, refused},
		{"undo its own change", "undo", agent, false, false, atOnce},
		{"undo another's", "undo", other, false, false, waits},
		{"undo the owner's", "undo", owner, false, false, waits},
		{"undo its own in a thread that is held", "undo", agent, true, false, waits},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			s, _ := newStore(t)
			th := create(t, s, "Rotate the keys")
			payload := map[string]string{"thread_id": th.ID}
			switch {
			case tc.kind == "undo":
				payload = map[string]string{"event_id": done(t)(s.UpdateThread(t.Context(), tc.did, th.ID, Guard{}, ThreadInput{Goal: Some("wrong")}, false)).EventID}
			case !tc.open:
				done(t)(s.Finish(t.Context(), tc.did, th.ID, Guard{}, StatusDone, ""))
			}
			if tc.held {
				claim(t, s, th.ID, "zed")
			}
			raw, err := json.Marshal(payload)
			if err != nil {
				t.Fatal(err)
			}
			got, err := s.RequestChange(t.Context(), agent, tc.kind, raw, "")
			if tc.want == refused {
				if !isConflict(err) {
					t.Errorf("%+v, %v", got, err)
				}
				return
			}
			if err != nil || got.Item.State != tc.want {
				t.Fatalf("%+v, %v", got.Item, err)
			}
			now := read(t, s, th.ID)
			if back := now.Status == StatusOpen && now.Goal == nil; back != (tc.want == atOnce) {
				t.Errorf("%s: %+v", tc.want, now)
			}
			if tc.want == waits {
				if _, err := s.Approve(t.Context(), owner, got.Item.ID); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := s.RequestChange(t.Context(), agent, tc.kind, raw, ""); !isConflict(err) {
				t.Errorf("asked for what is so already: %v", err)
			}
		})
	}
}

// The same request again answers with what became of it; a new reason asks anew.
func TestTheSameRequestAgain(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	th := create(t, s, "Rotate the keys")
	done(t)(s.Finish(t.Context(), owner, th.ID, Guard{}, StatusDone, ""))
	payload := json.RawMessage(`{"thread_id":"` + th.ID + `"}`)
	ask := func(reason string) Written[Approval] {
		t.Helper()
		w, err := s.RequestChange(t.Context(), agent, "reopen_thread", payload, reason)
		if err != nil {
			t.Fatal(err)
		}
		return w
	}
	first := ask("it still fails")
	if again := ask("please"); again.Item.ID != first.Item.ID || again.EventID != "" {
		t.Errorf("while it waits: %+v", again)
	}
	if _, err := s.Reject(t.Context(), owner, first.Item.ID); err != nil {
		t.Fatal(err)
	}
	if again := ask("it still fails"); again.Item.ID != first.Item.ID || again.Item.State != ApprovalRejected {
		t.Errorf("rejected: %+v", again.Item)
	}
	if anew := ask("the vendor says so too"); anew.Item.ID == first.Item.ID || anew.Item.State != ApprovalPending {
		t.Errorf("with a new reason: %+v", anew.Item)
	}
	if got, err := s.Approval(t.Context(), first.Item.ID); err != nil || got.State != ApprovalRejected {
		t.Errorf("read: %+v, %v", got, err)
	}
}
