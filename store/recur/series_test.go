package recur

import (
	"strings"
	"testing"
	"time"
)

func TestRRuleOccurrences(t *testing.T) {
	t.Parallel()
	const nine, monday = "09:00:00", "2026-05-04T09:00:00"
	for _, tc := range []struct{ name, anchor, text, want string }{
		{"daily", monday, "FREQ=DAILY", "2026-05-04 2026-05-05 2026-05-06"},
		{"every second day", monday, "FREQ=DAILY;INTERVAL=2", "2026-05-04 2026-05-06 2026-05-08"},
		{"so many times", monday, "FREQ=DAILY;COUNT=2", "2026-05-04 2026-05-05"},
		{"no more in the week than COUNT", monday, "FREQ=WEEKLY;BYDAY=SU,MO,TU;COUNT=3", "2026-05-04 2026-05-05 2026-05-10"},
		{"until a time", monday, "FREQ=DAILY;UNTIL=20260505T090000", "2026-05-04 2026-05-05"},
		{"until just before a time", monday, "FREQ=DAILY;UNTIL=20260505T085959", "2026-05-04"},
		{"until a day, which counts", monday, "FREQ=DAILY;UNTIL=20260505", "2026-05-04 2026-05-05"},
		{"until a time in UTC", monday, "FREQ=DAILY;UNTIL=20260505T070000Z", "2026-05-04 2026-05-05"},
		{"until just before a time in UTC", monday, "FREQ=DAILY;UNTIL=20260505T065959Z", "2026-05-04"},
		{"UNTIL before COUNT", monday, "FREQ=DAILY;COUNT=9;UNTIL=20260505", "2026-05-04 2026-05-05"},
		{"COUNT before UNTIL", monday, "FREQ=DAILY;COUNT=2;UNTIL=20270101", "2026-05-04 2026-05-05"},
		{"weekly on the anchor's day", monday, "FREQ=WEEKLY", "2026-05-04 2026-05-11 2026-05-18"},
		{"weekly on two days", monday, "FREQ=WEEKLY;BYDAY=MO,TH", "2026-05-04 2026-05-07 2026-05-11"},
		{"an anchor that does not fit does not fire", monday, "FREQ=WEEKLY;BYDAY=TU", "2026-05-05 2026-05-12 2026-05-19"},
		{"a week that begins on Sunday", "1997-08-05T" + nine, "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU", "1997-08-05 1997-08-17 1997-08-19"},
		{"a week that begins on Monday", "1997-08-05T" + nine, "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=MO", "1997-08-05 1997-08-10 1997-08-19"},
		{"a position in a week that began before the anchor", "2026-05-06T" + nine, "FREQ=WEEKLY;BYDAY=MO,WE,FR;BYSETPOS=2", "2026-05-06 2026-05-13 2026-05-20"},
		{"monthly on the anchor's day", "2026-01-31T" + nine, "FREQ=MONTHLY", "2026-01-31 2026-03-31 2026-05-31"},
		{"the last of the month", "2026-01-31T" + nine, "FREQ=MONTHLY;BYMONTHDAY=-1", "2026-01-31 2026-02-28 2026-03-31"},
		{"the second Tuesday", monday, "FREQ=MONTHLY;BYDAY=2TU", "2026-05-12 2026-06-09 2026-07-14"},
		{"the last Friday", monday, "FREQ=MONTHLY;BYDAY=-1FR", "2026-05-29 2026-06-26 2026-07-31"},
		{"the last working day", monday, "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "2026-05-29 2026-06-30 2026-07-31"},
		{"Friday the 13th", monday, "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13", "2026-11-13 2027-08-13 2028-10-13"},
		{"in some months", monday, "FREQ=MONTHLY;BYMONTH=6,9", "2026-06-04 2026-09-04 2027-06-04"},
		{"yearly on the anchor's day", monday, "FREQ=YEARLY", "2026-05-04 2027-05-04 2028-05-04"},
		{"29 February", "2024-02-29T" + nine, "FREQ=YEARLY", "2024-02-29 2028-02-29 2032-02-29"},
		{"29 February every third year", "2024-02-29T" + nine, "FREQ=YEARLY;INTERVAL=3", "2024-02-29 2036-02-29 2048-02-29"},
		{"the 100th day and the last", monday, "FREQ=YEARLY;BYYEARDAY=100,-1", "2026-12-31 2027-04-10 2027-12-31"},
		{"the 20th Monday", monday, "FREQ=YEARLY;BYDAY=20MO", "2026-05-18 2027-05-17 2028-05-15"},
		{"a value twice", monday, "FREQ=DAILY;BYHOUR=9,9,09;COUNT=2", "2026-05-04 2026-05-05"},
	} {
		z := zone(t, "Europe/Berlin")
		r := Rule{Kind: "rrule", Anchor: clockTime(t, tc.anchor), RRule: tc.text}
		var got []string
		for _, next := range upcoming(r, justBefore(r.Anchor, z), z, 3) {
			date, time, _ := strings.Cut(ClockTimeOf(next, z).String(), "T")
			if time != nine {
				t.Errorf("%s: at %s", tc.name, time)
			}
			got = append(got, date)
		}
		if got := strings.Join(got, " "); got != tc.want {
			t.Errorf("%s: %s, want %s", tc.name, got, tc.want)
		}
	}
}

func TestRRuleTimesOfDay(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ name, zone, anchor, text, want string }{
		{"several hours", "UTC", "2026-05-04T09:00:00", "FREQ=DAILY;BYHOUR=17,9", "04T09:00 04T17:00 05T09:00 05T17:00"},
		{"several minutes", "UTC", "2026-05-04T09:20:00", "FREQ=HOURLY;BYMINUTE=30,0", "04T09:30 04T10:00 04T10:30 04T11:00"},
		{"every fifth hour", "UTC", "2026-05-04T09:20:00", "FREQ=HOURLY;INTERVAL=5", "04T09:20 04T14:20 04T19:20 05T00:20"},
		{"every seventh hour at night", "UTC", "2026-05-04T09:20:00", "FREQ=HOURLY;INTERVAL=7;BYHOUR=2,3", "06T03:20 11T02:20 13T03:20 18T02:20"},
		{"hours on Tuesdays", "UTC", "2026-05-04T09:00:00", "FREQ=HOURLY;INTERVAL=12;BYDAY=TU", "05T09:00 05T21:00 12T09:00 12T21:00"},
		{"in a gap, behind what comes after it", "Australia/Lord_Howe", "2026-10-04T01:00:00", "FREQ=HOURLY;BYMINUTE=15,30", "04T01:15 04T01:30 04T02:30 04T02:45"},
		{"in a gap, with what comes after it", "Europe/Berlin", "2026-03-29T00:00:00", "FREQ=DAILY;BYHOUR=1,2,3;BYMINUTE=0,30", "29T01:00 29T01:30 29T03:00 29T03:30"},
		{"in a gap, west of Greenwich", "America/New_York", "2026-03-08T00:00:00", "FREQ=DAILY;BYHOUR=1,2,3;BYMINUTE=0,30", "08T01:00 08T01:30 08T03:00 08T03:30"},
		{"hours through a gap", "Europe/Berlin", "2026-03-29T00:30:00", "FREQ=HOURLY", "29T00:30 29T01:30 29T03:30 29T04:30"},
		{"hours through a repeat: once each", "Europe/Berlin", "2026-10-25T01:30:00", "FREQ=HOURLY", "25T01:30 25T02:30 25T03:30 25T04:30"},
		{"a skipped day adds nothing", "Pacific/Apia", "2011-12-29T09:00:00", "FREQ=DAILY;BYHOUR=9,21", "29T09:00 29T21:00 31T09:00 31T21:00"},
		{"the last of a COUNT in a gap", "Europe/Berlin", "2026-03-28T02:30:00", "FREQ=DAILY;COUNT=2", "28T02:30 29T03:30"},
	} {
		z := zone(t, tc.zone)
		r := Rule{Kind: "rrule", Anchor: clockTime(t, tc.anchor), RRule: tc.text}
		var got []string
		for _, next := range upcoming(r, justBefore(r.Anchor, z), z, 4) {
			got = append(got, next.Format("02T15:04"))
		}
		if got := strings.Join(got, " "); got != tc.want {
			t.Errorf("%s: %s, want %s", tc.name, got, tc.want)
		}
	}
}

