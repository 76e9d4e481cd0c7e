package setting

import (
	"errors"
	"strconv"
	"strings"
	"time"
)

// Span is a span of time, written as 12h, 90m or 7d.
type Span struct{ time.Duration }

// UnmarshalText reads one.
func (s *Span) UnmarshalText(text []byte) (err error) {
	s.Duration, err = parseSpan(string(text))
	return err
}

// parseSpan knows days, beside what [time.ParseDuration] does.
func parseSpan(v string) (time.Duration, error) {
	const most = 100_000 // days: what a duration holds
	if days, ok := strings.CutSuffix(v, "d"); ok {
		n, err := strconv.Atoi(days)
		return time.Duration(min(max(n, -1), most)) * 24 * time.Hour, err
	}
	return time.ParseDuration(v)
}

// CheckSpan takes a span between two, as the words say it: "from 1h to 90d, such as 7d". With
// never, it takes 0 as well.
func CheckSpan(least, most time.Duration, never bool, words string) func(string) (string, error) {
	return func(v string) (string, error) {
		d, err := parseSpan(v)
		if err == nil && never && d == 0 {
			return "0s", nil
		}
		if err != nil || d < least || d > most {
			return "", errors.New("must be a span " + words)
		}
		return v, nil
	}
}
