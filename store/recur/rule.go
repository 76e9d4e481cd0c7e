// Package recur answers when a reminder comes next. It is pure: the caller passes the time
// and the owner's zone, and keeps the rule.
//
// Everything is counted in what the owner's clock shows. An occurrence is first a [ClockTime],
// and becomes an instant last, by the zone of that moment. Where to read it:
//
//	rule.go        the kinds of rules, Check and Next
//	clock_time.go  a wall-clock time, and the instant it means in a zone
//	text.go        the text of an RFC 5545 rule → options, under limits
//	series.go      the occurrences of such a rule, by the library
package recur

import (
	"errors"
	"iter"
	"slices"
	"time"
)

const (
	firstYear = 1970 // the range of anchors
	lastYear  = 2200
)

// horizon is the last time at which anything fires; series.go says why it is this one.
var horizon = ClockTime{time.Date(2399, time.December, 31, 23, 59, 59, 0, time.UTC)}

// Rule says when a reminder fires.
type Rule struct {
	// Kind is "once" (at the anchor), "daily" (each day at the anchor's time of day),
	// "weekly" (each week at the anchor's weekday and time of day) or "rrule".
	Kind string
	// Anchor is the first time, in the years 1970 to 2200. Nothing fires before it.
	Anchor ClockTime
	// RRule is the rule for the kind "rrule" (RFC 5545, section 3.3.10), with or without
	// "RRULE:", and not read for the others. The anchor is its DTSTART: it gives what the
	// rule leaves open and the phase of INTERVAL and COUNT, but fires only if it fits the rule.
	// UNTIL may be a time in UTC, a time in the owner's zone, or a date, which includes
	// that day.
	RRule string

	uncounted bool // COUNT does not count
}

// Check says what keeps the rule from being used, in a clause whose subject is the rule; it
// never repeats the value. A rule that passes may still never fire: then Next has nothing
// at the second before the anchor.
func (r Rule) Check() error {
	_, err := r.clockTimes(r.Anchor, time.UTC)
	return err
}

// Next is the first occurrence strictly after the given time, in the given zone, which must
// not be nil; without one, now or ever, ok is false. That is also so for a rule that Check
// refuses, and beyond the year 2399.
//
// [ClockTime.In] says what happens when the clocks change. Two occurrences that fall on the same
// instant by that are one.
func (r Rule) Next(after time.Time, zone *time.Location) (next time.Time, ok bool) {
	if after.After(horizon.t.Add(day)) {
		return time.Time{}, false
	}
	// A skipped time happens later than its digits say: by a whole day where a zone moved
	// across the date line, and by no more anywhere.
	from := ClockTime{ClockTimeOf(after, zone).t.Add(-day)}
	if from.before(r.Anchor) {
		from = r.Anchor
	}
	times, err := r.clockTimes(from, zone)
	if err != nil {
		return time.Time{}, false
	}
	for w := range times {
		t := w.In(zone)
		if t.After(after) && (!ok || t.Before(next)) {
			next, ok = t, true
		}
		// Of 02:30 and 03:00 around a gap of an hour, the second comes first: look on
		// until a time is one that the clocks do show.
		if ok && ClockTimeOf(t, zone) == w {
			break
		}
	}
	return next, ok
}

// From is the rule with its first time after the given one as its anchor, so that COUNT counts from there;
// false: it has none. It comes at the same times otherwise.
func (r Rule) From(after time.Time, zone *time.Location) (Rule, bool) {
	all := r
	all.uncounted = true
	next, ok := all.Next(after, zone)
	if ok {
		r.Anchor = ClockTimeOf(next, zone)
	}
	return r, ok
}

// Last is the latest occurrence after one time and not after another; false: there is none.
func (r Rule) Last(after, until time.Time, zone *time.Location) (last time.Time, ok bool) {
	for until.Sub(after) > 0 {
		next, some := r.Next(after, zone)
		if !some || next.After(until) {
			return last, ok
		}
		last, ok, after = next, true, next
		// Of many it is not the next one that is wanted: look from the middle on.
		for end := until; end.Sub(after) > time.Second; {
			middle := after.Add(end.Sub(after) / 2)
			if next, some = r.Next(middle, zone); some && !next.After(until) {
				last, after = next, next
			} else {
				end = middle
			}
		}
	}
	return last, ok
}

// clockTimes are the times of the rule in order: all from the given one, which is not before
// the anchor, to the horizon. Earlier ones may be among them.
func (r Rule) clockTimes(from ClockTime, zone *time.Location) (iter.Seq[ClockTime], error) {
	if y := r.Anchor.t.Year(); y < firstYear || y > lastYear {
		return nil, errors.New("must begin in the years 1970 to 2200")
	}
	switch r.Kind {
	case "once":
		return slices.Values([]ClockTime{r.Anchor}), nil
	case "daily":
		return every(day, r.Anchor, from), nil
	case "weekly":
		return every(7*day, r.Anchor, from), nil
	case "rrule":
		s, err := newSeries(r.RRule, r.Anchor)
		if err != nil {
			return nil, err
		}
		if r.uncounted {
			s.count = 0
		}
		return s.clockTimes(from, zone), nil
	}
	return nil, errors.New("must be of the kind once, daily, weekly or rrule")
}

// every are the times that lie a multiple of step after the anchor.
func every(step time.Duration, anchor, from ClockTime) iter.Seq[ClockTime] {
	return func(yield func(ClockTime) bool) {
		for w := reach(anchor, from, step); !horizon.before(w) && yield(w); {
			w = ClockTime{w.t.Add(step)}
		}
	}
}

// reach is the last time not after from that lies a multiple of step after base, which may
// be longer ago than a [time.Duration] holds.
func reach(base, from ClockTime, step time.Duration) ClockTime {
	n := int64(step / time.Second)
	passed := (from.t.Unix() - base.t.Unix()) / n * n
	return ClockTime{time.Unix(base.t.Unix()+passed, 0).UTC()}
}
