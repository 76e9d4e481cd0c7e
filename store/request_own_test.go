package store

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"
)

var otherAgent = By{Actor: Agent, SourceTool: "codex"}

// request asks for a change as somebody.
func request(t testing.TB, s *Store, by By, kind, field, id string) Written[Approval] {
	t.Helper()
	raw, err := json.Marshal(map[string]string{field: id})
	if err != nil {
		t.Fatal(err)
	}
	w, err := s.RequestChange(t.Context(), by, kind, raw, "")
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func changeGoal(t testing.TB, s *Store, by By, id, goal string) string {
	t.Helper()
	return done(t)(s.UpdateThread(t.Context(), by, id, Guard{}, ThreadInput{Goal: Some(goal)}, false)).EventID
}

// A decision is the owner's: what an agent took back itself is none, however often and however
// late it did.
func TestDecidedIsWhatTheOwnerDecided(t *testing.T) {
	t.Parallel()
	decided := func(t *testing.T, s *Store, since time.Time) (ids []string) {
		t.Helper()
		list, _, err := s.Decided(t.Context(), agent, since, 3)
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range list {
			ids = append(ids, a.ID)
		}
		return ids
	}
	t.Run("an agent that carries out what waited has decided nothing", func(t *testing.T) {
		t.Parallel()
		s, c := newStore(t)
		event := changeGoal(t, s, agent, create(t, s, "Rotate the keys").ID, "wrong")
		request(t, s, otherAgent, "undo", "event_id", event)
		c.advance(time.Minute)
		if w := request(t, s, agent, "undo", "event_id", event); w.Item.State != ApprovalApproved {
			t.Fatalf("%+v", w.Item)
		}
		if got := decided(t, s, c.Now().Add(-time.Hour)); len(got) != 0 {
			t.Errorf("decided %v", got)
		}
	})
	t.Run("many requests since do not hide it", func(t *testing.T) {
		t.Parallel()
		s, c := newStore(t)
		th := create(t, s, "Rotate the keys", inProject("alpha"))
		asked := ask(t, s, "delete_project", `{"slug":"alpha"}`).Item.ID
		for i := range 2*maxPending + 1 {
			request(t, s, agent, "undo", "event_id", changeGoal(t, s, agent, th.ID, fmt.Sprint(i)))
		}
		c.advance(time.Minute)
		if _, err := s.Reject(t.Context(), owner, asked); err != nil {
			t.Fatal(err)
		}
		if got := decided(t, s, c.Now()); len(got) != 1 || got[0] != asked {
			t.Errorf("decided %v, want %s", got, asked)
		}
		if got := decided(t, s, c.Now().Add(time.Second)); len(got) != 0 {
			t.Errorf("decided later %v", got)
		}
	})
}

// Undoing one's own new thread takes its reminders along: with another's among them it waits for
// the owner, who reads what goes.
func TestUndoingAThreadWithRemindersOnIt(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name   string
		by     []By // whose reminders are on it
		moved  bool // the owner has put the first off
		gone   bool // they are deleted by now
		state  string
		effect string
	}{
		{"none", nil, false, false, ApprovalApproved, "(thread.created), unless"},
		{"its own", []By{agent}, false, false, ApprovalApproved, "with 1 reminder on it, unless"},
		{"the owner's", []By{owner}, false, false, ApprovalPending, "with 1 reminder on it, unless"},
		{"its own, which the owner moved", []By{agent}, true, false, ApprovalPending, "with 1 reminder on it, unless"},
		{"its own and another agent's", []By{agent, otherAgent}, false, false, ApprovalPending, "with 2 reminders on it, unless"},
		{"the owner's, gone by now", []By{owner}, false, true, ApprovalApproved, "(thread.created), unless"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			s, _ := newStore(t)
			th := create(t, s, "Rotate the keys")
			for i, by := range tc.by {
				in := reminder("daily", "2026-05-01T08:00", "")
				in.Text, in.ThreadID = Some(fmt.Sprint("r", i)), Some(th.ID)
				w, err := s.CreateReminder(t.Context(), by, in, Policy{})
				if err == nil && tc.moved {
					_, err = s.UpdateReminder(t.Context(), owner, w.Item.ID, ReminderInput{Text: Some("mine now")}, Policy{})
				}
				if err == nil && tc.gone {
					_, err = s.DeleteReminder(t.Context(), by, w.Item.ID)
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			created := history(t, s, ThreadURI(th.ID))[0].ID
			as := agent
			as.Also = []string{"", "test-client"} // its program's, as far as that is known
			got := request(t, s, as, "undo", "event_id", created).Item
			if got.State != tc.state || !strings.Contains(got.Effect, tc.effect) {
				t.Errorf("%s: %s", got.State, got.Effect)
			}
		})
	}
}

// An agent reopens at once what it finished itself, as long as nobody has said since that it is
// to stay finished.
func TestReopeningWhatOneFinished(t *testing.T) {
	t.Parallel()
	reopen := func(t *testing.T, s *Store, by By, id string) string {
		return done(t)(s.Reopen(t.Context(), by, id, Guard{})).EventID
	}
	undo := func(t *testing.T, s *Store, by By, event string) {
		if _, err := s.Undo(t.Context(), by, event, Guard{}); err != nil {
			t.Fatal(err)
		}
	}
	for _, tc := range []struct {
		name  string
		since func(t *testing.T, s *Store, id string)
		state string
	}{
		{"nothing since", func(*testing.T, *Store, string) {}, ApprovalApproved},
		{"the owner took a reopening back", func(t *testing.T, s *Store, id string) {
			undo(t, s, owner, reopen(t, s, owner, id))
		}, ApprovalPending},
		{"another agent took a reopening back", func(t *testing.T, s *Store, id string) {
			undo(t, s, otherAgent, reopen(t, s, owner, id))
		}, ApprovalPending},
		{"the owner changed something else", func(t *testing.T, s *Store, id string) {
			changeGoal(t, s, owner, id, "keys that last")
		}, ApprovalApproved},
		{"the owner merged it", func(t *testing.T, s *Store, id string) {
			done(t)(s.MergeThread(t.Context(), owner, id, create(t, s, "Rotate all keys").ID, Guard{}))
		}, ApprovalPending},
		{"it took its own reopening back", func(t *testing.T, s *Store, id string) {
			undo(t, s, agent, reopen(t, s, agent, id))
		}, ApprovalApproved},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			s, _ := newStore(t)
			th := create(t, s, "Rotate the keys")
			done(t)(s.Finish(t.Context(), agent, th.ID, Guard{}, StatusDone, ""))
			tc.since(t, s, th.ID)
			if got := request(t, s, agent, "reopen_thread", "thread_id", th.ID).Item; got.State != tc.state {
				t.Errorf("%+v", got)
			}
		})
	}
}

