package store

import "testing"

func TestChosenThread(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	th := create(t, s, "s")
	chosen := func() string {
		t.Helper()
		th, err := s.ChosenThread(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if th == nil {
			return ""
		}
		return th.ID
	}
	want := func(id, when string) {
		t.Helper()
		if got := chosen(); got != id {
			t.Errorf("%s: chosen %q, want %q", when, got, id)
		}
	}
	choose := func(id *string) (string, error) {
		w, err := s.ChooseThread(t.Context(), owner, id)
		return w.EventID, err
	}
	want("", "at first")
	event, err := choose(&th.ID)
	if err != nil || event == "" {
		t.Fatalf("choose: %q %v", event, err)
	}
	want(th.ID, "once chosen")
	if e := history(t, s, SettingURI("now")); len(e) != 1 || e[0].ID != event || string(e[0].After) != `{"thread_id":"`+th.ID+`"}` {
		t.Errorf("events %+v", e)
	}
	if event, err := choose(&th.ID); err != nil || event != "" {
		t.Errorf("the same again: %q %v", event, err)
	}
	done(t)(s.Block(t.Context(), owner, th.ID, Guard{}, "waits"))
	want(th.ID, "blocked")
	finished := done(t)(s.Finish(t.Context(), owner, th.ID, Guard{}, StatusDone, ""))
	want("", "finished")
	if _, err := choose(&th.ID); !isConflict(err) {
		t.Errorf("choosing what is finished: %v", err)
	}
	if _, err := s.Undo(t.Context(), owner, finished.EventID, Guard{}); err != nil {
		t.Fatal(err)
	}
	want(th.ID, "its end taken back")
	deleted := done(t)(s.DeleteThread(t.Context(), owner, th.ID, Guard{}))
	want("", "deleted")
	if _, err := choose(&th.ID); !isMissing(err) {
		t.Errorf("choosing what is deleted: %v", err)
	}
	if _, err := s.Undo(t.Context(), owner, deleted.EventID, Guard{}); err != nil {
		t.Fatal(err)
	}
	want(th.ID, "its deletion taken back")
	if event, err := choose(nil); err != nil || event == "" {
		t.Errorf("choosing none: %q %v", event, err)
	}
	want("", "none chosen")
}
