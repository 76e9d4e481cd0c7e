package store

import (
	"slices"
	"strings"
	"testing"
	"time"
)

func TestSlugs(t *testing.T) {
	t.Parallel()
	for slug, good := range map[string]bool{
		"a": true, "7": true, "a-b": true, "a--b": true, "progress-hub-2": true, strings.Repeat("a", 64): true,
		"": false, "-": false, "-a": false, "a-": false, "A": false, "a_b": false, "a b": false, "a\n": false, "é": false, "a/b": false,
		"..": false, "a\x00": false, strings.Repeat("a", 65): false,
	} {
		var v invalid
		if v.checkSlug("slug", slug); (v.err() == nil) != good {
			t.Errorf("%q: %v, want good: %v", slug, v.err(), good)
		}
	}
}

func TestClosest(t *testing.T) {
	t.Parallel()
	names := []string{"progress-hub", "website", "web", "api", "проект"}
	for _, tc := range []struct{ name, in, want string }{
		{"a letter missing", "progres-hub", "progress-hub"},
		{"a letter too many", "websitte", "website"},
		{"neighbours swapped", "wesbite", "website"},
		{"another separator", "progress_hub", "progress-hub"},
		{"another case", "PROGRESS-HUB", "progress-hub"},
		{"another script", "праект", "проект"},
		{"the nearer of two", "websit", "website"},
		{"a word inside another is not near", "rapid", ""},
		{"nothing alike", "garden", ""},
		{"empty", "", ""},
	} {
		if got := Closest(tc.in, names); got != tc.want {
			t.Errorf("%s: %q is near %q, want %q", tc.name, tc.in, got, tc.want)
		}
	}
	if got := Closest("x", nil); got != "" {
		t.Errorf("of none: %q", got)
	}
}

// The name comes from a client and may be as long as an address: comparing it with every
// project must not hold the process up.
func TestClosestToALongNameIsQuick(t *testing.T) {
	t.Parallel()
	names := slices.Repeat([]string{strings.Repeat("a", 64)}, 10_000)
	start := time.Now()
	if got := Closest(strings.Repeat("a", 8000), names); got != "" {
		t.Errorf("near %q", got)
	}
	if took := time.Since(start); took > time.Second {
		t.Errorf("took %s", took)
	}
}
