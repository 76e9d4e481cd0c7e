package recur

import (
	"errors"
	"time"
)

const (
	// clockLayout is the one form of a ClockTime as text.
	clockLayout = "2006-01-02T15:04:05"

	day = 24 * time.Hour
)

// ClockTime is a date and a time of day without a zone, to the second: what a clock on the
// wall shows. A reminder at nine stays at nine when its owner moves or the clocks change.
// Clock times compare with ==. The zero ClockTime is no time that a rule may begin at.
type ClockTime struct {
	t time.Time // the digits, as if they were UTC
}

// ClockTimeOf is what the clocks of zone show at t. Fractions of a second are cut off.
func ClockTimeOf(t time.Time, zone *time.Location) ClockTime {
	_, offset := t.In(zone).Zone()
	return ClockTime{t.UTC().Add(seconds(offset)).Truncate(time.Second)}
}

// ParseClockTime reads the form that [ClockTime.String] gives, and no other.
func ParseClockTime(s string) (ClockTime, error) {
	t, err := time.Parse(clockLayout, s)
	if err != nil || t.Format(clockLayout) != s { // Parse lets fractions of a second pass
		return ClockTime{}, errors.New("not a time without a zone: use the form 2026-05-04T09:00:00")
	}
	return ClockTime{t}, nil
}

// String gives the form "2026-05-04T09:00:00".
func (w ClockTime) String() string { return w.t.Format(clockLayout) }

// In is the instant at which the clocks of zone show w. Around a change of the clocks the
// offset before the change holds (RFC 5545, section 3.3.5): a time that comes twice means
// the first of the two, and a time that is skipped happens as much later as the clocks
// jump ahead, so that 02:30 in a gap from 02:00 to 03:00 is 03:30.
//
// [time.Date] is no help here: which of the two offsets it takes depends on the side of
// Greenwich.
func (w ClockTime) In(zone *time.Location) time.Time {
	// A day before and after its digits in UTC, w is still to come and has gone by in every
	// zone. No zone has changed its clocks twice in that time.
	before := w.at(w.t.Add(-day).In(zone))
	if ClockTimeOf(before, zone) == w {
		return before
	}
	after := w.at(w.t.Add(day).In(zone))
	if ClockTimeOf(after, zone) == w {
		return after
	}
	return before
}

// at is the instant at which clocks show w if they have the offset they have at t.
func (w ClockTime) at(t time.Time) time.Time {
	_, offset := t.Zone()
	return w.t.Add(-seconds(offset)).In(t.Location())
}

func (w ClockTime) before(other ClockTime) bool { return w.t.Before(other.t) }

func seconds(n int) time.Duration { return time.Duration(n) * time.Second }
