// Package schedule is what the hub does at its time: when a cron expression comes
// (expression.go), how that reads in words (words.go), and the one engine that runs the
// jobs of the configuration in charge (engine.go). The jobs belong to the services.
package schedule

import (
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/robfig/cron/v3"

	"github.com/progresshub/progresshub/store/phrase"
	"github.com/progresshub/progresshub/store/recur"
)

// Expression is a cron expression of five fields: minute, hour, day of the month, month,
// day of the week. Fields take numbers, names (jan, mon), ranges, steps and lists; Sunday
// is 0 or 7. Where both kinds of day are given, either is enough.
type Expression struct {
	text       string
	clockTimes cron.Schedule // of the digits that a clock shows, as if they were UTC
}

// fields are the parts of an expression, in order.
var fields = [...]phrase.Phrase{phrase.FieldMinute, phrase.FieldHour, phrase.FieldDay, phrase.FieldMonth, phrase.FieldWeekday}

const maxExpression = 200 // bytes

var parser = cron.NewParser(cron.Minute | cron.Hour | cron.Dom | cron.Month | cron.Dow)

// Parse reads an expression. The error is a clause whose subject is the expression; it
// names the field and never repeats the value.
func Parse(text string) (Expression, error) {
	if len(text) > maxExpression {
		return Expression{}, phrase.FieldLength(maxExpression)
	}
	parts := strings.Fields(text)
	if len(parts) != len(fields) {
		return Expression{}, phrase.FieldCron
	}
	e := Expression{text: strings.Join(parts, " ")}
	for i, part := range parts {
		if !form.MatchString(part) {
			return Expression{}, badField(i)
		}
	}
	parts[4] = sundays(parts[4])
	for i, part := range parts {
		alone := slices.Repeat([]string{"*"}, len(fields))
		alone[i] = part
		if _, err := parse(strings.Join(alone, " ")); err != nil {
			return Expression{}, badField(i)
		}
	}
	var err error
	if e.clockTimes, err = parse(strings.Join(parts, " ")); err != nil {
		return Expression{}, errors.New("is not a cron expression")
	}
	if e.clockTimes.Next(time.Now()).IsZero() {
		return Expression{}, phrase.FieldCronNever
	}
	return e, nil
}

// form is what a field looks like: a list of stars, numbers, names or ranges, with steps.
var form = regexp.MustCompile(`^(\*|\w{1,3}(-\w{1,3})?)(/\d{1,2})?(,(\*|\w{1,3}(-\w{1,3})?)(/\d{1,2})?)*$`)

func badField(i int) error {
	return phrase.FieldCronPart(fields[i])
}

// parse keeps what the library answers with a panic an error. Only plain fields reach it:
// descriptors such as @every and zones such as TZ= are no fields.
func parse(text string) (s cron.Schedule, err error) {
	defer func() {
		if recover() != nil {
			err = errors.New("not an expression")
		}
	}()
	return parser.Parse(text)
}

// sundays writes a field of weekdays without the number 7, which the library does not
// know: it stands for Sunday, also at the end of a range.
func sundays(field string) string {
	if !strings.Contains(field, "7") {
		return field
	}
	var list []string
	for part := range strings.SplitSeq(field, ",") {
		list = append(list, sunday(part)...)
	}
	return strings.Join(list, ",")
}

func sunday(part string) []string {
	span, step, stepped := strings.Cut(part, "/")
	from, to, ranged := strings.Cut(span, "-")
	switch {
	case span == "7" && !stepped:
		return []string{"0"}
	case !ranged || to != "7":
		return []string{part}
	}
	first, err := strconv.Atoi(from)
	if err != nil {
		first = slices.Index(weekdays[:], strings.ToLower(from))
	}
	width := 1
	if stepped {
		if width, err = strconv.Atoi(step); err != nil || width < 1 {
			return []string{part}
		}
	}
	if first < 0 || first > 7 {
		return []string{part}
	}
	var days []string
	for day := first; day <= 7; day += width {
		days = append(days, strconv.Itoa(day%7))
	}
	return days
}

var weekdays = [...]string{"sun", "mon", "tue", "wed", "thu", "fri", "sat"}

// String is the expression with single spaces.
func (e Expression) String() string { return e.text }

// UnmarshalText is [Parse] for a field of a struct.
func (e *Expression) UnmarshalText(text []byte) (err error) {
	*e, err = Parse(string(text))
	return err
}

// Next is the first time after the given one, on the clocks of a zone. A time that the
// clocks skip comes as much later as they jump ahead, and one that they show twice comes
// the first time only ([recur.ClockTime.In]); two that fall on one instant by that are one.
func (e Expression) Next(after time.Time, zone *time.Location) time.Time {
	clockTime := digits(after, zone)
	if shifts(after, zone) {
		// A skipped time comes later than its digits say: by a whole day where a zone moved
		// across the date line, and by no more anywhere.
		clockTime = clockTime.Add(-day)
	}
	var next time.Time
	for {
		clockTime = e.clockTimes.Next(clockTime)
		if clockTime.IsZero() {
			return next
		}
		t := instant(clockTime, zone)
		if t.After(after) && (next.IsZero() || t.Before(next)) {
			next = t
		}
		// Of 02:30 and 03:00 around a gap of an hour, the second comes first: look on until
		// a time is one that the clocks do show.
		if !next.IsZero() && digits(t, zone).Equal(clockTime) {
			return next
		}
	}
}

const day = 24 * time.Hour

// shifts reports whether the clocks of a zone change within a day of t.
func shifts(t time.Time, zone *time.Location) bool {
	_, before := t.Add(-day).In(zone).Zone()
	_, after := t.Add(day).In(zone).Zone()
	return before != after
}

// Last is the latest time in the span (after, until]; false: there is none.
func (e Expression) Last(after, until time.Time, zone *time.Location) (last time.Time, ok bool) {
	next := e.Next(after, zone)
	for !next.IsZero() && !next.After(until) {
		last, ok, after = next, true, next
		// Of many it is not the next one that is wanted: look from the middle on.
		for end := until; end.Sub(after) >= time.Minute; {
			middle := after.Add(end.Sub(after) / 2)
			if next = e.Next(middle, zone); !next.IsZero() && !next.After(until) {
				last, after = next, next
			} else {
				end = middle
			}
		}
		next = e.Next(after, zone)
	}
	return last, ok
}

// digits is what the clocks of a zone show, as if it were UTC.
func digits(t time.Time, zone *time.Location) time.Time {
	_, offset := t.In(zone).Zone()
	return t.UTC().Add(time.Duration(offset) * time.Second)
}

// instant is when the clocks of a zone show those digits.
func instant(clockTime time.Time, zone *time.Location) time.Time {
	w, err := recur.ParseClockTime(clockTime.Format("2006-01-02T15:04:05"))
	if err != nil {
		return clockTime // cannot happen: that is the form it reads
	}
	return w.In(zone)
}
