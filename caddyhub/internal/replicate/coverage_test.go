package replicate

import (
	"testing"
	"time"

	"github.com/superfly/ltx"
)

// A commit counts as sent once a file was written whose commits were read after it.
func TestCoverage(t *testing.T) {
	t.Parallel()
	base := time.Date(2026, 5, 4, 9, 0, 0, 0, time.UTC)
	at := func(seconds float64) time.Time { return base.Add(time.Duration(seconds * float64(time.Second))) }
	type step struct {
		sent, commit, missing float64 // in seconds; 0: none; a negative sent: all was there by then
		now                   float64 // 0: after all of it
	}
	for name, steps := range map[string][]step{
		"nothing was committed":             {{0, 0, 0, 0}},
		"committed, not sent":               {{0, 10, 10, 0}, {0, 10, 10, 0}},
		"committed, then sent":              {{0, 10, 10, 0}, {11, 10, 0, 0}},
		"sent in the millisecond of it":     {{10, 10.0004, 0, 0}},
		"the oldest counts":                 {{0, 10, 10, 0}, {0, 20, 10, 0}, {0, 30, 10, 0}},
		"some were sent, others came later": {{0, 10, 10, 0}, {11, 20, 20, 0}, {0, 30, 20, 0}, {31, 30, 0, 0}},
		"all was there at the start":        {{0, 10, 10, 0}, {-20, 10, 0, 0}, {0, 30, 30, 0}},
		"sent again, for another reason":    {{10, 5, 0, 0}, {8, 5, 0, 0}},
		"the clock was set back":            {{7200, 7199, 0, 7201}, {0, 7199, 0, 1}, {0, 7199, 0, 2}, {0, 5, 5, 70}, {71, 5, 0, 72}},
		"set back before it was sent":       {{0, 7199, 7199, 7200}, {0, 7199, 2, 2}, {0, 5, 2, 6}, {7, 5, 0, 8}, {0, 9, 9, 10}},
	} {
		var c coverage
		for i, s := range steps {
			if s.sent < 0 {
				c.begun(at(-s.sent))
			}
			if s.sent > 0 {
				c.wrote(ltx.Header{Timestamp: at(s.sent).UnixMilli()}, at(s.sent+1))
			}
			var commit, want time.Time
			if s.commit > 0 {
				commit = at(s.commit)
			}
			if s.missing > 0 {
				want = at(s.missing)
			}
			now := at(s.now)
			if s.now == 0 {
				now = at(1000)
			}
			if got := c.look(commit, now); !got.Equal(want) {
				t.Errorf("%s, step %d: missing since %s, want %s", name, i, got, want)
			}
		}
	}
}
