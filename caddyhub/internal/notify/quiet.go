package notify

import (
	"errors"
	"strings"
	"time"

	"github.com/progresshub/progresshub/store/phrase"
	"github.com/progresshub/progresshub/store/recur"
)

// Quiet are the hours of each day in which only urgent messages come, by the owner's clock. The
// zero Quiet has none.
type Quiet struct{ From, To string } // as 22:00

const clock = "15:04"

// UnmarshalText reads "22:00 07:00".
func (q *Quiet) UnmarshalText(text []byte) error {
	if q.From, q.To, _ = strings.Cut(string(text), " "); q.From == "" {
		return errors.New("there are none")
	}
	return nil
}

func (q Quiet) String() string { return strings.TrimSpace(q.From + " " + q.To) }

func checkQuiet(v string) (string, error) {
	parts := strings.Fields(v)
	if len(parts) != 2 {
		return "", phrase.FieldTimes
	}
	for _, p := range parts {
		if _, err := time.Parse(clock, p); err != nil || len(p) != len(clock) {
			return "", phrase.FieldTimes
		}
	}
	if parts[0] == parts[1] {
		return "", phrase.FieldTimesDiffer
	}
	return parts[0] + " " + parts[1], nil
}

// Until is the end of the quiet hours that a time lies in; zero: it lies in none. What the owner's
// clock shows counts, also in nights in which it is changed: an end that it skips comes as much later
// as it jumps, and one that it shows twice comes the first time.
func (q Quiet) Until(at time.Time, zone *time.Location) time.Time {
	if q.From == "" {
		return time.Time{}
	}
	// The hours that began yesterday or today, by the owner's calendar.
	year, month, day := at.In(zone).Date()
	for _, began := range []int{day - 1, day} {
		from := onClock(year, month, began, q.From, zone)
		ends := began
		if q.To < q.From {
			ends++
		}
		if to := onClock(year, month, ends, q.To, zone); !at.Before(from) && at.Before(to) {
			return to
		}
	}
	return time.Time{}
}

// onClock is when the owner's clock shows a time of a day.
func onClock(year int, month time.Month, day int, text string, zone *time.Location) time.Time {
	t, _ := time.Parse(clock, text) // it was checked
	shows := time.Date(year, month, day, t.Hour(), t.Minute(), 0, 0, time.UTC)
	return recur.ClockTimeOf(shows, time.UTC).In(zone)
}
