package match_test

import (
	"reflect"
	"testing"
)

func TestParse(t *testing.T) {
	tests := []struct {
		name, text string
		want       []Pair
	}{
		{"nothing", "", nil},
		{"a work alone says nothing", "one\n", nil},
		{"another wording is the same work", "one | eins | 1\n", []Pair{{"eins", "one", true, "en", Dev}, {"1", "one", true, "en", Dev}}},
		{"works of a family are others", "a\nb\nc\n", []Pair{{"a", "b", false, "en", Dev}, {"a", "c", false, "en", Dev}, {"b", "c", false, "en", Dev}}},
		{"families have nothing to do with each other", "a\n\n\nb", nil},
		{"a comment does not part a family", "a\n# why\nb", []Pair{{"a", "b", false, "en", Dev}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			families, err := parse(tt.text)
			if err != nil {
				t.Fatal(err)
			}
			var got []Pair
			for _, f := range families {
				got = append(got, f.pairs("en", Dev)...)
			}
			if !reflect.DeepEqual(got, tt.want) {
				t.Errorf("got %+v, want %+v", got, tt.want)
			}
		})
	}
}

func TestParseRefusesBrokenLines(t *testing.T) {
	for name, text := range map[string]string{
		"no wording after the bar":    "one | ",
		"nor before it":               " | one",
		"two bars":                    "one |  | two",
		"space before a wording":      " one",
		"space after a wording":       "one \ntwo",
		"a line of nothing but space": "one\n \ntwo",
	} {
		if got, err := parse(text); err == nil {
			t.Errorf("%s: %q is read as %q", name, text, got)
		}
	}
}
