package lexicon

import (
	"slices"
	"strings"
	"testing"
)

// TestLexicon holds what the package promises of its own files.
func TestLexicon(t *testing.T) {
	l, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	const concepts, topics, contrasts = 4500, 800, 600
	if len(l.Concepts) < concepts || len(l.Topics) < topics || len(l.Contrasts) < contrasts {
		t.Errorf("%d concepts, %d topics, %d contrasts; want at least %d, %d, %d", len(l.Concepts), len(l.Topics), len(l.Contrasts), concepts, topics, contrasts)
	}
	named := map[string]bool{}
	for _, c := range l.Concepts {
		if named[c.Name] {
			t.Errorf("%q names two concepts", c.Name)
		}
		named[c.Name] = true
		for _, lang := range Languages() {
			if !slices.ContainsFunc(c.Forms, func(f Form) bool { return f.Lang == lang }) {
				t.Errorf("%q has no form in %q", c.Name, lang)
			}
		}
	}
}

func TestParse(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"a concept", "en: log in, auth | de: anmelden", ""},
		{"a topic", "~ session: cookie, remember me", ""},
		{"a contrast", "! import / export", ""},
		{"a comment and an empty line", "# words\n\n", ""},
		{"no language", "log in, auth", "want a language"},
		{"an empty form", "en: log in, , auth", "empty"},
		{"space around a form", "en: log in,  auth", "space"},
		{"a long phrase", "en: one two three four five", "more than 4 words"},
		{"a topic without words", "~ session", "needs a name"},
		{"one side", "! import", "needs two"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Parse(tt.text)
			if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want) || !strings.Contains(err.Error(), "line 1")) {
				t.Errorf("got %v, want %q", err, tt.want)
			}
		})
	}
	l, err := Parse("en: log in, auth | de: anmelden\n~ session: cookie, token\n! add, create / remove")
	if err != nil {
		t.Fatal(err)
	}
	if c := l.Concepts[0]; c.Name != "log in" || len(c.Forms) != 3 || c.Forms[2] != (Form{"de", "anmelden"}) {
		t.Errorf("concept %+v", c)
	}
	if topic := l.Topics[0]; topic.Name != "session" || len(topic.Forms) != 2 {
		t.Errorf("topic %+v", topic)
	}
	if c := l.Contrasts[0]; len(c) != 2 || !slices.Equal(c[0], []string{"add", "create"}) {
		t.Errorf("contrast %+v", c)
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{"en: log in, auth | de: anmelden", "~ session: cookie", "! a / b", "#", "en: "} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		l, err := Parse(text)
		if err != nil {
			return
		}
		for _, c := range l.Concepts {
			if c.Name == "" || len(c.Forms) == 0 {
				t.Errorf("%+v without a form", c)
			}
		}
	})
}

// TestNoConceptStandsTwice holds that two concepts with most of their words in common, in as good as
// all languages, are told apart: by being one, or by a contrast that says what each is.
func TestNoConceptStandsTwice(t *testing.T) {
	l, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	const languages, share = 8, 0.6
	with := map[Form][]int{}
	for i, c := range l.Concepts {
		for _, f := range forms(c) {
			with[f] = append(with[f], i)
		}
	}
	type pair struct{ one, other int }
	common := map[pair]map[string]int{} // of two concepts: how many words, by language
	for f, list := range with {
		for at, one := range list {
			for _, other := range list[at+1:] {
				p := pair{one, other}
				if common[p] == nil {
					common[p] = map[string]int{}
				}
				common[p][f.Lang]++
			}
		}
	}
	for p, by := range common {
		all := 0
		for _, n := range by {
			all += n
		}
		one, other := l.Concepts[p.one], l.Concepts[p.other]
		if fewer := min(len(forms(one)), len(forms(other))); len(by) < languages || float64(all) < share*float64(fewer) {
			continue
		}
		if !slices.ContainsFunc(l.Contrasts, func(c Contrast) bool { return tellsApart(c, one, other) }) {
			t.Errorf("%q and %q have %d words in common: make one of them, or a contrast", one.Name, other.Name, all)
		}
	}
}

// forms are the words of a concept, each once and in small letters.
func forms(c Concept) []Form {
	var list []Form
	for _, f := range c.Forms {
		if f.Text = strings.ToLower(f.Text); !slices.Contains(list, f) {
			list = append(list, f)
		}
	}
	return list
}

// tellsApart reports whether two concepts stand on different sides of a contrast.
func tellsApart(c Contrast, one, other Concept) bool {
	side := func(concept Concept) int {
		return slices.IndexFunc(c, func(words []string) bool { return slices.Contains(words, concept.Name) })
	}
	a, b := side(one), side(other)
	return a >= 0 && b >= 0 && a != b
}
