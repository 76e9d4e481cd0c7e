package store

import (
	"slices"
	"testing"
	"time"
)

func TestTheCalendarOfReminders(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t) // on Monday, 4 May 2026
	p := inBerlin(t)
	add := func(text, kind, due, rule string) Reminder {
		in := reminder(kind, due, rule)
		in.Text = Some(text)
		return remind(t, s, in)
	}
	add("once", "once", "2026-05-09T08:00", "")
	add("too late", "once", "2027-05-09T08:00", "")
	add("due", "once", "2026-05-01T08:00", "")
	add("long over", "once", "2026-04-01T08:00", "")
	add("weekly", "weekly", "2026-05-06T12:00", "")
	add("when an agent starts", "session", "", "")
	done := add("done", "daily", "2026-05-05T08:00", "")
	if _, err := s.DeleteReminder(t.Context(), owner, done.ID); err != nil {
		t.Fatal(err)
	}
	hourly := add("each hour", "rrule", "2026-05-05T08:00", "FREQ=HOURLY")
	entries, err := s.Calendar(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	times := map[string][]string{}
	for _, e := range entries {
		times[e.Reminder.Text] = append(times[e.Reminder.Text], e.At.In(time.UTC).Format("01-02 15:04"))
	}
	if got := times[hourly.Text]; len(got) != maxCalendarTimes {
		t.Errorf("%s stands there %d times", hourly.Text, len(got))
	}
	delete(times, hourly.Text)
	want := map[string][]string{
		"once": {"05-09 06:00"}, "due": {"05-01 06:00"},
		"weekly": {
			"05-06 10:00", "05-13 10:00", "05-20 10:00", "05-27 10:00", "06-03 10:00", "06-10 10:00", "06-17 10:00",
			"06-24 10:00", "07-01 10:00", "07-08 10:00", "07-15 10:00", "07-22 10:00", "07-29 10:00",
		},
	}
	for text, all := range want {
		if !slices.Equal(times[text], all) {
			t.Errorf("%s: %v, want %v", text, times[text], all)
		}
		delete(times, text)
	}
	if len(times) > 0 {
		t.Errorf("and %v", times)
	}
	for _, query := range readStatements(s) {
		wantIndexed(t, s, query)
	}
}

// A reminder that nobody has finished for more than a week keeps its times to come.
func TestTheCalendarKeepsWhatComesAgain(t *testing.T) {
	t.Parallel()
	s, c := newStore(t) // on Monday, 4 May 2026
	p := inBerlin(t)
	remind(t, s, reminder("rrule", "2026-05-05T09:00", "FREQ=MONTHLY"))
	coming := []string{"06-05", "07-05", "08-05"}
	for _, tc := range []struct {
		name string
		at   time.Time
		want []string
	}{
		{"six days after it came", time.Date(2026, 5, 11, 12, 0, 0, 0, time.UTC), append([]string{"05-05"}, coming...)},
		{"eight days after", time.Date(2026, 5, 13, 12, 0, 0, 0, time.UTC), coming},
		{"four weeks after", time.Date(2026, 6, 2, 12, 0, 0, 0, time.UTC), coming},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c.advance(tc.at.Sub(c.Now()))
			if _, err := s.FireReminders(t.Context(), p, nil); err != nil {
				t.Fatal(err)
			}
			entries, err := s.Calendar(t.Context(), p)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, e := range entries {
				got = append(got, e.At.Format("01-02"))
			}
			if !slices.Equal(got, tc.want) {
				t.Errorf("%v, want %v", got, tc.want)
			}
		})
	}
}
