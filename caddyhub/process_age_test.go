package caddyhub

import (
	"runtime"
	"testing"
	"time"
)

// initialised is when the tests' process set its variables.
var initialised = time.Now()

// inexact is by how much the system may be wrong about when a process began: a tick of its clock,
// and one of the time of the machine.
const inexact = 20 * time.Millisecond

func TestProcessAge(t *testing.T) {
	const rest = " S 1 2 3 0 -1 4194560 100 0 0 0 5 3 0 0 20 0 9 0 12345 1000000 500 18446744073709551615"
	for name, c := range map[string]struct {
		stat, uptime string
		want         time.Duration
	}{
		"a process":               {"77 (hub)" + rest, "123.95 200.10\n", 500 * time.Millisecond},
		"a name like the rest":    {"77 (hub) S 1 (2)" + rest, "123.95 200.10\n", 500 * time.Millisecond},
		"a clock that lags":       {"77 (hub)" + rest, "123.40 200.10\n", 0},
		"nothing":                 {"", "", 0},
		"half of it":              {"77 (hub) S 1 2", "123.95 200.10\n", 0},
		"no time of the machine":  {"77 (hub)" + rest, "long", 0},
		"no start of the process": {"77 (hub) S 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 soon 20", "123.95", 0},
	} {
		t.Run(name, func(t *testing.T) {
			if got := ageBy(c.stat, c.uptime).Round(time.Millisecond); got != c.want {
				t.Errorf("got %s", got)
			}
		})
	}
	// The process is older than its variables, by what loading it took.
	if least, age := time.Since(initialised), processAge(); runtime.GOOS == "linux" && (age < least-inexact || age > least+time.Minute) {
		t.Errorf("this process has run for %s, and its variables are %s old", age, least)
	}
}
