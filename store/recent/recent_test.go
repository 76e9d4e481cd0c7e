package recent

import (
	"maps"
	"testing"
)

func TestKeepsAboutItsLimit(t *testing.T) {
	r := New[int, int](10)
	for i := range 1000 {
		r.Replace(i, i)
		if n := len(r.newer) + len(r.older); n > 20 {
			t.Fatalf("%d are kept", n)
		}
		// One that is looked up again and again stays.
		if found, _ := r.Pick([]int{0}); found[0] != 0 || len(found) != 1 {
			t.Fatalf("after %d: %v", i, found)
		}
	}
	found, _ := r.Pick([]int{999, 998, 500})
	if !maps.Equal(found, map[int]int{999: 999, 998: 998}) {
		t.Errorf("found %v", found)
	}
}

func TestTakesNothingReadBeforeAReplacement(t *testing.T) {
	r := New[string, string](10)
	_, generation := r.Pick([]string{"a"})
	r.Replace("a", "new")
	r.Fill(generation, map[string]string{"a": "old", "b": "old"})
	if found, _ := r.Pick([]string{"a", "b"}); !maps.Equal(found, map[string]string{"a": "new"}) {
		t.Errorf("found %v", found)
	}
	_, generation = r.Pick([]string{"b"})
	r.Fill(generation, map[string]string{"b": "read"})
	if found, _ := r.Pick([]string{"b"}); found["b"] != "read" {
		t.Errorf("found %v", found)
	}
}
