package recur

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/teambition/rrule-go"
)

// The limits of a rule. They keep one search for the next occurrence to some milliseconds,
// and a reminder from coming more often than anyone can want.
const (
	maxText     = 500 // bytes
	maxInterval = 1_000
	maxCount    = 10_000
)

// parts are the parts a rule may have, with the most values each may list. One BYSECOND
// leaves a minute between any two occurrences; six BYMINUTE make every ten minutes.
// BYWEEKNO is not among them: the library loses weeks that cross the end of a year.
var parts = map[string]int{
	"FREQ": 1, "INTERVAL": 1, "COUNT": 1, "UNTIL": 1, "WKST": 1,
	"BYMONTH": 12, "BYYEARDAY": 31, "BYMONTHDAY": 31, "BYDAY": 31,
	"BYHOUR": 24, "BYMINUTE": 6, "BYSECOND": 1, "BYSETPOS": 6,
}

var (
	errNoRule = errors.New("must be a rule of RFC 5545, such as FREQ=WEEKLY;BYDAY=MO,TH")
	errPart   = errors.New("must have no parts but " + strings.Join(slices.Sorted(maps.Keys(parts)), ", "))
	errOften  = errors.New("must repeat hourly or more rarely: FREQ is HOURLY, DAILY, WEEKLY, MONTHLY or YEARLY")
)

// parse reads the text of a rule. Its end, the horizon without UNTIL, has the digits of the
// text; inUTC says whether they are UTC, else they are by the owner's clock.
func parse(text string) (option *rrule.ROption, inUTC bool, err error) {
	if len(text) > maxText {
		return nil, false, fmt.Errorf("must have at most %d bytes", maxText)
	}
	text = strings.TrimPrefix(strings.ToUpper(strings.TrimSpace(text)), "RRULE:")
	values, err := split(text)
	if err != nil {
		return nil, false, err
	}
	option, err = rrule.StrToROption(text)
	if err != nil { // which repeats the value
		return nil, false, errNoRule
	}
	if err := check(option, values); err != nil {
		return nil, false, err
	}
	until, given := values["UNTIL"]
	switch {
	case !given:
		option.Until = horizon.t
	case len(until) == len(rrule.DateFormat):
		option.Until = option.Until.Add(day - time.Second)
	}
	for _, list := range []*[]int{&option.Byhour, &option.Byminute, &option.Bysetpos} {
		// The library gives one occurrence for each time a value is named.
		slices.Sort(*list)
		*list = slices.Compact(*list)
	}
	return option, strings.HasSuffix(until, "Z"), nil
}

// split takes the parts of a rule apart. The library knows more of them, lets the last of
// two win, and reads two lines as DTSTART and rule; none of that comes through here.
func split(text string) (values map[string]string, err error) {
	values = make(map[string]string)
	for part := range strings.SplitSeq(text, ";") {
		name, value, found := strings.Cut(part, "=")
		if !found {
			return nil, errNoRule
		}
		most, known := parts[name]
		if !known {
			return nil, errPart
		}
		if _, twice := values[name]; twice {
			return nil, fmt.Errorf("must not have %s twice", name)
		}
		if strings.Count(value, ",") >= most {
			return nil, fmt.Errorf("must list at most %d in %s", most, name)
		}
		values[name] = value
	}
	return values, nil
}

// check keeps out what would never end, what the library gets wrong, and what nobody can
// want. The library checks the ranges of the lists itself.
func check(o *rrule.ROption, values map[string]string) error {
	if o.Freq > rrule.HOURLY {
		return errOften
	}
	for _, limit := range []struct {
		part     string
		got, max int
	}{{"INTERVAL", o.Interval, maxInterval}, {"COUNT", o.Count, maxCount}} {
		if _, given := values[limit.part]; given && (limit.got < 1 || limit.got > limit.max) {
			return fmt.Errorf("must have %s between 1 and %d", limit.part, limit.max)
		}
	}
	if len(o.Bysetpos) > 0 && o.Freq > rrule.WEEKLY {
		return errors.New("must not have BYSETPOS unless FREQ is WEEKLY, MONTHLY or YEARLY")
	}
	return checkWeekdays(o)
}

// checkWeekdays is about numbered weekdays, such as 2TU for the second Tuesday. The library
// takes the plain and the numbered ones of a list as two conditions that must both hold.
func checkWeekdays(o *rrule.ROption) error {
	most := 53 // weeks in a year
	if o.Freq == rrule.MONTHLY || len(o.Bymonth) > 0 {
		most = 5
	}
	numbered := 0
	for _, d := range o.Byweekday {
		if d.N() < -most || d.N() > most {
			return fmt.Errorf("must number the weekdays in BYDAY from 1 to %d or from -1 to -%d", most, most)
		}
		if d.N() != 0 {
			numbered++
		}
	}
	if numbered > 0 && o.Freq > rrule.MONTHLY {
		return errors.New("must not number the weekdays in BYDAY unless FREQ is MONTHLY or YEARLY")
	}
	if numbered > 0 && numbered < len(o.Byweekday) {
		return errors.New("must number either all weekdays in BYDAY or none")
	}
	return nil
}
