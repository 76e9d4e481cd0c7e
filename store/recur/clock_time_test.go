package recur

import (
	"math/rand/v2"
	"testing"
	"time"
)

func TestWallInstantAroundChangesOfTheClocks(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ name, zone, clock, want string }{
		{"winter", "Europe/Berlin", "2026-01-04T09:00:00", "2026-01-04T08:00:00Z"},
		{"summer", "Europe/Berlin", "2026-05-04T09:00:00", "2026-05-04T07:00:00Z"},
		{"just before a gap", "Europe/Berlin", "2026-03-29T01:59:59", "2026-03-29T00:59:59Z"},
		{"in a gap: as much later", "Europe/Berlin", "2026-03-29T02:30:00", "2026-03-29T01:30:00Z"},
		{"just after a gap", "Europe/Berlin", "2026-03-29T03:00:00", "2026-03-29T01:00:00Z"},
		{"comes twice: the first", "Europe/Berlin", "2026-10-25T02:30:00", "2026-10-25T00:30:00Z"},
		{"just after what comes twice", "Europe/Berlin", "2026-10-25T03:00:00", "2026-10-25T02:00:00Z"},
		{"in a gap, west of Greenwich", "America/New_York", "2026-03-08T02:30:00", "2026-03-08T07:30:00Z"},
		{"just after a gap, west of Greenwich", "America/New_York", "2026-03-08T03:00:00", "2026-03-08T07:00:00Z"},
		{"comes twice, west of Greenwich: the first", "America/New_York", "2026-11-01T01:30:00", "2026-11-01T05:30:00Z"},
		{"just after what comes twice, west of Greenwich", "America/New_York", "2026-11-01T02:00:00", "2026-11-01T07:00:00Z"},
		{"half past, no summer time", "Asia/Kolkata", "2026-05-04T09:00:00", "2026-05-04T03:30:00Z"},
		{"in a gap of half an hour", "Australia/Lord_Howe", "2026-10-04T02:15:00", "2026-10-03T15:45:00Z"},
		{"just after a gap of half an hour", "Australia/Lord_Howe", "2026-10-04T02:30:00", "2026-10-03T15:30:00Z"},
		{"comes twice within half an hour", "Australia/Lord_Howe", "2026-04-05T01:45:00", "2026-04-04T14:45:00Z"},
		{"a skipped midnight", "America/Sao_Paulo", "2018-11-04T00:00:00", "2018-11-04T03:00:00Z"},
		{"no summer time any more", "America/Sao_Paulo", "2019-11-03T00:00:00", "2019-11-03T03:00:00Z"},
		{"the day before a skipped day", "Pacific/Apia", "2011-12-29T09:00:00", "2011-12-29T19:00:00Z"},
		{"a skipped day: the next one", "Pacific/Apia", "2011-12-30T09:00:00", "2011-12-30T19:00:00Z"},
		{"the day after a skipped day", "Pacific/Apia", "2011-12-31T09:00:00", "2011-12-30T19:00:00Z"},
		{"the last day of a leap year to come", "Europe/Berlin", "2040-12-31T09:00:00", "2040-12-31T08:00:00Z"},
	} {
		got := clockTime(t, tc.clock).In(zone(t, tc.zone))
		if got.UTC().Format(time.RFC3339) != tc.want {
			t.Errorf("%s: %s in %s is %s, want %s", tc.name, tc.clock, tc.zone, got.UTC(), tc.want)
		}
		if got.Location().String() != tc.zone {
			t.Errorf("%s: told in %s", tc.name, got.Location())
		}
	}
}

// TestWallInstantIsTheFirstOfItsKind compares with a search through all the minutes around.
func TestWallInstantIsTheFirstOfItsKind(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 1))
	for _, name := range zones {
		z := zone(t, name)
		for range 300 {
			w := ClockTime{time.Date(1970+rng.IntN(90), 1, 1, 0, rng.IntN(366*24*60), 0, 0, time.UTC)}
			got := w.In(z)
			for at := w.t.Add(-day); at.Before(got); at = at.Add(time.Minute) {
				if ClockTimeOf(at, z) == w {
					t.Fatalf("%s in %s is %s, but comes at %s already", w, name, got, at)
				}
			}
			if shown := ClockTimeOf(got, z); shown != w && !skips(z, w) {
				t.Fatalf("%s in %s is %s", w, name, got)
			}
		}
	}
}

// skips reports whether the clocks of a zone never show a clock time.
func skips(z *time.Location, w ClockTime) bool {
	for at := w.t.Add(-day); at.Before(w.t.Add(day)); at = at.Add(time.Minute) {
		if ClockTimeOf(at, z) == w {
			return false
		}
	}
	return true
}

func TestClockTimeOf(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 5, 4, 22, 30, 15, 999_999_999, time.UTC)
	for name, want := range map[string]string{
		"UTC":              "2026-05-04T22:30:15",
		"Europe/Berlin":    "2026-05-05T00:30:15",
		"America/New_York": "2026-05-04T18:30:15",
		"Asia/Kolkata":     "2026-05-05T04:00:15",
	} {
		if got := ClockTimeOf(at, zone(t, name)); got != clockTime(t, want) {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

func TestParseClockTimeTakesOneForm(t *testing.T) {
	t.Parallel()
	for _, s := range []string{"2026-05-04T09:00:00", "1970-01-01T00:00:00", "0001-01-01T00:00:00", "9999-12-31T23:59:59"} {
		if got, err := ParseClockTime(s); err != nil || got.String() != s {
			t.Errorf("%s became %s, %v", s, got, err)
		}
	}
	for _, s := range []string{
		"", "2026-05-04", "2026-05-04T09:00", "2026-05-04T09:00:00Z", "2026-05-04T09:00:00+02:00", "2026-05-04T09:00:00.5",
		"2026-05-04T09:00:00,5", "2026-05-04 09:00:00", "2026-02-30T09:00:00", "2026-05-04T24:00:00", "12026-05-04T09:00:00", "tomorrow",
	} {
		if got, err := ParseClockTime(s); err == nil {
			t.Errorf("%q became %s", s, got)
		}
	}
}
