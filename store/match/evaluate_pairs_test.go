package match_test

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
)

// How well match ranks and judges is measured on labelled pairs of texts: does the second
// describe the same work as the first, or does it merely share words with it?
//
// The pairs come from testdata/families/<split>/<language>.txt. A blank line ends a family of
// works that are easily confused. A line is one work: its title and, after " | ", other
// wordings of the same work. Lines that start with # are comments. Weights and thresholds are
// chosen on the split dev; test is what they are judged by. A family stands in one split only.

//go:embed testdata
var testdata embed.FS

// The splits of the labelled set.
const (
	Dev  = "dev"
	Test = "test"
	// Fresh has works in other languages only, written before the lexicon was extended by the
	// same hand.
	Fresh = "fresh"
	// Later has works in other languages and in other words, of three more projects, written after
	// the lexicon was done. Nothing was chosen on it.
	Later = "later"
)

// Pair is two texts and whether they describe the same work.
type Pair struct {
	Query, Title string
	Same         bool
	Lang         string // ISO 639-1, or "mixed"
	Split        string // Dev or Test
}

// Pairs returns the labelled set, ordered by split and language. Every other wording of a
// work is asked for its title, and the title of every work for those that follow it in its
// family.
func Pairs() ([]Pair, error) {
	names, err := fs.Glob(testdata, "testdata/families/*/*.txt")
	if err != nil {
		return nil, fmt.Errorf("list labelled pairs: %w", err)
	}
	var pairs []Pair
	for _, name := range names {
		text, err := testdata.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("read labelled pairs: %w", err)
		}
		families, err := parse(string(text))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		lang := strings.TrimSuffix(path.Base(name), ".txt")
		for _, f := range families {
			pairs = append(pairs, f.pairs(lang, path.Base(path.Dir(name)))...)
		}
	}
	return pairs, nil
}

// family is works that share words; the first text of a work is its title.
type family [][]string

func (f family) pairs(lang, split string) []Pair {
	var pairs []Pair
	for i, work := range f {
		title := work[0]
		for _, wording := range work[1:] {
			pairs = append(pairs, Pair{wording, title, true, lang, split})
		}
		for _, other := range f[i+1:] {
			pairs = append(pairs, Pair{title, other[0], false, lang, split})
		}
	}
	return pairs
}

func parse(text string) ([]family, error) {
	var families []family
	var f family
	for number, line := range strings.Split(text+"\n", "\n") {
		switch {
		case strings.HasPrefix(line, "#"):
		case line != "":
			work := strings.Split(line, " | ")
			for _, wording := range work {
				if wording == "" || strings.TrimSpace(wording) != wording || strings.HasSuffix(wording, " |") {
					return nil, fmt.Errorf("line %d: %w", number+1, errWording)
				}
			}
			f = append(f, work)
		case f != nil:
			families, f = append(families, f), nil
		}
	}
	return families, nil
}

var errWording = errors.New("a wording is empty or has space around it")
