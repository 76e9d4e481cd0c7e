package store

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"
)

// named says of threads what a digest would.
func named(list []Thread) string {
	var out []string
	for _, t := range list {
		out = append(out, t.Summary)
	}
	return strings.Join(out, ", ")
}

// toGateway is a message for the agent gateway alone.
func toGateway(text string) Message {
	return Message{Text: text, To: []Target{{Channel: ChannelGateway}}}
}

// quiet is the digest of threads, for the agent gateway.
func quiet(list []Thread) Message { return toGateway(named(list)) }

const nineDaily = "0 9 * * *"

// queueDigest deals with the slot of this moment.
func queueDigest(t *testing.T, s *Store, slot time.Time) bool {
	t.Helper()
	queued, err := s.QueueDigest(t.Context(), ChannelGateway, nineDaily, slot, Policy{}, quiet)
	if err != nil {
		t.Fatal(err)
	}
	return queued
}

// outbox is what the outbox says, the oldest first.
func outbox(t *testing.T, s *Store) string {
	t.Helper()
	page, err := s.Deliveries(t.Context(), DeliveryFilter{})
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, d := range page.Deliveries {
		out = append([]string{d.State + ": " + d.Text}, out...)
	}
	return strings.Join(out, "; ")
}

// deliver tries the next delivery.
func deliver(t *testing.T, s *Store, out Outcome) Delivery {
	t.Helper()
	d, ok, err := s.NextDelivery(t.Context(), ChannelGateway)
	if err != nil || !ok {
		t.Fatalf("nothing is queued: %v", err)
	}
	if _, err := s.BeginAttempt(t.Context(), d.ID, json.RawMessage(`{"text":"x"}`)); err != nil {
		t.Fatal(err)
	}
	if d, err = s.EndAttempt(t.Context(), d.ID, out); err != nil {
		t.Fatal(err)
	}
	return d
}

func TestADigestIsQueuedOncePerSlot(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	for _, summary := range []string{"oldest", "older", "old"} {
		create(t, s, summary)
		c.advance(time.Hour)
	}
	if queueDigest(t, s, s.now()) || outbox(t, s) != "" {
		t.Fatalf("nothing is quiet yet: %s", outbox(t, s))
	}
	slot := c.advance(4 * 24 * time.Hour).Time
	var wg sync.WaitGroup
	var mu sync.Mutex
	queued := 0
	for range 16 { // a restart, a reload and a second start at the same moment
		wg.Go(func() {
			ok, err := s.QueueDigest(t.Context(), ChannelGateway, nineDaily, slot, Policy{}, quiet)
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				t.Error(err)
			}
			if ok {
				queued++
			}
		})
	}
	wg.Wait()
	if queued != 1 || outbox(t, s) != "queued: oldest, older" {
		t.Errorf("queued %d times: %s", queued, outbox(t, s))
	}
	t.Run("nor for one before it", func(t *testing.T) {
		if queueDigest(t, s, slot.Add(-time.Hour)) {
			t.Error("the clock went back and the digest came again")
		}
	})
	t.Run("what was quiet when nothing went out is still to be told of", func(t *testing.T) {
		if !queueDigest(t, s, slot.Add(time.Minute)) || outbox(t, s) != "failed: oldest, older; queued: oldest, older" {
			t.Error(outbox(t, s))
		}
	})
}

func TestOnlyASentDigestCountsAsANudge(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	for _, summary := range []string{"a", "b", "c"} {
		create(t, s, summary)
		c.advance(time.Minute)
	}
	blocked := create(t, s, "d")
	done(t)(s.Block(t.Context(), agent, blocked.ID, Guard{}, "no key"))
	c.advance(4 * 24 * time.Hour)
	day := func(out Outcome) string {
		t.Helper()
		c.advance(24 * time.Hour)
		if !queueDigest(t, s, s.now()) {
			return ""
		}
		return deliver(t, s, out).Text
	}
	failed := Outcome{Error: "the gateway answered 400"}
	sent := Outcome{Sent: true}
	for i, want := range []struct {
		out  Outcome
		says string
	}{
		{failed, "a, b"},
		{sent, "a, b"},
		{sent, "c, d"},
		{sent, ""}, // all of them rest
		{sent, "a, b"},
		{failed, "c, d"},
		{sent, "c, d"},
	} {
		if got := day(want.out); got != want.says {
			t.Errorf("day %d says %q, want %q", i, got, want.says)
		}
	}
	if list, err := s.ThreadsToNudge(t.Context(), ChannelGateway, Policy{}); err != nil || named(list) != "" {
		t.Errorf("a preview right after: %s, %v", named(list), err)
	}
}

// Of many stale threads each is told of, before the first ones are again.
func TestEachStaleThreadIsToldOf(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	for _, name := range []string{"a", "b", "c", "d", "e", "f", "g", "h"} {
		create(t, s, name)
		c.advance(time.Minute)
	}
	c.advance(4 * 24 * time.Hour)
	for i, want := range []string{"a, b", "c, d", "e, f", "g, h", "a, b", "c, d"} {
		c.advance(24 * time.Hour)
		if !queueDigest(t, s, s.now()) {
			t.Fatalf("nothing on day %d", i)
		}
		if got := deliver(t, s, Outcome{Sent: true}).Text; got != want {
			t.Errorf("day %d says %q, want %q", i, got, want)
		}
	}
}

