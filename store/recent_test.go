package store

import (
	"slices"
	"testing"
)

// look is what a cache holds under keys, and which of them it misses.
func look[V any](r *Recent[string, V], keys ...string) (values []V, missing []int) {
	values = make([]V, len(keys))
	missing, _ = r.Pick(keys, values)
	return values, missing
}

func TestRecentKeepsAboutItsLimit(t *testing.T) {
	r := NewRecent[string, int](10, nil)
	name := func(i int) string { return string(rune('a' + i)) }
	for i := range 1000 {
		r.Replace(name(i), i)
		if n := len(r.newer) + len(r.older); n > 20 {
			t.Fatalf("%d are kept", n)
		}
		// One that is looked up again and again stays.
		if _, missing := look(r, name(0)); missing != nil {
			t.Fatalf("gone after %d", i)
		}
	}
	values, missing := look(r, name(999), name(500), name(998))
	if !slices.Equal(values, []int{999, 0, 998}) || !slices.Equal(missing, []int{1}) {
		t.Errorf("found %v, missing %v", values, missing)
	}
}

func TestRecentTakesNothingReadBeforeAReplacement(t *testing.T) {
	r := NewRecent[string, string](10, nil)
	_, generation := r.Pick([]string{"a"}, make([]string, 1))
	r.Replace("a", "new")
	r.Fill(generation, map[string]string{"a": "old", "b": "old"})
	if values, missing := look(r, "a", "b"); values[0] != "new" || !slices.Equal(missing, []int{1}) {
		t.Errorf("found %v, missing %v", values, missing)
	}
	_, generation = r.Pick([]string{"b"}, make([]string, 1))
	r.Fill(generation, map[string]string{"b": "read"})
	if values, _ := look(r, "b"); values[0] != "read" {
		t.Errorf("found %v", values)
	}
}

func TestRecentForgetsWhatHasGone(t *testing.T) {
	for _, tc := range []struct {
		name    string
		forget  func(*Recent[string, string])
		missing []int
	}{
		{"one", func(r *Recent[string, string]) { r.Remove("a") }, []int{0, 2}},
		{"all", (*Recent[string, string]).Clear, []int{0, 1, 2}},
	} {
		r := NewRecent[string, string](1, nil)
		r.Replace("a", "kept")
		r.Replace("b", "kept")
		_, generation := r.Pick([]string{"c"}, make([]string, 1))
		tc.forget(r)
		r.Fill(generation, map[string]string{"c": "read before", "a": "read before"})
		if _, missing := look(r, "a", "b", "c"); !slices.Equal(missing, tc.missing) {
			t.Errorf("%s: missing %v, want %v", tc.name, missing, tc.missing)
		}
	}
}

func TestRecentKeepsNothingThatDoesNotFit(t *testing.T) {
	r := NewRecent[string](10, func(v string) bool { return len(v) < 5 })
	r.Replace("a", "old")
	r.Replace("a", "too long")
	r.Fill(2, map[string]string{"b": "too long", "c": "ok"})
	if values, missing := look(r, "a", "b", "c"); !slices.Equal(missing, []int{0, 1}) || values[2] != "ok" {
		t.Errorf("found %v, missing %v", values, missing)
	}
}
