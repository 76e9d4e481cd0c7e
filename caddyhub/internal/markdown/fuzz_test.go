package markdown

import (
	"strings"
	"testing"
)

func FuzzHTML(f *testing.F) {
	for _, s := range hostile(f) {
		f.Add(s)
	}
	for _, p := range places {
		f.Add(strings.ReplaceAll(p.document, "%", "<a href=x onclick=y>"))
	}
	f.Add(page())
	r := New()
	links := Links{Prefix: "/hub", Exists: func(path string) bool { return len(path)%2 == 0 }}
	f.Fuzz(func(t *testing.T, source string) {
		out := r.HTML(source, links)
		for _, wrong := range unsafe(out, "/hub") {
			t.Errorf("%q: %s\n%s", source, wrong, out)
		}
		if most := 5*len(source) + 256<<10; len(out) > most {
			t.Errorf("%d bytes of HTML of %d", len(out), len(source))
		}
		if again := r.policy.Sanitize(out); again != out {
			t.Errorf("the policy makes %q of %q", again, out)
		}
	})
}
