package calendar

import (
	"bytes"
	"strings"
	"testing"
	"time"

	ics "github.com/arran4/golang-ical"

	"github.com/progresshub/progresshub/store"
)

func entry(text string, at time.Time) store.CalendarEntry {
	return store.CalendarEntry{Reminder: store.Reminder{ID: "0k3x5p9q2abc", Text: text, UpdatedAt: store.At(at)}, At: store.At(at)}
}

var nine = time.Date(2026, 5, 4, 9, 0, 0, 0, time.UTC)

func write(t testing.TB, entries ...store.CalendarEntry) string {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, entries, func(m store.Reminder) string { return "https://hub.example/ui/reminders/" + m.ID }); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestACalendar(t *testing.T) {
	want := strings.Join([]string{
		"BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Progress Hub//Reminders//EN", "METHOD:PUBLISH", "X-WR-CALNAME:Progress Hub",
		"REFRESH-INTERVAL;VALUE=DURATION:PT1H", "X-PUBLISHED-TTL:PT1H",
		"BEGIN:VEVENT", "UID:0k3x5p9q2abc-1777885200@progress-hub", "DTSTAMP:20260504T090000Z", "DTSTART:20260504T090000Z", "DTEND:20260504T091500Z",
		`SUMMARY:Call Ann\, Bo\; and \\Cy at noon`, "TRANSP:TRANSPARENT", "URL:https://hub.example/ui/reminders/0k3x5p9q2abc", "END:VEVENT",
		"END:VCALENDAR", "",
	}, "\r\n")
	if got := write(t, entry("Call Ann, Bo; and \\Cy\nat noon", nine)); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// Whatever an agent writes into a reminder stays in its line, and the line is folded.
func FuzzACalendar(f *testing.F) {
	for _, text := range []string{"", "Water the plants", "a\r\nEND:VEVENT\r\nBEGIN:VEVENT", strings.Repeat("漢字", 200), "x\x00\x1b[31m", `\n\\,;:"`, "a\rb", "\u2028\u0085"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got := write(t, entry(text, nine), entry("second", nine.Add(time.Hour)))
		lines := strings.Split(strings.TrimSuffix(got, "\r\n"), "\r\n")
		events := 0
		for _, line := range lines {
			if len(line) > 75 || strings.ContainsAny(line, "\r\n") {
				t.Errorf("line %q", line)
			}
			if line == "BEGIN:VEVENT" {
				events++
			}
		}
		c, err := ics.ParseCalendar(strings.NewReader(got))
		if err != nil || events != 2 || len(c.Events()) != 2 {
			t.Errorf("%d events: %v\n%s", events, err, got)
		}
	})
}
