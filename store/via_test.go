package store

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"
)

// over is an author whose changes come with a token of that name.
func over(by By, token string) By { return with(by, "id of "+token, token) }

// with is an author whose changes come with a token.
func with(by By, id, name string) By {
	by.Token, by.Via = id, name
	return by
}

func TestEventsNameTheTokenTheyCameWith(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	th := create(t, s, "Rotate the keys")
	plain := changeGoal(t, s, agent, th.ID, "one")
	c.advance(time.Minute)
	laptop := changeGoal(t, s, over(agent, "laptop"), th.ID, "two")
	desk := changeGoal(t, s, over(otherAgent, "desk"), th.ID, "three")
	again := changeGoal(t, s, over(otherAgent, "laptop"), th.ID, "four")
	for _, tc := range []struct {
		name string
		f    EventFilter
		want []string
	}{
		{"one token", EventFilter{Via: new("laptop")}, []string{again, laptop}},
		{"one token, one tool", EventFilter{Via: new("laptop"), SourceTool: otherAgent.SourceTool}, []string{again}},
		{"one token, one kind", EventFilter{Via: new("desk"), Kind: "thread.updated"}, []string{desk}},
		{"one token, another kind", EventFilter{Via: new("desk"), Kind: "reminder"}, nil},
		{"one token, one thread", EventFilter{Via: new("desk"), Subject: ThreadURI(th.ID)}, []string{desk}},
		{"one token, the next page", EventFilter{Via: new("laptop"), Cursor: again}, []string{laptop}},
		{"no such token", EventFilter{Via: new("phone")}, nil},
	} {
		page, err := s.Events(t.Context(), tc.f)
		if err != nil {
			t.Fatal(tc.name, err)
		}
		var got []string
		for _, e := range page.Events {
			if got = append(got, e.ID); textOf(e.Via) != *tc.f.Via {
				t.Errorf("%s: %s names %q", tc.name, e.ID, textOf(e.Via))
			}
		}
		if !slices.Equal(got, tc.want) {
			t.Errorf("%s: %v, want %v", tc.name, got, tc.want)
		}
	}
	if e := readEvent(t, s, plain); e.Via != nil {
		t.Errorf("without a token: %q", *e.Via)
	}
	for _, query := range readStatements(s) {
		wantIndexed(t, s, query)
	}

	for tool, want := range map[string]int{agent.SourceTool: 1, otherAgent.SourceTool: 0} {
		page, err := s.Events(t.Context(), EventFilter{Via: new(""), SourceTool: tool, Kind: "thread.updated"})
		if err != nil || page.Total != want || len(page.Events) != want {
			t.Errorf("of %s without a token: %+v, %v", tool, page, err)
		}
	}

	w, err := s.UndoAll(t.Context(), owner, UndoRange{Via: new("laptop"), From: At(c.Now()), To: At(c.Now())}, Guard{})
	if !isConflict(err) { // the desk has changed the goal in between
		t.Fatalf("%+v, %v", w, err)
	}
	undo(t, s, again)
	w, err = s.UndoAll(t.Context(), owner, UndoRange{Via: new("desk"), From: At(c.Now()), To: At(c.Now())}, Guard{})
	if err != nil || !slices.Equal(w.Item.Undone, []string{desk}) {
		t.Errorf("undone %v, %v", w.Item.Undone, err)
	}
	w, err = s.UndoAll(t.Context(), owner, UndoRange{SourceTool: agent.SourceTool, Via: new(""), From: At(c.Now().Add(-time.Minute)), To: At(c.Now())}, Guard{})
	if !isConflict(err) || strings.Contains(err.Error(), laptop) { // only what came without one is asked for
		t.Errorf("without a token: %+v, %v", w, err)
	}
	if _, err := s.UndoAll(t.Context(), owner, UndoRange{From: At(c.Now()), To: At(c.Now())}, Guard{}); invalidFields(err) != "actor" {
		t.Errorf("a range of nobody's: %v", err)
	}
}

// A name is what a client says; a token is what it has. Both must agree before a change counts as
// the asking agent's own.
func TestOwnChangesAreThoseOfTheSameTokenAndTool(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name        string
		made, asked By
		state       string
	}{
		{"the same token and tool", over(agent, "laptop"), over(agent, "laptop"), ApprovalApproved},
		{"another tool on the machine", over(otherAgent, "laptop"), over(agent, "laptop"), ApprovalPending},
		{"the same tool on another machine", over(agent, "desk"), over(agent, "laptop"), ApprovalPending},
		{"a later token of the same name", with(agent, "one", "laptop"), with(agent, "two", "laptop"), ApprovalPending},
		{"the same token under another name", with(agent, "one", "laptop"), with(agent, "one", "desk"), ApprovalApproved},
		{"made with the access token", agent, over(agent, "laptop"), ApprovalPending},
		{"asked with the access token", over(agent, "laptop"), agent, ApprovalPending},
		{"both with the access token", agent, agent, ApprovalApproved},
	} {
		t.Run("undo: "+tc.name, func(t *testing.T) {
			t.Parallel()
			s, _ := newStore(t)
			event := changeGoal(t, s, tc.made, create(t, s, "Rotate the keys").ID, "wrong")
			if got := request(t, s, tc.asked, "undo", "event_id", event).Item.State; got != tc.state {
				t.Errorf("%s, want %s", got, tc.state)
			}
		})
		t.Run("reopen: "+tc.name, func(t *testing.T) {
			t.Parallel()
			s, _ := newStore(t)
			th := done(t)(s.Finish(t.Context(), tc.made, create(t, s, "Rotate the keys").ID, Guard{}, StatusDone, "")).Item
			if got := request(t, s, tc.asked, "reopen_thread", "thread_id", th.ID).Item.State; got != tc.state {
				t.Errorf("%s, want %s", got, tc.state)
			}
		})
		t.Run("undo of a thread with a reminder: "+tc.name, func(t *testing.T) {
			t.Parallel()
			s, _ := newStore(t)
			w, err := s.CreateThread(t.Context(), tc.asked, "", ThreadInput{Summary: Some("Rotate the keys")}, true)
			if err != nil {
				t.Fatal(err)
			}
			in := reminder("daily", "2026-05-01T08:00", "")
			in.Text, in.ThreadID = Some("look again"), Some(w.Item.ID)
			if _, err := s.CreateReminder(t.Context(), tc.made, in, Policy{}); err != nil {
				t.Fatal(err)
			}
			if got := request(t, s, tc.asked, "undo", "event_id", w.EventID).Item.State; got != tc.state {
				t.Errorf("%s, want %s", got, tc.state)
			}
		})
	}
}

