package match

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestReports prints how duplicates are found in a published set of bug reports, and how BM25 finds
// them by the same stems. Such sets are large and belong to others, so none is in the repository. Two
// are kd/sureka/OfficeDupsTest.csv of github.com/dutta1kartik3/duplicate-bug-detection, and the six files
// that end in _pair.csv, of "Datatset_Eclipse_Pair (trigram)" and the same of Firefox and Mobile, in
// github.com/SigmaJahan/Towards-Understanding-the-Impacts-of-Textual-Dissimilarity-on-Duplicate-Bug-Report-Detection.
// The files of a set are given as in PATH:
//
//	HUB_TEST_REPORTS=OfficeDupsTest.csv go test -v -run Reports ./store/match
func TestReports(t *testing.T) {
	files := filepath.SplitList(os.Getenv("HUB_TEST_REPORTS"))
	if len(files) == 0 {
		t.Skip("HUB_TEST_REPORTS names no set of bug reports")
	}
	set := &reports{reports: map[string]report{}, first: map[string]string{}}
	for _, file := range files {
		if err := set.read(file); err != nil {
			t.Fatal(err)
		}
	}
	if len(set.pairs) == 0 {
		t.Fatalf("there is no pair in %q: the columns have other names", files)
	}
	nothing, all := func(report) string { return "" }, func(r report) string { return r.description }
	for _, c := range []struct {
		name         string
		index, query func(report) string // what they have beside the title
	}{
		{"titles", nothing, nothing},
		{"titles, among whole reports", all, nothing},
		{"whole reports", all, all},
	} {
		t.Run(c.name, func(t *testing.T) {
			index, plain := New(), newBM25()
			for id, r := range set.reports {
				index.Put(Doc{ID: id, Title: r.title, Body: c.index(r)})
				plain.add(id, r.title+" "+c.index(r))
			}
			var ours, theirs tops
			for _, p := range set.pairs {
				text := set.reports[p[0]].title + ". " + c.query(set.reports[p[0]])
				var ids []string
				for _, h := range index.Search(Query{Text: text, Limit: 6}) {
					ids = append(ids, h.ID)
				}
				ours.add(set, p[0], ids)
				theirs.add(set, p[0], plain.search(text, 6))
			}
			t.Logf("%d pairs among %d reports: %v; BM25: %v", len(set.pairs), len(set.reports), ours, theirs)
		})
	}
}

type report struct{ title, description string }

// reports is a set of them. Duplicates of one report are duplicates of each other.
type reports struct {
	reports map[string]report
	pairs   [][2]string
	first   map[string]string // an earlier duplicate of a report
}

// reportColumns are the names that the columns of each side have: its number, title and description.
var reportColumns = [2][3][]string{
	{{"bug_id_x", "Bug ID"}, {"title_x", "Summary1"}, {"description_x", "description1"}},
	{{"bug_id_y", "Duplicate_Bug_Ids"}, {"title_y", "summary2"}, {"description_y", "description2"}},
}

// read adds the pairs of a file, separated by tabs or commas. The part of its name before "_" says
// whose numbers it has: those of two trackers may be the same.
func (s *reports) read(file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	tracker, _, _ := strings.Cut(filepath.Base(file), "_")
	r := csv.NewReader(bytes.NewReader(text))
	r.LazyQuotes, r.FieldsPerRecord = true, -1
	if line, _, _ := bytes.Cut(text, []byte("\n")); bytes.ContainsRune(line, '\t') {
		r.Comma = '\t'
	}
	rows, err := r.ReadAll()
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	for _, row := range rows[min(1, len(rows)):] {
		column := func(names []string) string {
			at := slices.IndexFunc(rows[0], func(name string) bool { return slices.Contains(names, name) })
			if at < 0 || at >= len(row) {
				return ""
			}
			return strings.Trim(row[at], `[]'" `) // some are written down as lists of one
		}
		var pair [2]string
		var sides [2]report
		for i, names := range reportColumns {
			number, _, _ := strings.Cut(column(names[0]), ".") // some as fractions
			pair[i] = tracker + " " + number
			sides[i] = report{column(names[1]), column(names[2])}
		}
		if pair[0] == pair[1] || sides[0].title == "" || sides[1].title == "" || slices.Contains(s.pairs, pair) {
			continue
		}
		s.pairs = append(s.pairs, pair)
		for i, id := range pair {
			s.reports[id] = sides[i]
		}
		if x, y := s.root(pair[0]), s.root(pair[1]); x != y {
			s.first[x] = y
		}
	}
	return nil
}

// root is the same report for all that are duplicates of each other.
func (s *reports) root(id string) string {
	for s.first[id] != "" {
		id = s.first[id]
	}
	return id
}

// tops counts how often a duplicate came first, or among five.
type tops struct{ asked, first, five int }

func (t *tops) add(set *reports, id string, hits []string) {
	hits = slices.DeleteFunc(hits, func(hit string) bool { return hit == id })
	at := slices.IndexFunc(hits, func(hit string) bool { return set.root(hit) == set.root(id) })
	t.asked++
	if at == 0 {
		t.first++
	}
	if 0 <= at && at < 5 {
		t.five++
	}
}

func (t tops) String() string {
	return fmt.Sprintf("hit@1 %.3f, hit@5 %.3f", float64(t.first)/float64(t.asked), float64(t.five)/float64(t.asked))
}

// bm25 ranks texts by their stems as search engines do (k1 = 1.2, b = .75).
type bm25 struct {
	texts map[string]map[string]float64 // by id: how often it has each stem
	sizes map[string]float64
	total float64
	by    map[string][]string // by stem
}

func newBM25() *bm25 {
	return &bm25{texts: map[string]map[string]float64{}, sizes: map[string]float64{}, by: map[string][]string{}}
}

func stemsOf(text string) map[string]float64 {
	stems := map[string]float64{}
	for _, w := range words(nil, text, len(text)) {
		stems[stem(strings.Clone(w.text))]++
	}
	return stems
}

func (b *bm25) add(id, text string) {
	b.texts[id] = stemsOf(text)
	for s, n := range b.texts[id] {
		b.by[s] = append(b.by[s], id)
		b.sizes[id] += n
		b.total += n
	}
}

func (b *bm25) search(text string, limit int) []string {
	scores := map[string]float64{}
	n := float64(len(b.texts))
	for s := range stemsOf(text) {
		have := float64(len(b.by[s]))
		rarity := math.Log(1 + (n-have+.5)/(have+.5))
		for _, id := range b.by[s] {
			times := b.texts[id][s]
			scores[id] += rarity * times * 2.2 / (times + 1.2*(.25+.75*b.sizes[id]*n/b.total))
		}
	}
	ids := slices.SortedFunc(maps.Keys(scores), func(a, b string) int {
		return cmp.Or(cmp.Compare(scores[b], scores[a]), cmp.Compare(a, b))
	})
	return ids[:min(limit, len(ids))]
}
