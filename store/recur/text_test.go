package recur

import (
	"strings"
	"testing"
	"time"
)

// rruleAt is a rule with the anchor of most tests: a Monday at nine.
func rruleAt(t testing.TB, text string) Rule {
	t.Helper()
	return Rule{Kind: "rrule", Anchor: clockTime(t, "2026-05-04T09:00:00"), RRule: text}
}

func TestCheckTakesRules(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"FREQ=DAILY",
		"RRULE:FREQ=DAILY",
		"rrule:freq=weekly;byday=mo,th",
		" FREQ=DAILY\n",
		"INTERVAL=2;FREQ=DAILY",
		"FREQ=HOURLY;INTERVAL=1000",
		"FREQ=DAILY;COUNT=10000",
		"FREQ=DAILY;COUNT=3;UNTIL=20270101",
		"FREQ=DAILY;UNTIL=20270101T090000",
		"FREQ=DAILY;UNTIL=20270101T090000Z",
		"FREQ=HOURLY;BYMINUTE=0,10,20,30,40,50;BYSECOND=30",
		"FREQ=HOURLY;INTERVAL=2;BYHOUR=11",
		"FREQ=HOURLY;BYHOUR=8",
		"FREQ=MONTHLY;BYMONTHDAY=-1,1,15",
		"FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
		"FREQ=MONTHLY;BYDAY=+1MO,-5SU",
		"FREQ=YEARLY;BYDAY=53MO",
		"FREQ=YEARLY;BYMONTH=5;BYDAY=2SU;WKST=SU",
		"FREQ=YEARLY;BYYEARDAY=-1,366",
		"FREQ=DAILY;BYDAY=" + strings.Repeat("MO,", 30) + "MO",
		"FREQ=YEARLY;BYYEARDAY=" + strings.Repeat("0000000001,", 30) + strings.Repeat("0", 147) + "1",
	} {
		if err := rruleAt(t, text).Check(); err != nil {
			t.Errorf("%q %v", text, err)
		}
	}
}

