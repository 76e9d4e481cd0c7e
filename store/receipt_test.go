package store

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"
)

func receipt(key, body string) *Receipt {
	return &Receipt{Scope: "POST /api/threads", Key: key, Request: []byte(body), Answer: func(w any) ([]byte, error) {
		return []byte("thread " + w.(Written[Thread]).Item.ID), nil
	}}
}

// post is what a request with an Idempotency-Key does: replay, or write and remember.
func post(s *Store, r *Receipt, summary string) (answer string, err error) {
	kept, free, err := s.Replay(context.Background(), r)
	if err != nil {
		return "", err
	}
	defer free()
	if kept != nil {
		return string(kept), nil
	}
	w, err := s.CreateThread(context.Background(), By{Actor: Agent, Receipt: r}, "", ThreadInput{Summary: Some(summary)}, false)
	return "thread " + w.Item.ID, err
}

func TestRetryGetsTheFirstAnswer(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	first, err := post(s, receipt("k", "body"), "s")
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if again, err := post(s, receipt("k", "body"), "s"); err != nil || again != first {
			t.Errorf("again: %q, %v; want %q", again, err, first)
		}
	}
	if _, err := post(s, receipt("k", "other body"), "s"); !isConflict(err) {
		t.Errorf("another body: %v", err)
	}
	otherScope := receipt("k", "other body")
	otherScope.Scope = "POST /api/projects"
	if got, err := post(s, otherScope, "s"); err != nil || got == first {
		t.Errorf("the same key elsewhere: %q, %v", got, err)
	}
	if n := number(t, s, "SELECT count(*) FROM threads"); n != 2 {
		t.Errorf("%d threads, want 2", n)
	}
	// After a day the key is free again, also for another body.
	c.advance(receiptAge - time.Millisecond)
	if again, err := post(s, receipt("k", "body"), "s"); err != nil || again != first {
		t.Errorf("just before the end: %q, %v", again, err)
	}
	c.advance(time.Millisecond)
	if got, err := post(s, receipt("k", "other body"), "s"); err != nil || got == first {
		t.Errorf("after the end: %q, %v", got, err)
	}
	if n := number(t, s, "SELECT count(*) FROM receipts"); n != 1 {
		t.Errorf("%d receipts, want the old ones dropped", n)
	}
}

func TestFailedChangeKeepsNoAnswer(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	r := receipt("k", "body")
	if _, err := post(s, r, ""); invalidFields(err) != "summary" {
		t.Fatalf("got %v", err)
	}
	broken := receipt("k", "body")
	broken.Answer = func(any) ([]byte, error) { return nil, errors.New("cannot be told") }
	if _, err := post(s, broken, "s"); err == nil {
		t.Fatal("an answer that cannot be kept must fail its change")
	}
	if n := number(t, s, "SELECT count(*) FROM threads") + number(t, s, "SELECT count(*) FROM receipts"); n != 0 {
		t.Errorf("%d rows were kept", n)
	}
	if _, err := post(s, r, "s"); err != nil {
		t.Errorf("the retry: %v", err)
	}
}

func TestNoOpKeepsItsAnswer(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	th := createIn(t, s, StatusDone)
	r := receipt("k", "body")
	done(t)(s.Finish(t.Context(), By{Actor: Agent, Receipt: r}, th.ID, Guard{}, StatusDone, ""))
	kept, free, err := s.Replay(t.Context(), r)
	if err != nil || string(kept) != "thread "+th.ID {
		t.Errorf("got %q, %v", kept, err)
	}
	free()
}

func TestTwinsOfARequestActOnce(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	for round := range 20 {
		answers := make([]string, 16)
		var wg sync.WaitGroup
		for i := range answers {
			wg.Go(func() {
				var err error
				if answers[i], err = post(s, receipt(fmt.Sprint("k", round), "body"), "s"); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		for _, a := range answers {
			if a != answers[0] {
				t.Fatalf("round %d: different answers: %v", round, answers)
			}
		}
		if n := number(t, s, "SELECT count(*) FROM threads"); n != round+1 {
			t.Fatalf("round %d: %d threads", round, n)
		}
	}
}

func TestTwinWaitsNoLongerThanItsContext(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	_, free, err := s.Replay(t.Context(), receipt("k", "body"))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := s.Replay(ctx, receipt("k", "body")); !errors.Is(err, context.Canceled) {
		t.Errorf("a twin whose client has gone: %v", err)
	}
	_, other, err := s.Replay(t.Context(), receipt("other", "body"))
	if err != nil {
		t.Fatalf("another key must not wait: %v", err)
	}
	other()
	free()
	free() // harmless
	_, again, err := s.Replay(t.Context(), receipt("k", "body"))
	if err != nil {
		t.Fatalf("after the first has ended: %v", err)
	}
	again()
	if len(s.pending.held) != 0 {
		t.Errorf("%d keys are still held", len(s.pending.held))
	}
}