func TestACompactedDayNamesItsTokens(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	th := create(t, s, "Rotate the keys")
	changeGoal(t, s, over(agent, "laptop"), th.ID, "one")
	changeGoal(t, s, over(agent, "desk"), th.ID, "two")
	c.advance(100 * 24 * time.Hour)
	changeGoal(t, s, agent, th.ID, "three")
	for more := true; more; {
		var err error
		if _, more, err = s.CompactEvents(t.Context(), Policy{}, 90); err != nil {
			t.Fatal(err)
		}
	}
	for token, want := range map[string]int{"laptop": 1, "desk": 1, "phone": 0} {
		page, err := s.Events(t.Context(), EventFilter{Via: new(token)})
		if err != nil || len(page.Events) != want || page.Total != want {
			t.Fatalf("%s: %+v, %v", token, page, err)
		}
		for _, e := range page.Events {
			if !slices.ContainsFunc(e.Compacted.By, func(by ChangesBy) bool { return textOf(by.Via) == token }) {
				t.Errorf("%s: %+v", token, e.Compacted.By)
			}
		}
	}
}

// Changes of a time when tokens were known by their names alone keep showing them, and are nobody's
// own: a token of that name may be a later one.
func TestChangesFromBeforeTheirTokensHadIDs(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := openStore(t, dir, Options{})
	th := create(t, s, "Rotate the keys")
	event := changeGoal(t, s, over(agent, "laptop"), th.ID, "wrong")
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	foreign(t, database(dir), "ALTER TABLE events DROP COLUMN token_id", migrations()[15]).Close()
	s = openStore(t, dir, Options{})
	if e := readEvent(t, s, event); textOf(e.Via) != "laptop" {
		t.Errorf("its token is called %q", textOf(e.Via))
	}
	if _, err := s.Undo(t.Context(), over(agent, "laptop"), event, Guard{}); !errors.As(err, new(*OwnerError)) {
		t.Errorf("undone with a token of its name: %v", err)
	}
	for _, by := range []By{over(agent, "laptop"), agent} {
		if got := request(t, s, by, "undo", "event_id", event).Item.State; got != ApprovalPending {
			t.Errorf("asked with the token %q: %s", by.Token, got)
		}
	}
}

// A refusal says that somebody else did something only where that is so.
func TestWhoseDoingARefusalSaysItWas(t *testing.T) {
	t.Parallel()
	const another, name, lease = "somebody else", "under another name than the one in your User-Agent", "the lease_id of your claim"
	for _, tc := range []struct {
		name        string
		made, asked By
		says        string
	}{
		{"under another name", over(otherAgent, "laptop"), over(agent, "laptop"), name},
		{"over another token", over(agent, "desk"), over(agent, "laptop"), another},
		{"by the owner", owner, over(agent, "laptop"), another},
	} {
		refused := func(t *testing.T, err error) {
			t.Helper()
			if refusal := new(OwnerError); !errors.As(err, &refusal) || !strings.Contains(err.Error(), tc.says) || tc.says != another && strings.Contains(err.Error(), another) {
				t.Errorf("%v, want %s", err, tc.says)
			}
		}
		t.Run("undo: "+tc.name, func(t *testing.T) {
			s, _ := newStore(t)
			event := changeGoal(t, s, tc.made, create(t, s, "Rotate the keys").ID, "wrong")
			_, err := s.Undo(t.Context(), tc.asked, event, Guard{})
			refused(t, err)
		})
		t.Run("reopen: "+tc.name, func(t *testing.T) {
			s, _ := newStore(t)
			th := done(t)(s.Finish(t.Context(), tc.made, create(t, s, "Rotate the keys").ID, Guard{}, StatusDone, "")).Item
			_, err := s.Reopen(t.Context(), tc.asked, th.ID, Guard{})
			refused(t, err)
		})
	}
	t.Run("undo: of a thread that it holds, without the lease", func(t *testing.T) {
		s, _ := newStore(t)
		th := create(t, s, "Rotate the keys")
		by := over(agent, "laptop")
		held := claim(t, s, th.ID, by.SourceTool)
		w := done(t)(s.UpdateThread(t.Context(), by, th.ID, Guard{LeaseID: held.LeaseID}, ThreadInput{Focus: Some("x")}, false))
		if _, err := s.Undo(t.Context(), by, w.EventID, Guard{}); !errors.As(err, new(*OwnerError)) || !strings.Contains(err.Error(), lease) {
			t.Errorf("%v, want %s", err, lease)
		}
	})
}