func TestCheckRefusesRules(t *testing.T) {
	t.Parallel()
	const (
		notARule = "must be a rule of RFC 5545, such as FREQ=WEEKLY;BYDAY=MO,TH"
		onlyPart = "must have no parts but BYDAY, BYHOUR, BYMINUTE, BYMONTH, BYMONTHDAY, BYSECOND, BYSETPOS, BYYEARDAY, COUNT, FREQ, INTERVAL, UNTIL, WKST"
		tooOften = "must repeat hourly or more rarely: FREQ is HOURLY, DAILY, WEEKLY, MONTHLY or YEARLY"
		interval = "must have INTERVAL between 1 and 1000"
		count    = "must have COUNT between 1 and 10000"
		setpos   = "must not have BYSETPOS unless FREQ is WEEKLY, MONTHLY or YEARLY"
		unevenly = "must number either all weekdays in BYDAY or none"
		rarely   = "must not number the weekdays in BYDAY unless FREQ is MONTHLY or YEARLY"
		inMonth  = "must number the weekdays in BYDAY from 1 to 5 or from -1 to -5"
		inYear   = "must number the weekdays in BYDAY from 1 to 53 or from -1 to -53"
		hour     = "must come to an hour of BYHOUR in steps of INTERVAL from its first time"
		outside  = "must have no value out of range: "
	)
	for _, tc := range []struct{ name, text, want string }{
		{"nothing", "", notARule},
		{"words", "every second Tuesday", notARule},
		{"only the prefix", "RRULE:", notARule},
		{"no FREQ", "INTERVAL=2", notARule},
		{"an empty part", "FREQ=DAILY;", notARule},
		{"no value", "FREQ=DAILY;BYHOUR=", notARule},
		{"an empty value", "FREQ=DAILY;BYHOUR=9,,10", notARule},
		{"two equals signs", "FREQ=DAILY;BYHOUR=9=10", notARule},
		{"an unknown FREQ", "FREQ=FORTNIGHTLY", notARule},
		{"an unknown weekday", "FREQ=WEEKLY;BYDAY=XX", notARule},
		{"a word for a number", "FREQ=DAILY;BYHOUR=nine", notARule},
		{"a number without end", "FREQ=DAILY;INTERVAL=99999999999999999999", notARule},
		{"no such day", "FREQ=DAILY;UNTIL=20270230", notARule},
		{"another form of day", "FREQ=DAILY;UNTIL=2027-01-01", notARule},
		{"two lines within a value", "FREQ=DAILY\nRRULE:FREQ=DAILY", notARule},
		{"DTSTART on a line", "DTSTART:20260504T090000Z\nRRULE:FREQ=DAILY", onlyPart},
		{"DTSTART as a part", "FREQ=DAILY;DTSTART=20260504T090000Z", onlyPart},
		{"the prefix twice", "RRULE:RRULE:FREQ=DAILY", onlyPart},
		{"a part of no standard", "FREQ=YEARLY;BYEASTER=1", onlyPart},
		{"week numbers", "FREQ=YEARLY;BYWEEKNO=20", onlyPart},
		{"a part twice", "FREQ=DAILY;BYHOUR=9;BYHOUR=10", "must not have BYHOUR twice"},
		{"too long", "FREQ=DAILY;BYHOUR=" + strings.Repeat("0", 482) + "1", "must have at most 500 bytes"},
		{"each minute", "FREQ=MINUTELY;INTERVAL=30", tooOften},
		{"each second", "FREQ=SECONDLY", tooOften},
		{"too many minutes", "FREQ=HOURLY;BYMINUTE=0,1,2,3,4,5,6", "must list at most 6 in BYMINUTE"},
		{"two seconds", "FREQ=DAILY;BYSECOND=0,30", "must list at most 1 in BYSECOND"},
		{"two intervals", "FREQ=DAILY;INTERVAL=1,2", "must list at most 1 in INTERVAL"},
		{"too many days", "FREQ=DAILY;BYDAY=" + strings.Repeat("MO,", 31) + "MO", "must list at most 31 in BYDAY"},
		{"too many positions", "FREQ=YEARLY;BYSETPOS=1,2,3,4,5,6,7", "must list at most 6 in BYSETPOS"},
		{"INTERVAL of nothing", "FREQ=DAILY;INTERVAL=0", interval},
		{"INTERVAL backwards", "FREQ=DAILY;INTERVAL=-1", interval},
		{"INTERVAL too large", "FREQ=DAILY;INTERVAL=1001", interval},
		{"COUNT of nothing", "FREQ=DAILY;COUNT=0", count},
		{"COUNT below nothing", "FREQ=DAILY;COUNT=-1", count},
		{"COUNT too large", "FREQ=DAILY;COUNT=10001", count},
		{"positions in an hour", "FREQ=HOURLY;BYSETPOS=1", setpos},
		{"positions in a day", "FREQ=DAILY;BYHOUR=9,10;BYSETPOS=1", setpos},
		{"some weekdays numbered", "FREQ=MONTHLY;BYDAY=MO,2TU", unevenly},
		{"numbered weekdays in a week", "FREQ=WEEKLY;BYDAY=1MO", rarely},
		{"numbered weekdays in a day", "FREQ=DAILY;BYDAY=-1MO", rarely},
		{"a sixth Monday of a month", "FREQ=MONTHLY;BYDAY=6MO", inMonth},
		{"a sixth Monday of one month", "FREQ=YEARLY;BYMONTH=5;BYDAY=-6MO", inMonth},
		{"a 54th Monday", "FREQ=YEARLY;BYDAY=54MO", inYear},
		{"a 54th Monday from the end", "FREQ=YEARLY;BYDAY=-54MO", inYear},
		{"an hour it never comes to", "FREQ=HOURLY;INTERVAL=2;BYHOUR=10,12", hour},
		{"an hour it never comes to in weeks", "FREQ=HOURLY;INTERVAL=168;BYHOUR=10", hour},
		{"hour 24", "FREQ=DAILY;BYHOUR=24", outside + "byhour must be between 0 and 23"},
		{"minute 60", "FREQ=DAILY;BYMINUTE=60", outside + "byminute must be between 0 and 59"},
		{"second 60", "FREQ=DAILY;BYSECOND=60", outside + "bysecond must be between 0 and 59"},
		{"month 13", "FREQ=DAILY;BYMONTH=13", outside + "bymonth must be between 1 and 12"},
		{"day 0", "FREQ=MONTHLY;BYMONTHDAY=0", outside + "bymonthday must be between 1 and 31 or -1 and -31"},
		{"day 367", "FREQ=YEARLY;BYYEARDAY=367", outside + "byyearday must be between 1 and 366 or -1 and -366"},
		{"position 0", "FREQ=MONTHLY;BYSETPOS=0", outside + "bysetpos must be between 1 and 366 or -1 and -366"},
	} {
		r := rruleAt(t, tc.text)
		if got := message(r.Check()); got != tc.want {
			t.Errorf("%s: %q, want %q", tc.name, got, tc.want)
		}
		if next, ok := r.Next(justBefore(r.Anchor, time.UTC), time.UTC); ok {
			t.Errorf("%s: refused, but fires at %s", tc.name, next)
		}
	}
}

func TestCheckNeverRepeatsTheValue(t *testing.T) {
	t.Parallel()
	const value = "ZEBRA"
	for _, text := range []string{
		value, value + "=1", "FREQ=" + value, "FREQ=DAILY;" + value, "FREQ=DAILY;" + value + "=1", "FREQ=DAILY;INTERVAL=" + value,
		"FREQ=DAILY;COUNT=" + value, "FREQ=DAILY;UNTIL=" + value, "FREQ=DAILY;BYDAY=" + value, "FREQ=DAILY;BYHOUR=1," + value,
		"FREQ=DAILY;WKST=" + value, "DTSTART;TZID=" + value + ":20260504T090000\nRRULE:FREQ=DAILY", "FREQ=DAILY\n" + value,
	} {
		if got := message(rruleAt(t, text).Check()); got == "" || strings.Contains(got, value) {
			t.Errorf("%q: %q", text, got)
		}
	}
	if got := message(Rule{Kind: value, Anchor: clockTime(t, "2026-05-04T09:00:00")}.Check()); got == "" || strings.Contains(got, value) {
		t.Errorf("kind: %q", got)
	}
}
