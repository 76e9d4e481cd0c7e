package schedule

import (
	"testing"
	"time"
)

func TestSteady(t *testing.T) {
	now, ran := time.Date(2026, 5, 4, 9, 0, 0, 0, time.UTC), time.Duration(0)
	s := NewSteady(func() time.Time { return now }, func() time.Duration { return ran })
	for _, step := range []struct {
		name        string
		clock, time time.Duration
		want        time.Duration
	}{
		{"half a minute passes", 30 * time.Second, 30 * time.Second, 30 * time.Second},
		{"the clock is a little slow", 29 * time.Second, 30 * time.Second, time.Minute},
		{"it is set forward", 100 * 24 * time.Hour, 30 * time.Second, 0},
		{"it goes on from there", 30 * time.Second, 30 * time.Second, 30 * time.Second},
		{"it is set back", -100 * 24 * time.Hour, 30 * time.Second, 0},
		{"an hour passes", time.Hour, time.Hour, time.Hour},
		{"the machine sleeps, and time with it", 8 * time.Hour, time.Second, 0},
	} {
		now, ran = now.Add(step.clock), ran+step.time
		if got := s.For(); got != step.want {
			t.Errorf("%s: %s, want %s", step.name, got, step.want)
		}
	}
}
