package exchange

import (
	"fmt"
	"time"

	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/recur"
)

// repeat is how a reminder comes again.
type repeat struct {
	kind  string // daily, weekly or rrule; empty: it comes once
	rule  string // of the kind rrule
	month bool   // each month on the day of its first time, or the last of a shorter one
	words string // what cannot be said so, or is without a date
}

// set gives a reminder its first time and how it comes again. What can't be said so comes once,
// with the words in its text.
func (a repeat) set(m *store.IncomingReminder, first store.Time, zone *time.Location) {
	m.Kind, m.DueAt = "once", first
	rule := recur.Rule{Kind: a.kind, RRule: a.rule, Anchor: recur.ClockTimeOf(first.Time, zone)}
	if a.month {
		rule.RRule = monthly(first.In(zone).Day())
	}
	switch {
	case a.kind == "" && a.words == "":
	case a.kind != "" && canBegin(first) && rule.Check() == nil:
		m.Kind, m.RRule = rule.Kind, rule.RRule
	default:
		m.Text += " (" + a.words + ")"
	}
}

// monthly is a rule for a day of each month. Months that are too short have it on their last day.
func monthly(day int) string {
	switch day {
	case 29:
		return "FREQ=MONTHLY;BYMONTHDAY=28,29;BYSETPOS=-1"
	case 30:
		return "FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1"
	case 31:
		return "FREQ=MONTHLY;BYMONTHDAY=-1"
	}
	return "FREQ=MONTHLY"
}

// vikunjaRepeat is how a task of Vikunja repeats: after so many seconds, each month, or so many
// seconds after it was done, which no calendar can say.
func vikunjaRepeat(seconds int64, mode int) repeat {
	const hour, day, week = 60 * 60, 24 * 60 * 60, 7 * 24 * 60 * 60
	length := ""
	switch {
	case seconds <= 0:
	case seconds%week == 0:
		length = plural(int(seconds/week), "week")
	case seconds%day == 0:
		length = plural(int(seconds/day), "day")
	case seconds%hour == 0:
		length = plural(int(seconds/hour), "hour")
	default:
		length = plural(int(seconds), "second")
	}
	switch {
	case mode == 1:
		return repeat{kind: "rrule", month: true, words: "repeats every month"}
	case length == "":
		return repeat{}
	case mode != 0:
		return repeat{words: "repeats " + length + " after it is done"}
	}
	r := repeat{words: "repeats every " + length}
	switch {
	case seconds == day:
		r.kind = "daily"
	case seconds == week:
		r.kind = "weekly"
	case seconds%day == 0:
		r.kind, r.rule = "rrule", fmt.Sprintf("FREQ=DAILY;INTERVAL=%d", seconds/day)
	case seconds%hour == 0:
		r.kind, r.rule = "rrule", fmt.Sprintf("FREQ=HOURLY;INTERVAL=%d", seconds/hour)
	}
	return r
}
