package invented

import (
	"reflect"
	"testing"
)

func TestTheSameEveryTime(t *testing.T) {
	if !reflect.DeepEqual(Works(50), Works(50)) || !reflect.DeepEqual(Pages(5, 500), Pages(5, 500)) {
		t.Error("two calls differ")
	}
}

func TestTextsDiffer(t *testing.T) {
	titles, bodies := map[string]bool{}, map[string]bool{}
	for _, w := range Works(500) {
		titles[w.Title] = true
	}
	if len(titles) < 450 {
		t.Errorf("%d titles of 500 works", len(titles))
	}
	for _, p := range Pages(20, 4096) {
		if len(p.Body) != 4096 || p.Title == "" {
			t.Errorf("page %q has %d bytes", p.Title, len(p.Body))
		}
		bodies[p.Body] = true
	}
	if len(bodies) != 20 {
		t.Errorf("%d bodies of 20 pages", len(bodies))
	}
}
