package match_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/store/match"
	"github.com/progresshub/progresshub/store/storetest/race"
)

func allPairs(t *testing.T) []Pair {
	t.Helper()
	pairs, err := Pairs()
	if err != nil {
		t.Fatal(err)
	}
	return pairs
}

// only keeps the pairs of a split, and of a language unless it is empty.
func only(pairs []Pair, split, lang string) []Pair {
	return slices.DeleteFunc(slices.Clone(pairs), func(p Pair) bool {
		return p.Split != split || lang != "" && p.Lang != lang
	})
}

// TestQuality holds the figures that match/verdict.go gives, with room for a pair or two.
func TestQuality(t *testing.T) {
	race.SkipShort(t)
	pairs := allPairs(t)
	ranking := NewRanking(pairs)
	for _, split := range []string{Dev, Test} {
		for _, lang := range []string{"", "en"} {
			r := ranking.Measure(only(pairs, split, lang))
			if r.Hit1() < 0.88 || r.Hit5() < 0.97 || r.MRR() < 0.93 {
				t.Errorf("%s %s: hit@1 %.3f, hit@5 %.3f, MRR %.3f", split, lang, r.Hit1(), r.Hit5(), r.MRR())
			}
			if r.Duplicate.Precision() < 0.96 || r.Duplicate.Recall() < 0.22 {
				t.Errorf("%s %s: duplicate precision %.3f, recall %.3f", split, lang, r.Duplicate.Precision(), r.Duplicate.Recall())
			}
			if r.Related.Precision() < 0.51 || r.Related.Recall() < 0.95 {
				t.Errorf("%s %s: related precision %.3f, recall %.3f", split, lang, r.Related.Precision(), r.Related.Recall())
			}
		}
	}
}

// TestWorks holds what docs/quality.md says of works that are said otherwise, with room for a
// case or two.
func TestWorks(t *testing.T) {
	race.SkipShort(t)
	for _, split := range []string{Dev, Test} {
		cases, err := Cases(split)
		if err != nil {
			t.Fatal(err)
		}
		index := NewWorks(cases)
		for _, want := range []struct {
			kinds    []string
			wordings int
			five     float64 // at least
			wrong    float64 // at most
		}{
			{[]string{Same, Nearer}, 0, 0.69, 0.002},
			{[]string{Same, Nearer}, 3, 0.96, 0.003},
			{[]string{Translated}, 0, 0.94, 0.012},
			{[]string{Translated, Languages}, 3, 0.93, 0.006},
			{Kinds(), 0, 0.71, 0.006},
			{Kinds(), 3, 0.96, 0.006},
		} {
			f := index.Find(Of(cases, want.kinds...), want.wordings)
			if f.Hit5() < want.five || f.WrongClaims() > want.wrong {
				t.Errorf("%s %v with %d wordings: hit@5 %.3f, want %.3f; wrong claims %.4f, want at most %.4f", split, want.kinds, want.wordings, f.Hit5(), want.five, f.WrongClaims(), want.wrong)
			}
		}
	}
}

// TestCasesAreWhole holds the form of the labelled works: nothing stands twice, and every
// intent has its wordings.
func TestCasesAreWhole(t *testing.T) {
	for _, split := range []string{Dev, Test} {
		cases, err := Cases(split)
		if err != nil {
			t.Fatal(err)
		}
		titles := map[string]bool{}
		count := map[string]int{}
		for _, c := range cases {
			count[c.Kind]++
			if key := c.Project + " | " + c.Title; titles[key] {
				t.Errorf("%s: %q stands twice", split, key)
			} else {
				titles[key] = true
			}
			if len(c.Also) != 3 {
				t.Errorf("%s: %q has %d wordings", split, c.Intent, len(c.Also))
			}
		}
		for kind, least := range map[string]int{Same: 220, Nearer: 220, Translated: 90, Languages: 80, Apart: 220} {
			if count[kind] < least {
				t.Errorf("%s: %d cases of %s, want at least %d", split, count[kind], kind, least)
			}
		}
	}
}

// TestBodiesOfPagesLeaveTheRanking asks for threads beside 2,000 pages, without bodies and
// with long ones.
func TestBodiesOfPagesLeaveTheRanking(t *testing.T) {
	race.SkipShort(t)
	if testing.Short() {
		t.Skip("ranks thousands of pages, alone")
	}
	pairs := allPairs(t)
	var bare, full []match.Doc
	for _, p := range match.InventedPages(2000, 4<<10) {
		d := match.Doc{ID: p.ID, Kind: "page", Title: p.Title, At: now}
		bare = append(bare, d)
		d.Body = p.Body
		full = append(full, d)
	}
	without, with := NewRanking(pairs, bare...).Measure(pairs), NewRanking(pairs, full...).Measure(pairs)
	for name, figure := range map[string]func(Result) float64{
		"hit@1": Result.Hit1, "hit@5": Result.Hit5, "MRR": Result.MRR,
		"duplicate precision": func(r Result) float64 { return r.Duplicate.Precision() },
		"duplicate recall":    func(r Result) float64 { return r.Duplicate.Recall() },
		"related precision":   func(r Result) float64 { return r.Related.Precision() },
		"related recall":      func(r Result) float64 { return r.Related.Recall() },
	} {
		if figure(with) < figure(without)-0.01 {
			t.Errorf("%s falls from %.3f to %.3f", name, figure(without), figure(with))
		}
	}
}

func TestTheSetIsLargeEnough(t *testing.T) {
	pairs := allPairs(t)
	same, other := map[string]int{}, 0
	for _, p := range pairs {
		if p.Same {
			same[p.Lang]++
			same[""]++
		} else {
			other++
		}
	}
	for lang, least := range map[string]int{"": 320, "de": 40, "es": 40, "ja": 40} {
		if same[lang] < least {
			t.Errorf("%d pairs of the same work in %q, want %d", same[lang], lang, least)
		}
	}
	if other < 1050 {
		t.Errorf("%d hard negatives", other)
	}
	if half := float64(len(only(pairs, Test, ""))) / float64(len(pairs)); half < 0.45 || half > 0.55 {
		t.Errorf("the test half is %.2f of the set", half)
	}
}

// TestNoTwinCrossesTheSplit asks the dev half for every text of the test half: what weights
// are judged by must not resemble what they were chosen on.
func TestNoTwinCrossesTheSplit(t *testing.T) {
	race.SkipShort(t)
	pairs := allPairs(t)
	dev := only(pairs, Dev, "")
	index := match.New()
	for _, p := range dev {
		index.Put(match.Doc{ID: p.Query, Title: p.Query}, match.Doc{ID: p.Title, Title: p.Title})
	}
	for _, p := range only(pairs, Test, "") {
		for _, text := range []string{p.Query, p.Title} {
			if hits := index.Search(match.Query{Text: text}); match.Verdict(hits) == "duplicate" {
				t.Errorf("%q (test) is near %q (dev): %.2f", text, hits[0].ID, hits[0].Score)
			}
		}
	}
}

func TestNoTextStandsTwice(t *testing.T) {
	seen := map[string]string{}
	for _, p := range allPairs(t) {
		if p.Query == p.Title {
			t.Errorf("%q is paired with itself", p.Query)
		}
		if !p.Same {
			continue
		}
		query := strings.ToLower(p.Query)
		if title, ok := seen[query]; ok {
			t.Errorf("%q is another wording of %q and of %q", p.Query, title, p.Title)
		}
		seen[query] = p.Title
	}
}
