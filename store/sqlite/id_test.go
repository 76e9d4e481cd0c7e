package sqlite

import (
	"testing"
	"time"
)

func TestIDsGrowWhateverTheClockDoes(t *testing.T) {
	t.Parallel()
	start := time.Date(2026, 5, 4, 0, 0, 0, 0, time.UTC)
	for name, step := range map[string]func(i int) time.Duration{
		"it stands still":          func(int) time.Duration { return 0 },
		"it moves on":              func(i int) time.Duration { return time.Duration(i) * time.Millisecond },
		"it steps back":            func(i int) time.Duration { return -time.Duration(i) * time.Hour },
		"it jumps to and fro":      func(i int) time.Duration { return time.Duration(i%2) * 1000 * time.Hour },
		"it is before all history": func(i int) time.Duration { return -60 * 365 * 24 * time.Hour },
	} {
		var source idSource
		last := ""
		for i := range 200_000 {
			id := source.next(start.Add(step(i)))
			if id <= last || len(id) != idLength {
				t.Fatalf("%s: %s follows %s", name, id, last)
			}
			last = id
		}
	}
}

func TestIDsSortByTime(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 5, 4, 0, 0, 0, 0, time.UTC)
	var a, b idSource
	if x, y := a.next(at), b.next(at.Add(time.Millisecond)); x >= y {
		t.Errorf("%s of the later moment is not greater than %s", y, x)
	}
	if x, y := a.next(at), b.next(time.Date(2109, 1, 1, 0, 0, 0, 0, time.UTC)); x >= y {
		t.Errorf("in 2109 the ids start again: %s", y)
	}
}

func TestDecodeID(t *testing.T) {
	t.Parallel()
	for _, n := range []uint64{0, 1, 31, 32, 1<<60 - 1, 0x0123456789abcde} {
		if got, err := DecodeID(EncodeID(n)); err != nil || got != n {
			t.Errorf("%d became %d, %v", n, got, err)
		}
	}
	for name, id := range map[string]string{
		"empty": "", "short": "0123456789a", "long": "0123456789abc", "upper case": "0123456789aB",
		"a letter left out of the alphabet": "01234567890l", "a space": "0123456789a ", "wide": "0123456789é",
	} {
		if _, err := DecodeID(id); err == nil {
			t.Errorf("%s: %q passes for an id", name, id)
		}
	}
	if a, b := RandomID(), RandomID(); a == b {
		t.Errorf("two random ids are the same: %s", a)
	}
}
