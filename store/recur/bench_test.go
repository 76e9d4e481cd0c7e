package recur

import (
	"strings"
	"testing"
	"time"
)

// BenchmarkNext has what people write, and the longest searches a rule can ask for: years
// without an occurrence up to the horizon, and a COUNT that has to be counted.
func BenchmarkNext(b *testing.B) {
	const (
		manyMinutes = ";BYMINUTE=0,10,20,30,40,50"
		allDays     = ";BYMONTHDAY=1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31"
		allHours    = ";BYHOUR=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23"
		longAgo     = "1970-01-01T09:00:00"
	)
	notInJanuary := ";BYMONTH=1;BYYEARDAY=" + strings.TrimSuffix(strings.Repeat("-1,", 31), ",")
	for _, tc := range []struct{ name, anchor, text string }{
		{"weekly", "2026-05-04T09:00:00", "FREQ=WEEKLY;BYDAY=MO,TH"},
		{"monthly from long ago", longAgo, "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1"},
		{"hourly from long ago", longAgo, "FREQ=HOURLY;INTERVAL=5"},
		{"yearly at all times", longAgo, "FREQ=YEARLY" + allDays + allHours + manyMinutes},
		{"hourly counted", longAgo, "FREQ=HOURLY;COUNT=10000" + manyMinutes},
		{"daily counted", longAgo, "FREQ=DAILY;COUNT=10000"},
		{"hourly never", longAgo, "FREQ=HOURLY;COUNT=10000;BYDAY=MO,TU,WE,TH,FR,SA,SU" + allDays + notInJanuary + manyMinutes},
		{"hourly never at all hours", longAgo, "FREQ=HOURLY;COUNT=10000" + allDays + allHours + notInJanuary + manyMinutes},
		{"daily never", longAgo, "FREQ=DAILY;COUNT=10000" + allDays + notInJanuary},
		{"weekly never", longAgo, "FREQ=WEEKLY;COUNT=10000;BYSETPOS=-361,-362,-363,-364,-365,-366" + allDays + manyMinutes},
		{"monthly never", longAgo, "FREQ=MONTHLY;COUNT=10000;BYSETPOS=361,362,363,364,365,366" + allDays},
		{"monthly never on numbered days", longAgo, "FREQ=MONTHLY;COUNT=10000;BYMONTHDAY=1;BYDAY=" + strings.Repeat("5MO,-5SU,", 15) + "5TU"},
		{"yearly never", longAgo, "FREQ=YEARLY;COUNT=10000;BYDAY=MO,TU,WE,TH,FR,SA,SU" + allDays + notInJanuary},
	} {
		b.Run(tc.name, func(b *testing.B) {
			r := Rule{Kind: "rrule", Anchor: clockTime(b, tc.anchor), RRule: tc.text}
			if err := r.Check(); err != nil {
				b.Fatal(err)
			}
			z := zone(b, "Europe/Berlin")
			after := time.Date(2026, 12, 28, 12, 0, 0, 0, time.UTC)
			for b.Loop() {
				r.Next(after, z)
			}
		})
	}
}
