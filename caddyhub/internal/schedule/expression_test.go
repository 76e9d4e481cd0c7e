package schedule

import (
	"strings"
	"testing"
	"time"
)

func load(t testing.TB, name string) *time.Location {
	t.Helper()
	zone, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return zone
}

const layout = "2006-01-02 15:04"

// next lists the times of an expression after a time on the clocks of a zone, with their
// offsets where the clocks change.
func next(t *testing.T, text, after string, zone *time.Location, n int) string {
	t.Helper()
	e, err := Parse(text)
	if err != nil {
		t.Fatalf("%q %v", text, err)
	}
	at, err := time.ParseInLocation(layout, after, zone)
	if err != nil {
		t.Fatal(err)
	}
	var times []string
	for range n {
		at = e.Next(at, zone)
		times = append(times, at.In(zone).Format("Mon 02 15:04 -07"))
	}
	return strings.Join(times, ", ")
}

func TestNext(t *testing.T) {
	berlin := load(t, "Europe/Berlin")
	for _, c := range []struct{ name, text, after, want string }{
		{"every morning", "0 9 * * *", "2026-05-04 09:00", "Tue 05 09:00 +02, Wed 06 09:00 +02"},
		{"a minute before", "0 9 * * *", "2026-05-04 08:59", "Mon 04 09:00 +02, Tue 05 09:00 +02"},
		{"Monday to Friday", "0 9 * * 1-5", "2026-05-07 10:00", "Fri 08 09:00 +02, Mon 11 09:00 +02"},
		{"by name", "0 9 * * mon-FRI", "2026-05-07 10:00", "Fri 08 09:00 +02, Mon 11 09:00 +02"},
		{"Sunday is 0", "0 9 * * 0", "2026-05-04 10:00", "Sun 10 09:00 +02, Sun 17 09:00 +02"},
		{"Sunday is 7", "0 9 * * 7", "2026-05-04 10:00", "Sun 10 09:00 +02, Sun 17 09:00 +02"},
		{"up to Sunday", "0 9 * * 6-7", "2026-05-04 10:00", "Sat 09 09:00 +02, Sun 10 09:00 +02"},
		{"every other day up to Sunday", "0 9 * * 5-7/2", "2026-05-04 10:00", "Fri 08 09:00 +02, Sun 10 09:00 +02"},
		{"Sunday in a list", "0 9 * * 3,7", "2026-05-04 10:00", "Wed 06 09:00 +02, Sun 10 09:00 +02"},
		{"steps", "*/20 * * * *", "2026-05-04 10:15", "Mon 04 10:20 +02, Mon 04 10:40 +02"},
		{"either kind of day", "0 9 6 * 5", "2026-05-04 10:00", "Wed 06 09:00 +02, Fri 08 09:00 +02"},
		{"a day that few months have", "0 9 31 * *", "2026-05-31 10:00", "Fri 31 09:00 +02, Mon 31 09:00 +02"},
		// The clocks of Berlin jump from 02:00 to 03:00 on 29 March 2026, and back from
		// 03:00 to 02:00 on 25 October.
		{"skipped", "30 2 * * *", "2026-03-28 03:00", "Sun 29 03:30 +02, Mon 30 02:30 +02"},
		{"skipped, looked for after it should have come", "30 2 * * *", "2026-03-29 03:10", "Sun 29 03:30 +02, Mon 30 02:30 +02"},
		{"skipped onto another", "0,30 2,3 * * *", "2026-03-29 01:30", "Sun 29 03:00 +02, Sun 29 03:30 +02, Mon 30 02:00 +02"},
		{"shown twice", "30 2 * * *", "2026-10-24 03:00", "Sun 25 02:30 +02, Mon 26 02:30 +01"},
		{"every half hour over a gap", "*/30 * * * *", "2026-03-29 01:00", "Sun 29 01:30 +01, Sun 29 03:00 +02, Sun 29 03:30 +02, Sun 29 04:00 +02"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := next(t, c.text, c.after, berlin, strings.Count(c.want, ",")+1); got != c.want {
				t.Errorf("%s\nwant %s", got, c.want)
			}
		})
	}
	t.Run("looked for between the two times the clocks show", func(t *testing.T) {
		e, _ := Parse("30 2 * * *")
		second := time.Date(2026, 10, 25, 1, 10, 0, 0, time.UTC) // 02:10 for the second time
		if got := e.Next(second, berlin).In(berlin).Format(layout); got != "2026-10-26 02:30" {
			t.Error(got)
		}
	})
	t.Run("the last of a span", func(t *testing.T) {
		e, _ := Parse("0 9,17 * * *")
		day := func(hour int) time.Time { return time.Date(2026, 5, 4, hour, 0, 0, 0, berlin) }
		if got, ok := e.Last(day(8), day(18), berlin); !ok || !got.Equal(day(17)) {
			t.Errorf("%s %t", got, ok)
		}
		if got, ok := e.Last(day(9), day(16), berlin); ok {
			t.Errorf("the beginning belongs to the span before: %s", got)
		}
		if got, ok := e.Last(day(8), day(9), berlin); !ok || !got.Equal(day(9)) {
			t.Errorf("the end belongs to it: %s %t", got, ok)
		}
	})
}