// TestRRuleUntilInUTCFollowsTheOwner: the same rule ends earlier on the wall clock of an
// owner who lives further west.
func TestRRuleUntilInUTCFollowsTheOwner(t *testing.T) {
	t.Parallel()
	r := rruleAt(t, "FREQ=DAILY;UNTIL=20260506T080000Z")
	for name, want := range map[string]int{"Asia/Kolkata": 3, "Europe/Berlin": 3, "America/New_York": 2} {
		z := zone(t, name)
		if got := upcoming(r, justBefore(r.Anchor, z), z, 10); len(got) != want {
			t.Errorf("%s: %s, want %d", name, got, want)
		}
	}
}

// TestRRuleInAGapIsStillToCome asks when the clocks show more than the digits of what was
// skipped.
func TestRRuleInAGapIsStillToCome(t *testing.T) {
	t.Parallel()
	r := Rule{Kind: "rrule", Anchor: clockTime(t, "2026-01-01T02:30:00"), RRule: "FREQ=DAILY"}
	after, z := time.Date(2026, 3, 29, 1, 10, 0, 0, time.UTC), zone(t, "Europe/Berlin")
	if next, ok := r.Next(after, z); !ok || !next.Equal(after.Add(20*time.Minute)) {
		t.Errorf("after %s comes %s", after, next)
	}
}

