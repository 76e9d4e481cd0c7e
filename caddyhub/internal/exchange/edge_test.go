package exchange

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// waiting are issues of beads, each after others.
func waiting(after map[string][]string) string {
	var b strings.Builder
	for _, id := range sortedKeys(after) {
		var deps []string
		for _, to := range after[id] {
			deps = append(deps, fmt.Sprintf(`{"depends_on_id":%q,"type":"blocks"}`, to))
		}
		fmt.Fprintf(&b, `{"id":%q,"title":%q,"dependencies":[%s]}`+"\n", id, id, strings.Join(deps, ","))
	}
	return b.String()
}

func TestCircles(t *testing.T) {
	for name, tc := range map[string]struct {
		after map[string][]string
		kept  map[string][]string
		says  string
	}{
		"none":           {map[string][]string{"a": {"b", "c"}, "b": {"c"}, "c": nil}, map[string][]string{"a": {"b", "c"}, "b": {"c"}}, ""},
		"itself":         {map[string][]string{"a": {"a"}}, nil, "a after itself: nothing can wait for itself"},
		"two":            {map[string][]string{"a": {"b"}, "b": {"a"}}, map[string][]string{"a": {"b"}}, "b after a: they would wait for each other: a → b → a"},
		"three":          {map[string][]string{"a": {"b"}, "b": {"c"}, "c": {"a"}}, map[string][]string{"a": {"b"}, "b": {"c"}}, "c after a: they would wait for each other: a → b → c → a"},
		"within":         {map[string][]string{"a": {"b"}, "b": {"c"}, "c": {"b", "d"}, "d": nil}, map[string][]string{"a": {"b"}, "b": {"c"}, "c": {"d"}}, "c after b: they would wait for each other: b → c → b"},
		"what is not":    {map[string][]string{"a": {"x", "b"}, "b": nil}, map[string][]string{"a": {"b"}}, "a after x: x is not among what is read"},
		"the same twice": {map[string][]string{"a": {"b", "b"}, "b": nil}, map[string][]string{"a": {"b"}}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			got := mustRead(t, Options{Source: Beads}, waiting(tc.after))
			for _, th := range got.Incoming.Threads {
				if !slices.Equal(th.DependsOn, tc.kept[th.Ref]) {
					t.Errorf("%s after %q", th.Ref, th.DependsOn)
				}
			}
			said := leftOut(got)
			if tc.says == "" && said != "" || !strings.Contains(said, tc.says) {
				t.Errorf("%s\nwant %s", said, tc.says)
			}
		})
	}
}

func TestALongCircle(t *testing.T) {
	after := map[string][]string{}
	const n = 20_000
	for i := range n {
		after[fmt.Sprintf("x%05d", i)] = []string{fmt.Sprintf("x%05d", (i+1)%n)}
	}
	got := mustRead(t, Options{Source: Beads}, waiting(after))
	if got.Missing != 1 || len(got.LeftOut[0].Why) > 400 || !strings.Contains(got.LeftOut[0].Why, "…") {
		t.Errorf("%s", leftOut(got))
	}
}

// Whatever waits for what, no circle is left, and nothing is taken out but edges that close one.
func TestAnyCircles(t *testing.T) {
	for seed := range uint64(50) {
		rnd := rand.New(rand.NewPCG(seed, 2))
		after, edges := map[string][]string{}, 0
		for i := range 40 {
			id := fmt.Sprintf("x%02d", i)
			after[id] = nil
			for range rnd.IntN(4) {
				if to := fmt.Sprintf("x%02d", rnd.IntN(40)); to != id && !slices.Contains(after[id], to) {
					after[id] = append(after[id], to)
					edges++
				}
			}
		}
		got := mustRead(t, Options{Source: Beads}, waiting(after)) // which looks for circles
		kept := 0
		for _, th := range got.Incoming.Threads {
			kept += len(th.DependsOn)
		}
		if kept+got.Missing != edges {
			t.Errorf("%d kept and %d left out of %d", kept, got.Missing, edges)
		}
	}
}

func TestMoreThanAThreadWaitsFor(t *testing.T) {
	after := map[string][]string{"a": nil}
	for i := range 20 {
		id := fmt.Sprintf("x%02d", i)
		after[id] = nil
		after["a"] = append(after["a"], id)
	}
	got := mustRead(t, Options{Source: Beads}, waiting(after))
	if th := threadOf(t, got.Incoming, "a"); len(th.DependsOn) != maxAfter || th.Goal != "Also after: x16, x17, x18, x19" {
		t.Errorf("%+v", th)
	}
}