func TestWhatCanStartCountsAsNoNudge(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	first := create(t, s, "first")
	create(t, s, "second", func(in *ThreadInput) { in.DependsOn = Some([]string{first.ID}) })
	done(t)(s.Finish(t.Context(), owner, first.ID, Guard{}, StatusDone, ""))
	works(t, s.AnnounceFreed(t.Context(), func([]Freed) Message { return Message{To: []Target{{Channel: ChannelGateway}}} }))
	if d := deliver(t, s, Outcome{Sent: true, Reached: true}); d.Kind != DeliverReady || d.State != DeliverySent {
		t.Fatalf("%+v", d)
	}
	var nudges int
	works(t, s.db.Row(t.Context(), "SELECT count(*) FROM nudges").Scan(&nudges))
	if nudges != 0 {
		t.Errorf("%d nudges are noted", nudges)
	}
}

func TestASlotBeginsWithItsSchedule(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	slot := func(schedule string) time.Time {
		t.Helper()
		at, err := s.Slot(t.Context(), "digest", schedule)
		if err != nil {
			t.Fatal(err)
		}
		return at
	}
	first := s.now()
	if got := slot("0 9 * * *"); !got.Equal(first) {
		t.Errorf("a new job begins at %s", got)
	}
	c.advance(time.Hour)
	if got := slot("0 9 * * *"); !got.Equal(first) {
		t.Errorf("read again: %s", got)
	}
	if err := s.PassSlot(t.Context(), "digest", "0 9 * * *", s.now()); err != nil || !slot("0 9 * * *").Equal(s.now()) {
		t.Errorf("passed: %v", err)
	}
	c.advance(time.Hour)
	if got := slot("0 8 * * *"); !got.Equal(s.now()) {
		t.Errorf("another schedule begins at %s", got)
	}
}

func TestAnAttemptLeavesItsTrace(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	w, err := s.QueueTest(t.Context(), owner, toGateway("hello"))
	d := w.Item
	if err != nil || d.State != DeliveryQueued || d.Attempts != 0 || d.Payload != nil {
		t.Fatalf("%+v, %v", d, err)
	}
	later := c.Now().Add(time.Minute)
	d = deliver(t, s, Outcome{Reached: true, Error: "the gateway answered 503", RetryAt: &later})
	if d.State != DeliveryQueued || d.Attempts != 1 || !d.NextAttemptAt.Equal(later) || *d.LastError != "the gateway answered 503" || string(d.Payload) != `{"text":"x"}` {
		t.Errorf("%+v", d)
	}
	first := *d.FirstAnswerAt
	c.advance(time.Minute)
	d = deliver(t, s, Outcome{Sent: true, Reached: true})
	if d.State != DeliverySent || d.Attempts != 2 || d.NextAttemptAt != nil || d.LastError != nil || !d.SentAt.Equal(c.Now()) || *d.FirstAnswerAt != first || d.Answers != 2 {
		t.Errorf("%+v", d)
	}
	if _, ok, err := s.NextDelivery(t.Context(), ChannelGateway); ok || err != nil {
		t.Errorf("something is still queued: %v", err)
	}
	if _, err := s.BeginAttempt(t.Context(), d.ID, nil); !isMissing(err) {
		t.Errorf("what is sent is sent again: %v", err)
	}
}

// A hub that dies between sending and the answer does not know whether the message arrived.
func TestWhatAKilledHubLeftOpen(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	create(t, s, "quiet")
	c.advance(4 * 24 * time.Hour)
	queueDigest(t, s, s.now())
	remind(t, s, reminder("once", "2026-05-01T09:00:00Z", ""))
	if fired, err := s.FireReminders(t.Context(), Policy{}, func(m Reminder) Message { return toGateway(m.Text) }); fired != 1 || err != nil {
		t.Fatalf("%d fired, %v", fired, err)
	}
	waiting, err := s.QueueTest(t.Context(), owner, toGateway("not begun"))
	if err != nil {
		t.Fatal(err)
	}
	page, _ := s.Deliveries(t.Context(), DeliveryFilter{})
	ids := map[string]string{}
	for _, d := range page.Deliveries {
		ids[d.Kind] = d.ID
		if d.ID == waiting.Item.ID {
			continue
		}
		if _, err := s.BeginAttempt(t.Context(), d.ID, nil); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 { // the second time there is nothing left to settle
		if err := s.ResumeDeliveries(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	for kind, want := range map[string]string{DeliverDigest: DeliveryFailed, DeliverReminder: DeliveryQueued, DeliverTest: DeliveryQueued} {
		d, err := s.Delivery(t.Context(), ids[kind])
		if err != nil || d.State != want || (d.LastError != nil) != (kind == DeliverDigest) || d.attempting {
			t.Errorf("%s: %+v, %v", kind, d, err)
		}
	}
	if list, _ := s.ThreadsToNudge(t.Context(), ChannelGateway, Policy{}); len(list) != 1 {
		t.Error("the threads of an interrupted digest count as told of")
	}
}

func TestTheOutboxIsBounded(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	waiting, err := s.QueueTest(t.Context(), owner, toGateway("waits"))
	if err != nil {
		t.Fatal(err)
	}
	for i := range keptDeliveries + 20 {
		d, err := s.QueueTest(t.Context(), owner, toGateway(fmt.Sprint(i)))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.EndAttempt(t.Context(), d.Item.ID, Outcome{Sent: true}); err != nil {
			t.Fatal(err)
		}
	}
	page, err := s.Deliveries(t.Context(), DeliveryFilter{Limit: 1})
	if err != nil || page.Total > keptDeliveries+1 || page.Next == "" {
		t.Errorf("%d kept, %v", page.Total, err)
	}
	if _, err := s.Delivery(t.Context(), waiting.Item.ID); err != nil {
		t.Errorf("what waits was thrown away: %v", err)
	}
	if page, err := s.Deliveries(t.Context(), DeliveryFilter{State: DeliveryQueued}); err != nil || page.Total != 1 {
		t.Errorf("%d queued, %v", page.Total, err)
	}
}