func TestBadExpressionsAreNamed(t *testing.T) {
	for text, want := range map[string]string{
		"":                                 "five fields",
		"0 9 * *":                          "five fields",
		"0 0 9 * * *":                      "five fields",
		"@daily":                           "five fields",
		"@every 1ns":                       "five fields",
		"TZ=UTC":                           "five fields",
		"TZ=UTC 9 * * *":                   "bad minute",
		"TZ=UTC 0 9 * * *":                 "five fields",
		"60 9 * * *":                       "bad minute",
		"*/0 9 * * *":                      "bad minute",
		"-1 9 * * *":                       "bad minute",
		"0 24 * * *":                       "bad hour",
		"0 9-7 * * *":                      "bad hour",
		"0 9 0 * *":                        "bad day of month",
		"0 9 32 * *":                       "bad day of month",
		"0 9 ? * *":                        "bad day of month",
		"0 9 * 13 *":                       "bad month",
		"0 9 * foo *":                      "bad month",
		"0 9 * * 8":                        "bad day of week",
		"0 9 * * 1-8":                      "bad day of week",
		"0 9 * * 7-1":                      "bad day of week",
		"0 9 * * monday":                   "bad day of week",
		"0 9 * * 1#2":                      "bad day of week",
		"0 9\x00 * * *":                    "bad hour",
		"0 9 30 2 *":                       "never comes",
		"0 9 31 feb,apr *":                 "never comes",
		strings.Repeat("0,", 5000) + "0 9": "at most 200",
	} {
		_, err := Parse(text)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: got %v, want %q", text, err, want)
		}
	}
}

func TestWords(t *testing.T) {
	for text, want := range map[string]string{
		"0 9 * * *":         "every day at 09:00",
		"5 9,17 * * *":      "every day at 09:05 and 17:05",
		"0 8,12,18 * * *":   "every day at 08:00, 12:00 and 18:00",
		"0 9 * * 1-5":       "every weekday at 09:00",
		"0 9 * * mon-fri":   "every weekday at 09:00",
		"0 9 * * 6-7":       "every Saturday and Sunday at 09:00",
		"0 9 * * 0,6":       "every Saturday and Sunday at 09:00",
		"0 9 * * 1,3":       "every Monday and Wednesday at 09:00",
		"0 9 * * 7":         "every Sunday at 09:00",
		"0 9 * * 1-7":       "every day at 09:00",
		"0 9 1 * *":         "on day 1 of every month at 09:00",
		"* * * * *":         "every minute",
		"*/30 * * * *":      "every 30 minutes",
		"*/1 * * * *":       "every minute",
		"15 * * * *":        "every hour at minute 15",
		"0 */2 * * *":       "every 2 hours at minute 0",
		"*/10 * * * 1-5":    "every 10 minutes, every weekday",
		"0 9-17 * * *":      "every day at minute 0 of hour 9-17",
		"0 9 1 1 *":         "at minute 0 of hour 9, on day 1 of month 1 and weekday *",
		"0 9 13 * 5":        "at minute 0 of hour 9, on day 13 of month * and weekday 5",
		"0  9   * * 1-5/2 ": "at minute 0 of hour 9, on day * of month * and weekday 1-5/2",
	} {
		e, err := Parse(text)
		if err != nil {
			t.Errorf("%q %v", text, err)
			continue
		}
		if got := e.Words(); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// Whatever is typed is refused or comes later than it was asked for, in any zone.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"0 9 * * *", "*/15 8-18 * * mon-fri", "0 0 29 2 *", "30 2 * * 5-7/2", "TZ=UTC", "@every 1ns", "0 9 * * 7-7"} {
		f.Add(text, int64(1_790_000_000))
	}
	zones := []*time.Location{time.UTC, load(f, "Europe/Berlin"), load(f, "Australia/Lord_Howe"), load(f, "Pacific/Apia")}
	f.Fuzz(func(t *testing.T, text string, seconds int64) {
		e, err := Parse(text)
		if err != nil {
			return
		}
		if e.Words() == "" {
			t.Error("no words")
		}
		after := time.Unix(seconds%4_000_000_000, 0)
		for _, zone := range zones {
			if at := e.Next(after, zone); !at.IsZero() && !at.After(after) {
				t.Errorf("%q after %s in %s: %s", text, after, zone, at)
			}
		}
	})
}
