package match_test

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"text/tabwriter"
)

// TestFigures prints how well overlap ranks and judges the labelled pairs, overall and by
// language. The half no weight was chosen on:
//
//	go test -v ./store/match -run Figures/test
//
// The other is Figures/dev; Figures/fresh and Figures/later have works in other languages only, the
// first without wordings.
func TestFigures(t *testing.T) {
	if testing.Short() {
		t.Skip("computes for long, alone")
	}
	for split, rows := range map[string][]string{
		Dev: {"dev ", "en ", "de ", "es ", "ja ", "mixed ", "same "}, Test: {"test ", "en ", "de ", "es ", "ja ", "mixed ", "same "}, Fresh: {"languages "}, Later: {"languages "},
	} {
		t.Run(split, func(t *testing.T) {
			var out strings.Builder
			if err := figures(&out, split); err != nil {
				t.Fatal(err)
			}
			t.Log("\n" + out.String())
			for _, row := range rows {
				if !strings.Contains(out.String(), "\n"+row) {
					t.Errorf("no row of %q", row)
				}
			}
		})
	}
}

func figures(out io.Writer, split string) error {
	if split == Fresh || split == Later {
		return works(out, split)
	}
	pairs, err := Pairs()
	if err != nil {
		return err
	}
	ranking := NewRanking(pairs)
	half := slices.DeleteFunc(pairs, func(p Pair) bool { return p.Split != split })

	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "\tsame\tother\thit@1\thit@5\tMRR\tduplicate: precision\trecall\trelated: precision\trecall\t")
	row(table, split, ranking, half)
	for _, lang := range languages(half) {
		row(table, lang, ranking, slices.DeleteFunc(slices.Clone(half), func(p Pair) bool { return p.Lang != lang }))
	}
	if err := table.Flush(); err != nil {
		return err
	}
	return works(out, split)
}

// works prints how the threads of one owner's projects are found.
func works(out io.Writer, split string) error {
	cases, err := Cases(split)
	if err != nil {
		return err
	}
	among, err := Among(split)
	if err != nil {
		return err
	}
	index := NewWorks(cases, among...)
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "\nworks\twordings\tsame\tapart\thit@1\thit@5\twrong claims\tright claims\tduplicate: precision\trecall\trelated: precision\trecall\t")
	for _, wordings := range []int{0, 3} {
		if split == Fresh && wordings > 0 {
			break
		}
		for _, kinds := range append(eachKind(), Kinds()) {
			f := index.Find(Of(cases, kinds...), wordings)
			fmt.Fprintf(table, "%s\t%d\t%d\t%d\t%.2f\t%.2f\t%.3f\t%d\t%.2f\t%.2f\t%.2f\t%.2f\t\n", strings.Join(kinds, "+"), wordings, f.Same, f.Apart,
				f.Hit1(), f.Hit5(), f.WrongClaims(), f.Claims-f.Wrong, f.Duplicate.Precision(), f.Duplicate.Recall(), f.Related.Precision(), f.Related.Recall())
		}
	}
	fmt.Fprintln(table, "\nworks\tthreads in a project\thit@5\twith three wordings\t")
	for _, kinds := range [][]string{Kinds(), {Translated, Languages}} {
		for _, threads := range []int{38, 75} { // of 300 and 600 in eight projects
			of := Of(cases, kinds...)
			fmt.Fprintf(table, "%s\t%d\t%.2f\t%.2f\t\n", strings.Join(kinds, "+"), threads, index.Five(of, 0, threads), index.Five(of, 3, threads))
		}
	}
	return table.Flush()
}

// eachKind lists the kinds of cases, each by itself.
func eachKind() [][]string {
	var list [][]string
	for _, kind := range Kinds() {
		list = append(list, []string{kind})
	}
	return list
}

func row(out io.Writer, name string, ranking *Ranking, pairs []Pair) {
	r := ranking.Measure(pairs)
	fmt.Fprintf(out, "%s\t%d\t%d\t%.2f\t%.2f\t%.2f\t%.2f\t%.2f\t%.2f\t%.2f\t\n", name, r.Queries, len(pairs)-r.Queries,
		r.Hit1(), r.Hit5(), r.MRR(), r.Duplicate.Precision(), r.Duplicate.Recall(), r.Related.Precision(), r.Related.Recall())
}

// languages lists those of the pairs, the one with the most pairs first.
func languages(pairs []Pair) []string {
	count := map[string]int{}
	var list []string
	for _, p := range pairs {
		if count[p.Lang] == 0 {
			list = append(list, p.Lang)
		}
		count[p.Lang]++
	}
	slices.SortStableFunc(list, func(a, b string) int { return count[b] - count[a] })
	return list
}
