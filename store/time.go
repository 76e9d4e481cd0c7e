package store

import (
	"database/sql/driver"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/progresshub/progresshub/store/recur"
)

// timeLayout is how every time leaves the hub: RFC 3339 in UTC with exactly three
// decimals. The fixed width makes the text sort as the times do, which the indexes use.
const timeLayout = "2006-01-02T15:04:05.000Z"

// Time is a point in time with millisecond precision, UTC on the wire and in the database.
type Time struct{ time.Time }

// At turns t into a Time: UTC, cut to milliseconds.
func At(t time.Time) Time { return Time{t.UTC().Truncate(time.Millisecond)} }

// String gives the wire form.
func (t Time) String() string { return t.UTC().Format(timeLayout) }

// MarshalText gives the wire form; it also makes Time a JSON string.
func (t Time) MarshalText() ([]byte, error) { return t.UTC().AppendFormat(nil, timeLayout), nil }

// MarshalJSON stands beside MarshalText because the embedded time.Time brings one with
// another number of decimals.
func (t Time) MarshalJSON() ([]byte, error) {
	b := make([]byte, 0, len(timeLayout)+2)
	b = append(b, '"')
	b = t.UTC().AppendFormat(b, timeLayout)
	return append(b, '"'), nil
}

// UnmarshalText reads a time that carries its offset. Text from a client, where the
// offset may be missing, goes through [ParseTime] instead.
func (t *Time) UnmarshalText(b []byte) error {
	parsed, err := ParseTime(string(b), time.UTC)
	if err != nil {
		return err
	}
	*t = parsed
	return nil
}

// UnmarshalJSON reads the JSON string form of [Time.UnmarshalText].
func (t *Time) UnmarshalJSON(b []byte) error {
	s := string(b)
	if len(s) < 2 || s[0] != '"' || s[len(s)-1] != '"' {
		return fmt.Errorf("parse time: not a JSON string")
	}
	return t.UnmarshalText(b[1 : len(b)-1])
}

// Value stores the wire form.
func (t Time) Value() (driver.Value, error) { return t.String(), nil }

// errNoTime means that a column does not hold the time it should.
var errNoTime = errors.New("scan time")

// Scan reads the wire form back.
func (t *Time) Scan(src any) error {
	s, ok := src.(string)
	if !ok {
		return fmt.Errorf("%w: unexpected %T", errNoTime, src)
	}
	parsed, err := time.Parse(time.RFC3339, s)
	if err != nil {
		return fmt.Errorf("%w: %w", errNoTime, err)
	}
	*t = Time{parsed.UTC()}
	return nil
}

// The forms of a time without an offset that clients send.
var localLayouts = []string{
	"2006-01-02T15:04:05.999999999",
	"2006-01-02T15:04",
	"2006-01-02 15:04:05",
	"2006-01-02 15:04",
	"2006-01-02",
}

// ParseTime reads a time a client sent: RFC 3339, or a date with or without a time of
// day and no offset, which is read in the owner's zone. One that the owner's
// clock shows twice is the first of the two; one that it skips is as much later as it does.
//
// A nil zone is the machine's.
func ParseTime(s string, zone *time.Location) (Time, error) {
	if zone == nil {
		zone = time.Local
	}
	s = strings.TrimSpace(s)
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04Z07:00"} { // scripts leave the seconds out
		if t, err := time.Parse(layout, s); err == nil {
			return checkYear(t)
		}
	}
	digits, ok := parseDigits(s)
	if !ok {
		return Time{}, fmt.Errorf("not a time: use RFC 3339, such as 2026-05-04T09:30:00Z")
	}
	fraction := time.Duration(digits.Nanosecond())
	return checkYear(recur.ClockTimeOf(digits, time.UTC).In(zone).Add(fraction))
}

// parseDigits reads a time without an offset, as if it were UTC.
func parseDigits(s string) (digits time.Time, ok bool) {
	for _, layout := range localLayouts {
		if digits, err := time.Parse(layout, strings.TrimSpace(s)); err == nil {
			return digits, true
		}
	}
	return time.Time{}, false
}

// Morning is the time of a reminder, or of the end of its rest, that was given as a day alone.
const Morning = "09:00"

// IsDay reports whether a time that a client sent is a day alone.
func IsDay(s string) bool {
	_, err := time.Parse(time.DateOnly, strings.TrimSpace(s))
	return err == nil
}

// inTheMorning puts a day alone at [Morning], where it would be its first moment: nobody means to
// be reminded at midnight. Other texts stay as they are.
func inTheMorning(s string) string {
	if IsDay(s) {
		return strings.TrimSpace(s) + "T" + Morning
	}
	return s
}

// morning and evening are the hours at which the owner's morning and evening begin.
const morning, evening = 9, 20

// clockAt is the instant at which the owner's clock shows a full hour, so many days after
// now. Hour 24 is the start of the next day.
func clockAt(now Time, zone *time.Location, days, hour int) Time {
	year, month, day := now.In(zone).Date()
	digits := time.Date(year, month, day+days, hour, 0, 0, 0, time.UTC)
	return At(recur.ClockTimeOf(digits, time.UTC).In(zone))
}

// checkYear keeps out the years whose text would not sort, after the change to UTC.
func checkYear(t time.Time) (Time, error) {
	at := At(t)
	if y := at.Year(); y < 1 || y > 9999 {
		return Time{}, fmt.Errorf("not a time: the year is out of range")
	}
	return at, nil
}
