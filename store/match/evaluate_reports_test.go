package match

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
)

// TestReports prints how duplicates are found in a published set of bug reports, and how BM25 finds
// them by the same stems. Such sets are large and belong to others, so none is in the repository. One
// is kd/sureka/OfficeDupsTest.csv of github.com/dutta1kartik3/duplicate-bug-detection: pairs of
// duplicates, separated by tabs, in the columns bug_id_x, title_x, description_x and the same with y.
//
//	HUB_TEST_REPORTS=OfficeDupsTest.csv go test -v -run Reports ./store/match
func TestReports(t *testing.T) {
	file := os.Getenv("HUB_TEST_REPORTS")
	if file == "" {
		t.Skip("HUB_TEST_REPORTS names no set of bug reports")
	}
	set, err := readReports(file)
	if err != nil {
		t.Fatal(err)
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

func readReports(file string) (*reports, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.Comma, r.LazyQuotes, r.FieldsPerRecord = '\t', true, -1
	head, err := r.Read()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	set := &reports{reports: map[string]report{}, first: map[string]string{}}
	for {
		row, err := r.Read()
		if err == io.EOF {
			return set, nil
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		column := func(name string) string {
			if at := slices.Index(head, name); at >= 0 && at < len(row) {
				return row[at]
			}
			return ""
		}
		var pair [2]string
		for i, side := range []string{"x", "y"} {
			pair[i] = column("bug_id_" + side)
			set.reports[pair[i]] = report{column("title_" + side), column("description_" + side)}
		}
		set.pairs = append(set.pairs, pair)
		if x, y := set.root(pair[0]), set.root(pair[1]); x != y {
			set.first[x] = y
		}
	}
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
