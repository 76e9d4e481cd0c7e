package store

import (
	"strings"
	"testing"
	"time"
)

const fridays = "0 17 * * 5"

func finish(t *testing.T, s *Store, summary string, outcome Status) Thread {
	t.Helper()
	return done(t)(s.Finish(t.Context(), agent, create(t, s, summary).ID, Guard{}, outcome, "")).Item
}

// reviewed queues a review for mail of the time since from, and says what it tells: what was finished
// and what went quiet; empty: nothing was queued.
func reviewed(t *testing.T, s *Store, from, slot time.Time) string {
	t.Helper()
	told := ""
	queued, err := s.QueueReview(t.Context(), ChannelMail, fridays, from, slot, Policy{StaleDays: 3}, func(r Review) Message {
		told = "finished: " + named(r.Finished) + "; quiet: " + named(r.Quiet)
		if r.FinishedCount != len(r.Finished) || r.QuietCount != len(r.Quiet) {
			t.Errorf("%d of %d finished, %d of %d quiet", len(r.Finished), r.FinishedCount, len(r.Quiet), r.QuietCount)
		}
		return Message{Text: told, To: []Target{{Channel: ChannelMail}}}
	})
	if err != nil || queued != (told != "") {
		t.Fatalf("queued: %t, %q, %v", queued, told, err)
	}
	return told
}

func TestAReviewTellsWhatItsSpanLedTo(t *testing.T) {
	t.Parallel()
	week := 7 * 24 * time.Hour
	for _, c := range []struct {
		name string
		week func(t *testing.T, s *Store, c *clock) // before it the store is empty
		want string
	}{
		{"nothing", func(*testing.T, *Store, *clock) {}, ""},
		{"finished", func(t *testing.T, s *Store, c *clock) {
			finish(t, s, "first", StatusDone)
			c.advance(time.Hour)
			finish(t, s, "second", StatusDone)
		}, "finished: second, first; quiet: "},
		{"finished and taken up again", func(t *testing.T, s *Store, c *clock) {
			th := finish(t, s, "again", StatusDone)
			c.advance(6 * 24 * time.Hour)
			done(t)(s.Reopen(t.Context(), agent, th.ID, Guard{}))
		}, ""},
		{"given up", func(t *testing.T, s *Store, _ *clock) {
			finish(t, s, "given up", StatusDismissed)
		}, ""},
		{"quiet since this week, the newest first", func(t *testing.T, s *Store, c *clock) {
			create(t, s, "older")
			c.advance(time.Hour)
			create(t, s, "newer")
		}, "finished: ; quiet: newer, older"},
		{"worked on lately", func(t *testing.T, s *Store, c *clock) {
			c.advance(5 * 24 * time.Hour)
			create(t, s, "fresh")
		}, ""},
		{"put off", func(t *testing.T, s *Store, c *clock) {
			until := c.Now().Add(30 * 24 * time.Hour)
			done(t)(s.Snooze(t.Context(), agent, create(t, s, "put off").ID, Guard{}, &until))
		}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s, clock := newStore(t)
			// The span is the week before the slot, to the minute.
			from := clock.Now()
			clock.advance(time.Minute)
			c.week(t, s, clock)
			slot := from.Add(week)
			clock.advance(slot.Sub(clock.Now()))
			if got := reviewed(t, s, from, slot); got != c.want {
				t.Errorf("it tells %q, want %q", got, c.want)
			}
			// What the last one told is not told in the next.
			clock.advance(week)
			if got := reviewed(t, s, slot, slot.Add(week)); strings.Contains(got, "older") || strings.Contains(got, "first") {
				t.Errorf("the week after tells %q", got)
			}
		})
	}
}

func TestAReviewIsQueuedOncePerSlot(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	from := c.Now()
	c.advance(time.Minute)
	finish(t, s, "done", StatusDone)
	slot := c.advance(time.Hour).Time
	for _, want := range []string{"finished: done; quiet: ", "", ""} {
		if got := reviewed(t, s, from, slot); got != want {
			t.Errorf("it tells %q, want %q", got, want)
		}
	}
}

func TestAReviewNamesSomeAndCountsAll(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	from := c.Now()
	c.advance(time.Minute)
	for range maxReviewed + 5 {
		finish(t, s, "done", StatusDone)
	}
	_, err := s.QueueReview(t.Context(), ChannelMail, fridays, from, c.advance(time.Hour).Time, Policy{}, func(r Review) Message {
		if len(r.Finished) != maxReviewed || r.FinishedCount != maxReviewed+5 || r.QuietCount != 0 {
			t.Errorf("%d of %d finished, %d quiet", len(r.Finished), r.FinishedCount, r.QuietCount)
		}
		return Message{Text: "x", To: []Target{{Channel: ChannelMail}}}
	})
	if err != nil {
		t.Fatal(err)
	}
}
