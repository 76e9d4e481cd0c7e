package recur

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

// randomRule is a rule of any kind, and a time about which to ask it: mostly one at which
// the clocks of some of the zones change.
func randomRule(rng *rand.Rand) (Rule, time.Time) {
	years := []int{1993, 2009, 2011, 2018, 2026, 2040}
	anchor := ClockTime{time.Date(years[rng.IntN(len(years))], 1, 1, 0, 15*rng.IntN(365*24*4), 0, 0, time.UTC)}
	r := Rule{Kind: []string{"once", "daily", "weekly", "rrule"}[rng.IntN(4)], Anchor: anchor}
	if r.Kind == "rrule" {
		r.RRule = randomPlain(rng).String()
	}
	return r, anchor.t.Add(time.Duration(rng.IntN(500*24)-50*24) * time.Hour)
}

func TestNextIsAfterAndTheSameUntilItComes(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	fired := 0
	for range 800 {
		z := zone(t, zones[rng.IntN(len(zones))])
		r, prev := randomRule(rng)
		for _, next := range upcoming(r, prev, z, 20) {
			fired++
			if !next.After(prev) {
				t.Fatalf("%v in %s: %s comes after %s", r, z, next, prev)
			}
			for _, at := range []time.Time{next.Add(-1), between(rng, prev, next), between(rng, prev, next)} {
				if again, ok := r.Next(at, z); !ok || !again.Equal(next) {
					t.Fatalf("%v in %s: after %s comes %s, but after %s %s", r, z, prev, next, at, again)
				}
			}
			prev = next
		}
	}
	if fired < 3000 {
		t.Errorf("only %d occurrences were looked at", fired)
	}
}

func TestDailyFiresOnceOnEachDate(t *testing.T) {
	t.Parallel()
	for name, year := range map[string]int{
		"Europe/Berlin": 2026, "America/New_York": 2026, "Australia/Lord_Howe": 2026, "Africa/Casablanca": 2026,
		"America/Sao_Paulo": 2017, "Pacific/Apia": 2011, "Europe/Dublin": 2040,
	} {
		z := zone(t, name)
		for _, clock := range []string{"00:00:00", "00:30:00", "01:45:00", "02:15:00", "02:30:00", "09:00:00", "23:59:59"} {
			anchor := clockTime(t, time.Date(year, 1, 1, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)+"T"+clock)
			got := upcoming(Rule{Kind: "daily", Anchor: anchor}, justBefore(anchor, z), z, 730)
			for want := anchor; len(got) > 0; want = (ClockTime{want.t.Add(day)}) {
				shown := ClockTimeOf(got[0], z)
				switch {
				case shown == want:
					got = got[1:]
				case !skips(z, want):
					t.Fatalf("%s: %s instead of %s", name, shown, want)
				case shown.t.Truncate(day).Equal(want.t.Truncate(day)):
					got = got[1:]
				case !skips(z, ClockTime{want.t.Truncate(day).Add(day / 2)}):
					t.Fatalf("%s: nothing on the day of %s", name, want)
				}
			}
		}
	}
}

func TestWeeklyKeepsWeekdayAndTime(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 3))
	for range 300 {
		z := zone(t, zones[rng.IntN(len(zones))])
		r, after := randomRule(rng)
		r.Kind = "weekly"
		for _, next := range upcoming(r, after, z, 60) {
			shown, ahead := ClockTimeOf(next, z), ClockTimeOf(next, z).t.Sub(r.Anchor.t)%(7*day)
			if ahead != 0 && !skips(z, ClockTime{shown.t.Add(-ahead)}) {
				t.Fatalf("%s in %s: on %s", r.Anchor, z, shown)
			}
		}
	}
}

// TestRRuleMatchesTheStandard compares with a generator that knows no shortcuts.
func TestRRuleMatchesTheStandard(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("computes for long, alone")
	}
	rng := rand.New(rand.NewPCG(1, 4))
	fired := 0
	for range 200 {
		z := zone(t, zones[rng.IntN(len(zones))])
		p := randomPlain(rng)
		r, after := randomRule(rng)
		r.Kind = "rrule"
		if rng.IntN(4) == 0 {
			p.until = ClockTime{r.Anchor.t.Add(time.Duration(rng.IntN(800)) * day)}
		}
		r.RRule = p.String()
		last := r.Anchor.t.Year() + 4
		var want []time.Time
		for _, w := range p.occurrences(r.Anchor, last) {
			if at := w.In(z); at.After(after) {
				want = append(want, at)
			}
		}
		slices.SortFunc(want, time.Time.Compare)
		want = slices.CompactFunc(want, time.Time.Equal)
		want = want[:min(len(want), 30)]
		fired += len(want)
		got := upcoming(r, after, z, 30)
		if late := slices.IndexFunc(got, func(at time.Time) bool { return at.In(z).Year() > last }); late >= 0 {
			got = got[:late]
		}
		if !slices.EqualFunc(got, want, time.Time.Equal) {
			t.Fatalf("%s from %s in %s, after %s:\n got %s\nwant %s", p, r.Anchor, z, after, got, want)
		}
	}
	if fired < 2000 {
		t.Errorf("only %d occurrences were compared", fired)
	}
}
