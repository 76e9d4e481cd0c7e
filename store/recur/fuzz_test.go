package recur

import (
	"testing"
	"time"
)

// FuzzNext asks any rule at any time in any of the zones: it never panics, never loops, and
// keeps the promises of Next.
func FuzzNext(f *testing.F) {
	kinds := []string{"rrule", "once", "daily", "weekly", "never"}
	for _, text := range []string{
		"FREQ=DAILY", "RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH;WKST=SU", "FREQ=MONTHLY;BYDAY=-5MO;COUNT=10000",
		"FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "FREQ=YEARLY;BYMONTH=2;BYDAY=5SU,-5SU", "FREQ=YEARLY;BYDAY=53MO,-53SU",
		"FREQ=HOURLY;INTERVAL=7;BYHOUR=3;BYMINUTE=0,30;UNTIL=20300101T000000Z", "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30",
		"FREQ=YEARLY;BYYEARDAY=366,-366;UNTIL=99991231", "freq=daily;until=00010101t000000z", "FREQ=DAILY\nDTSTART:20260101",
		"FREQ=YEARLY;BYEASTER=999", "FREQ=SECONDLY", "",
	} {
		f.Add(text, uint8(0), int64(1777885200), int64(1793145600), uint8(1))
	}
	for kind := range kinds {
		f.Add("", uint8(kind), int64(1774748700), int64(1774746000), uint8(5))
		f.Add("FREQ=HOURLY", uint8(kind), int64(7289654399), int64(1)<<62, uint8(4))
		f.Add("FREQ=HOURLY", uint8(kind), int64(0), int64(-1)<<63, uint8(2))
	}
	f.Fuzz(func(t *testing.T, text string, kind uint8, anchor, after int64, place uint8) {
		z := zone(t, zones[int(place)%len(zones)])
		r := Rule{Kind: kinds[int(kind)%len(kinds)], Anchor: ClockTimeOf(time.Unix(anchor, 0), time.UTC), RRule: text}
		at := time.Unix(after, 0)
		next, ok := r.Next(at, z)
		if err := r.Check(); err != nil && ok {
			t.Fatalf("%v %v, but fires at %s", r, err, next)
		}
		if !ok {
			return
		}
		if !next.After(at) || ClockTimeOf(next, z).before(r.Anchor) {
			t.Fatalf("%v after %s fires at %s", r, at, next)
		}
		if again, ok := r.Next(next.Add(-1), z); !ok || !again.Equal(next) {
			t.Fatalf("%v fires at %s, but after the instant before it at %s", r, next, again)
		}
	})
}