// However many requests wait, one's own mistake is taken back at once: that waits for nobody.
func TestTakingBackNeedsNoRoom(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	th := create(t, s, "s", inProject("alpha"))
	for i := range maxPending {
		ask(t, s, "rename_project", fmt.Sprintf(`{"slug":"alpha","new_slug":"beta-%d"}`, i))
	}
	if got := request(t, s, agent, "undo", "event_id", changeGoal(t, s, agent, th.ID, "wrong")).Item; got.State != ApprovalApproved {
		t.Errorf("%+v", got)
	}
}

// What the owner has ended stays the owner's, also once nothing but an older block of the agent is
// left of the changes.
func TestReopeningAfterTheEndIsCompacted(t *testing.T) {
	t.Parallel()
	const long = 100 * 24 * time.Hour
	for _, tc := range []struct {
		name  string
		end   By
		days  time.Duration // since the end
		state string
	}{
		{"the owner's end", owner, 0, ApprovalPending},
		{"the owner's end, compacted", owner, long, ApprovalPending},
		{"its own end", agent, 0, ApprovalApproved},
		{"its own end, compacted", agent, long, ApprovalPending},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			s, c := newStore(t)
			th := create(t, s, "Rotate the keys")
			done(t)(s.Block(t.Context(), agent, th.ID, Guard{}, "the vault is closed"))
			c.advance(long)
			create(t, s, "another")
			compactAll(t, s, 90) // the block stays: it will be asked who did it
			done(t)(s.Finish(t.Context(), tc.end, th.ID, Guard{}, StatusDone, ""))
			c.advance(tc.days)
			create(t, s, "newest")
			compactAll(t, s, 90)
			if got := request(t, s, agent, "reopen_thread", "thread_id", th.ID).Item.State; got != tc.state {
				t.Errorf("%s, want %s", got, tc.state)
			}
		})
	}
}
