package store

import (
	"strings"
	"testing"
	"time"
)

// A clock that was far ahead for a moment neither silences the reminders once it is set right, nor lets
// them be heard twice.
func TestAClockThatWasFarAhead(t *testing.T) {
	t.Parallel()
	const ahead = 60 * 24 * time.Hour
	for _, tc := range []struct {
		name            string
		kind, due, rule string
		late            bool   // it is made when the clock is ahead
		want            string // when it is heard in the week after
	}{
		{"daily", "daily", "2026-05-05T09:00", "", false, "05-05 05-06 05-07 05-08 05-09 05-10"},
		{"daily, made then", "daily", "2026-05-05T09:00", "", true, "05-05 05-06 05-07 05-08 05-09 05-10"},
		{"by a rule", "rrule", "2026-05-05T09:00", "FREQ=DAILY;INTERVAL=2", false, "05-05 05-07 05-09"},
		{"once, heard too early", "once", "2026-05-06T09:00", "", false, ""},
		{"each year, heard too early", "rrule", "2026-05-06T09:00", "FREQ=YEARLY", false, ""},
		{"for a time after that", "once", "2026-08-06T09:00", "", false, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			s, c := newStore(t) // Monday, 4 May, 11:30 in Berlin
			p := inBerlin(t)
			if err := s.RescheduleReminders(t.Context(), p); err != nil {
				t.Fatal(err)
			}
			if !tc.late {
				remind(t, s, reminder(tc.kind, tc.due, tc.rule))
			}
			// tick is one round of the hub.
			tick := func() string {
				if !s.RemindersStandIn(p) {
					if err := s.RescheduleReminders(t.Context(), p); err != nil {
						t.Fatal(err)
					}
				}
				return fire(t, s, p)
			}
			tick()
			c.advance(ahead)
			if tc.late {
				remind(t, s, reminder(tc.kind, tc.due, tc.rule))
			}
			tick()
			c.advance(-ahead)
			if got := tick(); got != "" {
				t.Errorf("as it is set right: %s", got)
			}
			if !s.RemindersStandIn(p) {
				t.Error("it is never done with")
			}
			var heard []string
			for range 6 * 24 {
				c.advance(time.Hour)
				if at := tick(); at != "" {
					heard = append(heard, at[len("2026-"):len("2026-05-05")])
				}
			}
			if got := strings.Join(heard, " "); got != tc.want {
				t.Errorf("heard %s, want %s", got, tc.want)
			}
		})
	}
}