func TestRRuleEndsWithTheHorizon(t *testing.T) {
	t.Parallel()
	last := time.Date(2399, 12, 31, 9, 0, 0, 0, time.UTC)
	for _, text := range []string{"FREQ=WEEKLY;BYDAY=FR,SA", "FREQ=WEEKLY;BYDAY=FR,SA;UNTIL=99991231", "FREQ=HOURLY;INTERVAL=24;UNTIL=99991231T235959Z"} {
		r := rruleAt(t, text)
		got := upcoming(r, last.Add(-time.Second), time.UTC, 2)
		if len(got) != 1 || !got[0].Equal(last) {
			t.Errorf("%s: %s", text, got)
		}
	}
}

// TestRulesThatNeverFireAreKnown has those that the library alone looks after until the
// year 9999, or forever.
func TestRulesThatNeverFireAreKnown(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30",
		"FREQ=HOURLY;BYMONTH=2;BYMONTHDAY=30",
		"FREQ=HOURLY;INTERVAL=7;BYHOUR=3;BYMINUTE=0,10,20,30,40,50;BYMONTH=4;BYMONTHDAY=31",
		"FREQ=HOURLY;INTERVAL=168;BYDAY=TU",
		"FREQ=DAILY;INTERVAL=7;BYDAY=TU",
		"FREQ=WEEKLY;BYSETPOS=8",
		"FREQ=MONTHLY;INTERVAL=12;BYMONTH=6",
		"FREQ=MONTHLY;BYMONTHDAY=1;BYDAY=5MO",
		"FREQ=YEARLY;BYYEARDAY=1;BYMONTH=2",
		"FREQ=YEARLY;INTERVAL=2;BYYEARDAY=366;BYSETPOS=2",
		"FREQ=YEARLY;BYMONTHDAY=31;BYMONTH=2,4,6,9,11;COUNT=10000",
		"FREQ=DAILY;UNTIL=20260503",
		"FREQ=DAILY;UNTIL=00010101T000000Z",
	} {
		r := rruleAt(t, text)
		if err := r.Check(); err != nil {
			t.Errorf("%s %v", text, err)
		}
		for _, name := range zones {
			if next, ok := r.Next(justBefore(r.Anchor, zone(t, name)), zone(t, name)); ok {
				t.Errorf("%s fires at %s", text, next)
			}
		}
	}
}

func TestRarestRulesAreFound(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO":              "2044-02-29T09:00:00",
		"FREQ=YEARLY;INTERVAL=100;BYMONTH=5;BYMONTHDAY=4;BYDAY=TH": "2226-05-04T09:00:00",
		"FREQ=HOURLY;INTERVAL=1000;BYMONTH=2;BYMONTHDAY=29":        "2092-02-29T01:00:00",
	} {
		r := rruleAt(t, text)
		next, ok := r.Next(justBefore(r.Anchor, time.UTC), time.UTC)
		if got := ClockTimeOf(next, time.UTC).String(); !ok || got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}
