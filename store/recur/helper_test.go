package recur

import (
	"math/rand/v2"
	"testing"
	"time"
)

// zones are places whose clocks behave differently: summer time on either side of Greenwich,
// none, by half an hour, from midnight, and backwards; a day that was skipped; changes by
// many hours.
var zones = []string{
	"UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Pacific/Apia",
	"Australia/Lord_Howe", "America/Sao_Paulo", "Pacific/Kwajalein", "Africa/Casablanca", "Antarctica/Casey",
}

func zone(t testing.TB, name string) *time.Location {
	t.Helper()
	z, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return z
}

func clockTime(t testing.TB, s string) ClockTime {
	t.Helper()
	w, err := ParseClockTime(s)
	if err != nil {
		t.Fatalf("%s: %v", s, err)
	}
	return w
}

// upcoming are the next n occurrences after the given time, or as many as there are.
func upcoming(r Rule, after time.Time, zone *time.Location, n int) (times []time.Time) {
	for range n {
		next, ok := r.Next(after, zone)
		if !ok {
			break
		}
		times = append(times, next)
		after = next
	}
	return times
}

// justBefore is the second before the first occurrence that an anchor may be.
func justBefore(anchor ClockTime, zone *time.Location) time.Time {
	return anchor.In(zone).Add(-time.Second)
}

// between is any instant from from to before to.
func between(rng *rand.Rand, from, to time.Time) time.Time {
	return from.Add(time.Duration(rng.Int64N(int64(to.Sub(from)))))
}
