package match

import (
	"slices"
	"testing"
)

// TestLengths: of a word are known the lengths of the phrases it may begin, and the languages
// whose endings may make others of them.
func TestLengths(t *testing.T) {
	th := spoken(t, "en: spring clean | de: großer Hausputz | es: limpieza general de primavera | it: limpieza veloce | ja: 大掃除\nen: house | de: Haus")
	for _, tt := range []struct {
		name, word string
		longest    int
		has        []int
		otherwise  map[int][]tongue
	}{
		{"one of no phrase", "house", 1, []int{1}, nil},
		{"English has no other endings", "spring", 2, []int{1, 2}, nil},
		{"as it stands", "großer", 2, []int{1, 2}, map[int][]tongue{2: {german}}},
		{"with another ending", "große", 2, []int{1, 2}, map[int][]tongue{2: {german}}},
		{"in two languages", "limpieza", 4, []int{1, 2, 4}, map[int][]tongue{2: {spanish, italian}, 4: {spanish, italian}}},
		{"in a script without spaces", "大掃除", 1, []int{1}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			l := th.saying(plain(tt.word)[0]).begins
			if got := l.longest(); got != tt.longest {
				t.Errorf("longest is %d, want %d", got, tt.longest)
			}
			for n := 1; n <= 4; n++ {
				if got := l.has(n); got != slices.Contains(tt.has, n) {
					t.Errorf("has %d: %v", n, got)
				}
				if n == 1 {
					continue
				}
				if got := slices.Collect(l.otherwise(n).all()); !slices.Equal(got, tt.otherwise[n]) {
					t.Errorf("phrases of %d have other endings in %v, want %v", n, got, tt.otherwise[n])
				}
			}
		})
	}
}

// TestPhraseLengths: a phrase is looked for only where one of its length begins with its first word and
// one ends with its last, in a language that has both.
func TestPhraseLengths(t *testing.T) {
	th := spoken(t, "en: spring clean | de: großer Hausputz | es: limpieza general de primavera | it: limpieza veloce\nen: clean copies | de: Haus\nen: test run")
	for _, tt := range []struct {
		name, phrase string
		may          bool
		otherwise    []tongue
	}{
		{"as it stands", "spring clean", true, nil},
		{"as English inflects it", "spring cleans", true, nil},
		{"by a stem that goes further", "test runner", true, nil},
		{"as German inflects it", "große Hausputze", true, []tongue{german}},
		{"of four words", "limpiezas generales de primavera", true, []tongue{spanish}},
		{"with what ends no phrase", "spring spring", false, nil},
		{"with what begins none", "copies clean", false, nil},
		{"with what ends a longer one", "limpieza primavera", false, nil},
		{"of two languages", "große veloce", false, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			words := plain(tt.phrase)
			n := len(words)
			among := th.saying(words[0]).begins.and(th.saying(words[n-1]).ends)
			if among.has(n) != tt.may {
				t.Errorf("may be a phrase: %v, want %v", !tt.may, tt.may)
			}
			if got := slices.Collect(among.otherwise(n).all()); !slices.Equal(got, tt.otherwise) {
				t.Errorf("has other endings in %v, want %v", got, tt.otherwise)
			}
		})
	}
}
