package recur

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"time"

	"github.com/teambition/rrule-go"
)

// shift is how many years later the library sees everything.
//
// It looks for an occurrence until it finds one or passes the year 9999, and neither UNTIL
// nor the caller can stop it before. The calendar repeats every 400 years to the weekday,
// so a rule says the same 7600 years later; there the end is near, and stands for our 2399.
const shift = 19 * 400

// series is an RFC 5545 rule with its anchor.
//
// The library works on the digits of the wall clock, called UTC: no change of the clocks
// can confuse it.
type series struct {
	anchor ClockTime
	rule   *rrule.RRule // with all its lists filled in; it begins and ends where clockTimes says
	count  int          // 0 without COUNT
	until  ClockTime    // the horizon without UNTIL
	inUTC  bool         // whether until is in UTC, else by the owner's clock
}

func newSeries(text string, anchor ClockTime) (*series, error) {
	option, inUTC, err := parse(text)
	if err != nil {
		return nil, err
	}
	option.Dtstart = anchor.t
	rule, err := rrule.NewRRule(*option)
	if err != nil {
		return nil, fmt.Errorf("must have no value out of range: %w", err)
	}
	s := &series{anchor: anchor, rule: rule, count: option.Count, until: ClockTime{option.Until}, inUTC: inUTC}
	return s, s.fill()
}

// fill writes into the rule what the anchor gives it: its days, as the library has found
// them, and its time of day. From then on the rule may begin elsewhere.
func (s *series) fill() error {
	option := s.rule.Options
	hour, minute, second := s.anchor.t.Clock()
	if option.Freq != rrule.HOURLY {
		option.Byhour = orOnly(option.Byhour, hour)
	} else if !comesTo(option.Byhour, hour, option.Interval) {
		return errors.New("must come to an hour of BYHOUR in steps of INTERVAL from its first time")
	}
	option.Byminute = orOnly(option.Byminute, minute)
	option.Bysecond = orOnly(option.Bysecond, second)
	option.Count = 0 // clockTimes counts: the rule may begin before the anchor
	s.rule.OrigOptions = option
	return nil
}

// orOnly is the list, or that one value where the rule has no list.
func orOnly(list []int, value int) []int {
	if len(list) == 0 {
		return []int{value}
	}
	return list
}

// comesTo reports whether steps of so many hours ever come to one of the hours of the day.
// The library would look for it forever. No list means any hour.
func comesTo(hours []int, from, step int) bool {
	for i := range 24 {
		if slices.Contains(hours, (from+i*step)%24) {
			return true
		}
	}
	return len(hours) == 0
}

// clockTimes are the occurrences in order, all from the given time to the horizon.
func (s *series) clockTimes(from ClockTime, zone *time.Location) iter.Seq[ClockTime] {
	return func(yield func(ClockTime) bool) {
		s.rule.DTStart(s.begin(from).t.AddDate(shift, 0, 0))
		s.rule.Until(s.end(zone).t.AddDate(shift, 0, 0))
		left := s.count // without COUNT, this never comes to zero
		next := s.rule.Iterator()
		for t, ok := next(); ok; t, ok = next() {
			w := ClockTime{t.AddDate(-shift, 0, 0)}
			if w.before(s.anchor) {
				continue
			}
			if !w.before(from) && !yield(w) {
				return
			}
			if left--; left == 0 {
				return
			}
		}
	}
}

// begin is as late as the library may begin and still give all from the given time: as many
// steps of INTERVAL after the anchor as fit. Years, months and weeks begin with their first
// day, so that BYSETPOS, which picks from all of them, has all of them. A COUNT has to be
// counted from the anchor.
func (s *series) begin(from ClockTime) ClockTime {
	if s.count > 0 {
		from = s.anchor
	}
	option := s.rule.OrigOptions
	anchor, interval := s.anchor.t, time.Duration(option.Interval)
	switch option.Freq {
	case rrule.YEARLY:
		return reachMonth(anchor.Year(), time.January, from, 12*option.Interval)
	case rrule.MONTHLY:
		return reachMonth(anchor.Year(), anchor.Month(), from, option.Interval)
	case rrule.WEEKLY:
		first := time.Duration(option.Wkst.Day()) * day
		monday := anchor.Add(-first).Truncate(7 * day) // counts from a Monday
		return reach(ClockTime{monday.Add(first)}, from, 7*day*interval)
	case rrule.DAILY:
		return reach(s.anchor, from, day*interval)
	default:
		return reach(s.anchor, from, time.Hour*interval)
	}
}

// reachMonth is the start of the last month, of each so many after the given one, that is
// not after from.
func reachMonth(year int, month time.Month, from ClockTime, step int) ClockTime {
	months := (from.t.Year()-year)*12 + int(from.t.Month()-month)
	return ClockTime{time.Date(year, month+time.Month(months/step*step), 1, 0, 0, 0, 0, time.UTC)}
}

// end is the last time an occurrence may have.
func (s *series) end(zone *time.Location) ClockTime {
	last := s.until
	if s.inUTC {
		last = ClockTimeOf(last.t, zone)
	}
	if horizon.before(last) {
		return horizon
	}
	return last
}
